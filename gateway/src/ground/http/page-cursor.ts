import { Refusal } from '../errors/problems.ts';
import { fieldText } from '../errors/texts/field-text.ts';
import { isId } from '../ids.ts';

/** The `next_cursor` of a page whose last row has this id; null when no page follows. */
export function cursorOf(id: string): string;
export function cursorOf(id: string | null): string | null;
export function cursorOf(id: string | null): string | null {
  return id === null ? null : Buffer.from(id).toString('base64url');
}

/**
 * The id after which the page of a cursor starts; undefined without a cursor. Refuses
 * `invalid_request` for a text that is not a cursor of this gateway.
 */
export function idOfCursor(cursor: string): string;
export function idOfCursor(cursor: string | undefined): string | undefined;
export function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!isId(id)) throw invalidCursor();
  return id;
}

/** The refusal `invalid_request` of a text that is not a cursor of the list. */
export function invalidCursor(): Refusal {
  const message = fieldText((texts) => texts.cursor);
  return new Refusal('invalid_request', { fields: [{ field: 'cursor', message }] });
}
