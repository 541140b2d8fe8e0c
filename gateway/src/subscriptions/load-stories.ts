import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { selectUnpaidCycles } from './cycle-store.ts';
import type { Story, Subscription, SubscriptionKey } from './subscription.ts';
import { lockSubscriptions, selectSubscriptions } from './subscription-store.ts';

/** Locks subscriptions and reads their cycles; a key may come twice, unknown ones are omitted. */
export async function lockStories(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
): Promise<Map<string, Story>> {
  const unique = new Map(
    keys.map((key) => [`${key.merchantId} ${key.environment} ${key.id}`, key]),
  );
  return byId(await withCycles(tx, await lockSubscriptions(tx, [...unique.values()])));
}

/** Reads subscriptions and their cycles; unknown ones are omitted. By id. */
export async function readStories(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Map<string, Story>> {
  return byId(await withCycles(database, await selectSubscriptions(database, keys)));
}

/** The stories of subscriptions that were read, in their order. */
export async function withCycles(
  database: Queryable,
  subscriptions: readonly Subscription[],
): Promise<Story[]> {
  const cycles = await selectUnpaidCycles(database, subscriptions);
  return subscriptions.map((subscription) => ({
    subscription,
    cycles: cycles.get(subscription.id) ?? [],
  }));
}

function byId(stories: readonly Story[]): Map<string, Story> {
  return new Map(stories.map((story) => [story.subscription.id, story]));
}
