import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { isId } from '#src/ground/ids.ts';
import { cursorSince, type FeedCursor, positionOf } from './read-feed.ts';

/** The start of a reader: after an event, at an instant (milliseconds), or before all events. */
export type FeedStart =
  | { readonly eventId: string }
  | { readonly since: number }
  | { readonly isBeginning: true };

/** Refuses `invalid_request` if `since` is not an instant, or is sent together with `after`. */
export function requireStart(after: string | undefined, since: string | undefined): FeedStart {
  if (since === undefined) return after === undefined ? { isBeginning: true } : { eventId: after };
  const at = parseInstant(since);
  if (at !== undefined && after === undefined) return { since: at };
  const message = fieldText((texts) => (at === undefined ? texts.instant : texts.notWithAfter));
  throw new Refusal('invalid_request', { fields: [{ field: 'since', message }] });
}

/** The cursor of a start. Refuses `cursor_expired` if its event does not exist any more. */
export async function cursorOfStart(
  database: Queryable,
  scope: LedgerScope,
  start: FeedStart,
): Promise<FeedCursor> {
  if ('since' in start) return cursorSince(database, scope, start.since);
  if ('isBeginning' in start) return { id: undefined, position: 0n };
  const position = await positionOf(database, scope, start.eventId);
  return { id: position === 0n ? undefined : start.eventId, position };
}

/**
 * The id in a parameter; undefined if it is missing, and for an empty `after`, which programs
 * without a cursor send. Refuses `invalid_request` for a text that is not an id.
 */
export function requireId(field: string, id: string | undefined): string | undefined {
  if (id === undefined || (id === '' && field === 'after')) return undefined;
  if (isId(id)) return id;
  const message = fieldText((texts) => texts.id);
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}
