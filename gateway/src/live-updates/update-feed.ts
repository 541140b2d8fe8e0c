import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { firstIdAt } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { type Poller, startPoller } from '#src/platform/work/poller.ts';
import { type LiveUpdateRow, selectLiveUpdates } from './live-update-store.ts';

const POLL_INTERVAL_MS = 500;
/** An id is made before its transaction commits: rows that commit this much later are found. */
const LOOK_BACK_MS = 10_000;
const UPDATES_MAX = 50;
const ENVIRONMENTS: readonly Environment[] = ['test', 'live'];

/** A change of a merchant's data: what changed, and the id to read it by. */
export interface LiveUpdate {
  readonly environment: Environment;
  readonly kind: string;
  /** The charge, payout or transfer. */
  readonly id: string;
  /** In centavos; null if the change has no amount. */
  readonly amount: number | null;
}

export type UpdateListener = (updates: readonly LiveUpdate[]) => void;

export interface UpdateFeed {
  /**
   * Calls a listener with a merchant's changes from now on.
   * @returns the function that ends the subscription.
   */
  subscribe(merchantId: string, listener: UpdateListener): () => void;
  stop(): Promise<void>;
}

/** The listeners of one merchant. */
interface Subscription {
  readonly listeners: Set<UpdateListener>;
  readonly since: number;
  /** When each update was sent, by its name; undefined before the first poll. */
  sent: Map<string, number> | undefined;
}

/**
 * Creates the feed of changes for open pages. It polls the database while there are listeners, so
 * that it also finds the changes of other processes. Pages stay correct without it: an update only
 * makes them read again earlier.
 */
export function createUpdateFeed(deps: {
  database: Queryable;
  clock: Clock;
  logger: Logger;
}): UpdateFeed {
  const subscriptions = new Map<string, Subscription>();
  let poller: Poller | undefined;

  async function poll(): Promise<boolean> {
    const now = deps.clock.now();
    const rows = await selectLiveUpdates(deps.database, scopesOf([...subscriptions.keys()]), {
      fromId: firstIdAt(now - LOOK_BACK_MS),
      since: new Date(now - LOOK_BACK_MS),
      limit: UPDATES_MAX,
    });
    const byMerchant = Map.groupBy(rows, (row) => row.merchant_id);
    for (const [merchantId, subscription] of subscriptions) {
      const updates = unsentUpdates(subscription, byMerchant.get(merchantId) ?? [], now);
      if (updates.length > 0) for (const listener of subscription.listeners) listener(updates);
    }
    return false;
  }

  function subscribe(merchantId: string, listener: UpdateListener): () => void {
    const known = subscriptions.get(merchantId);
    const since = deps.clock.now();
    const subscription = known ?? { listeners: new Set<UpdateListener>(), since, sent: undefined };
    subscription.listeners.add(listener);
    subscriptions.set(merchantId, subscription);
    const { logger } = deps;
    poller ??= startPoller({ name: 'live', intervalMs: POLL_INTERVAL_MS, work: poll, logger });
    return () => {
      subscription.listeners.delete(listener);
      if (subscription.listeners.size > 0) return;
      if (subscriptions.get(merchantId) === subscription) subscriptions.delete(merchantId);
      if (subscriptions.size === 0) void stop();
    };
  }

  async function stop(): Promise<void> {
    const running = poller;
    poller = undefined;
    await running?.stop();
  }

  return { subscribe, stop };
}

function scopesOf(merchantIds: readonly string[]): LedgerScope[] {
  return merchantIds.flatMap((merchantId) =>
    ENVIRONMENTS.map((environment) => ({ merchantId, environment })),
  );
}

/** The updates that were not sent yet. The first poll omits those before the subscription. */
function unsentUpdates(
  subscription: Subscription,
  rows: readonly LiveUpdateRow[],
  now: number,
): LiveUpdate[] {
  const isFirstPoll = subscription.sent === undefined;
  const sent = subscription.sent ?? new Map<string, number>();
  subscription.sent = sent;
  for (const [name, at] of sent) if (at < now - 2 * LOOK_BACK_MS) sent.delete(name);
  return rows.flatMap((row) => {
    const name = `${row.environment} ${row.kind} ${row.key}`;
    const isNew = !sent.has(name) && !(isFirstPoll && row.created_at < subscription.since);
    sent.set(name, now);
    return isNew ? [updateOf(row)] : [];
  });
}

/** The panel calls deposits charges, and writes `split_received` of the ledger `split.received`. */
function updateOf({ environment, kind, id, amount_centavos: amount }: LiveUpdateRow): LiveUpdate {
  const panelKind = kind.replace('_', '.').replace(/^deposit\./, 'charge.');
  return { environment, kind: panelKind, id, amount: amount === null ? null : Number(amount) };
}
