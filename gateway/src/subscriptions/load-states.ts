import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { selectUnpaidCycles } from './cycle-store.ts';
import type { Subscription, SubscriptionKey, SubscriptionState } from './subscription.ts';
import { lockSubscriptions, selectSubscriptions } from './subscription-store.ts';

/** Locks subscriptions and reads their cycles; a key may come twice, unknown ones are omitted. */
export async function lockStates(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
): Promise<Map<string, SubscriptionState>> {
  const unique = new Map(
    keys.map((key) => [`${key.merchantId} ${key.environment} ${key.id}`, key]),
  );
  return byId(await withCycles(tx, await lockSubscriptions(tx, [...unique.values()])));
}

/** Reads subscriptions and their cycles; unknown ones are omitted. By id. */
export async function readStates(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Map<string, SubscriptionState>> {
  return byId(await withCycles(database, await selectSubscriptions(database, keys)));
}

/** Reads the unpaid cycles of subscriptions. In the order of the subscriptions. */
export async function withCycles(
  database: Queryable,
  subscriptions: readonly Subscription[],
): Promise<SubscriptionState[]> {
  const cycles = await selectUnpaidCycles(database, subscriptions);
  return subscriptions.map((subscription) => ({
    subscription,
    cycles: cycles.get(subscription.id) ?? [],
  }));
}

function byId(states: readonly SubscriptionState[]): Map<string, SubscriptionState> {
  return new Map(states.map((state) => [state.subscription.id, state]));
}
