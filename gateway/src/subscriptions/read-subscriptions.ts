import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import { type CyclePosition, listCycles } from './cycle-store.ts';
import { readStates, withCycles } from './load-states.ts';
import {
  type Cycle,
  keyOfCycle,
  type SubscriptionKey,
  type SubscriptionState,
} from './subscription.ts';
import { listSubscriptions, type SubscriptionPage } from './subscription-store.ts';

const AFTER_ALL: CyclePosition = { day: '9999-12-31', number: 0 };
const POSITION = /^(\d{4}-\d{2}-\d{2})(?: (\d{1,9}))?$/;

/** The key of a path. Refuses `subscription_not_found` for a text that is no id. */
export function keyOf({ merchantId, environment }: LedgerScope, id: string): SubscriptionKey {
  if (!isId(id)) throw new Refusal('subscription_not_found');
  return { merchantId, environment, id };
}

/** The link of a filter. A text that is no id names no link, so nothing matches it. */
export function linkIdOf(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const id = text.trim().toLowerCase();
  return isId(id) ? id : ID_MIN;
}

/** Reads a subscription. Refuses `subscription_not_found`. */
export async function readSubscription(
  database: Queryable,
  key: SubscriptionKey,
): Promise<SubscriptionState> {
  const state = (await readStates(database, [key])).get(key.id);
  if (!state) throw new Refusal('subscription_not_found');
  return state;
}

/** The subscription of a key, as a list of one or none. */
export async function findSubscription(
  database: Queryable,
  key: SubscriptionKey,
): Promise<SubscriptionState[]> {
  return [...(await readStates(database, [key])).values()];
}

/** A page of subscriptions, newest first. */
export async function readSubscriptions(
  database: Queryable,
  page: SubscriptionPage,
): Promise<Page<SubscriptionState>> {
  const { rows, next } = await readPage(
    page.limit,
    (limit) => listSubscriptions(database, { ...page, limit }),
    ({ id }) => id,
  );
  return { rows: await withCycles(database, rows), next };
}

/** A page of the cycles of a subscription, newest first. */
export function readCycles(
  database: Queryable,
  key: SubscriptionKey,
  { before, limit }: { readonly before: CyclePosition; readonly limit: number },
): Promise<Page<Cycle>> {
  return readPage(limit, (rows) => listCycles(database, key, { before, limit: rows }), keyOfCycle);
}

/** The position before which the page of a cursor starts. Refuses `invalid_request`. */
export function positionOfCursor(cursor: string | undefined): CyclePosition {
  if (cursor === undefined) return AFTER_ALL;
  const [, day = '', number] =
    POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (Number.isNaN(Date.parse(day))) throw invalidCursor();
  // A cursor of an earlier version is a day alone.
  return { day, number: Number(number ?? 0) };
}
