import { Refusal } from '../errors/problems.ts';
import { isId } from '../ids.ts';

/** The place in a list, as a caller takes it to the next page. */
export function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** The id after which a page starts. Throws the Refusal of a cursor that none of ours is. */
export function idOfCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isId(id)) return id;
  const message = 'deve ser o next_cursor de uma página';
  throw new Refusal('invalid_request', { fields: [{ field: 'cursor', message }] });
}
