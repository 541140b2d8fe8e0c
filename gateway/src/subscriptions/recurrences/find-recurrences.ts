import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Subscription, SubscriptionKey } from '../subscription.ts';
import { selectSubscriptions } from '../subscription-store.ts';
import { selectLocationsOf } from './location-store.ts';
import type { AuthorizationRequest, RecurrenceLocation } from './recurrence.ts';
import {
  pageRecurrences,
  type RecurrenceFilter,
  selectIdOfRecurrence,
} from './recurrence-list-store.ts';
import { selectRequest, selectRequestsOf } from './request-store.ts';

/** Counts the recurrences of a filter up to a number. */
export { countRecurrences as countOfFilter } from './recurrence-list-store.ts';

/** A subscription with its location and the requests to its payer, the oldest first. */
export interface Recurrence {
  readonly subscription: Subscription;
  /** Undefined for a subscription of another door, and after it was freed. */
  readonly location: RecurrenceLocation | undefined;
  readonly requests: readonly AuthorizationRequest[];
}

/** A subscription by its id at the banks (`idRec`). */
export async function findRecurrence(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  recurrenceId: string,
): Promise<Subscription | undefined> {
  const found = await selectIdOfRecurrence(database, { merchantId, environment, recurrenceId });
  if (!found) return undefined;
  return (await selectSubscriptions(database, [{ merchantId, environment, id: found.id }]))[0];
}

/** Recurrences by the keys of their subscriptions, in the same order; unknown ones are omitted. */
export async function readRecurrences(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Recurrence[]> {
  if (keys.length === 0) return [];
  const found = await selectSubscriptions(database, keys);
  const byId = new Map(found.map((subscription) => [subscription.id, subscription]));
  return withParts(
    database,
    keys.flatMap(({ id }) => byId.get(id) ?? []),
  );
}

/** Subscriptions that were read, with their parts, in their order. */
export async function withParts(
  database: Queryable,
  subscriptions: readonly Subscription[],
): Promise<Recurrence[]> {
  const locations = await selectLocationsOf(database, subscriptions);
  const requests = await selectRequestsOf(database, subscriptions);
  return subscriptions.map((subscription) => ({
    subscription,
    location: locations.get(subscription.id),
    requests: requests.get(subscription.id) ?? [],
  }));
}

/** A request by its id at the banks (`idSolicRec`). */
export function findRequest(
  database: Queryable,
  scope: LedgerScope,
  id: string,
): Promise<AuthorizationRequest | undefined> {
  return selectRequest(database, { ...scope, id });
}

/** The ids of a page of subscriptions, oldest first. */
export async function idsOfPage(
  database: Queryable,
  filter: RecurrenceFilter,
  rows: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  return (await pageRecurrences(database, { ...filter, ...rows })).map(({ id }) => id);
}
