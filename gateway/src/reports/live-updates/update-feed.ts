import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import { type Poller, startPoller } from '#src/ground/work/poller.ts';
import { type LiveUpdateRow, selectLiveUpdates } from './live-update-store.ts';

const POLL_INTERVAL_MS = 500;
/** How late a row may commit after its id was created and still be read. */
const LOOK_BACK_MS = 10_000;
const UPDATES_MAX = 50;
const ENVIRONMENTS: readonly Environment[] = ['test', 'live'];

/** A change of a merchant's data: its kind, and the id of the changed object. */
export interface LiveUpdate {
  readonly environment: Environment;
  readonly kind: string;
  /** The charge, payout or transfer. */
  readonly id: string;
  /** In centavos; null if the change has no amount. */
  readonly amount: number | null;
  /** The change was made shortly before the page listened; the page may have older data. */
  readonly is_earlier?: true;
}

export type UpdateListener = (updates: readonly LiveUpdate[]) => void;

export interface UpdateFeed {
  /**
   * Calls a listener with a merchant's changes from now on, and once with the changes of the last
   * ten seconds.
   * @returns the function that ends the subscription.
   */
  subscribe(merchantId: string, listener: UpdateListener): () => void;
  stop(): Promise<void>;
}

/** The listeners of one merchant. */
interface Subscription {
  /** When each listener subscribed; undefined after its first poll. */
  readonly listeners: Map<UpdateListener, number | undefined>;
  /** When each update was sent, by its deduplication key. */
  readonly sent: Map<string, number>;
}

/**
 * Creates the feed of changes for open pages. It polls the database while there are listeners, so
 * it also finds the changes of other processes. Pages are correct without it: an update only makes
 * them reload earlier.
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
      sendToListeners(subscription, byMerchant.get(merchantId) ?? [], now);
    }
    return false;
  }

  function subscribe(merchantId: string, listener: UpdateListener): () => void {
    const existing = subscriptions.get(merchantId);
    const subscription: Subscription = existing ?? { listeners: new Map(), sent: new Map() };
    subscription.listeners.set(listener, deps.clock.now());
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

/** Sends updates that were not sent yet, and to new listeners also the earlier updates. */
function sendToListeners(
  { listeners, sent }: Subscription,
  rows: readonly LiveUpdateRow[],
  now: number,
): void {
  for (const [name, at] of sent) if (at < now - 2 * LOOK_BACK_MS) sent.delete(name);
  const unsent = rows.filter((row) => !sent.has(nameOf(row)));
  for (const row of rows) sent.set(nameOf(row), now);
  for (const [listener, since] of listeners) {
    listeners.set(listener, undefined);
    const updates =
      since === undefined ? unsent.map(updateOf) : rows.map((row) => updateSince(row, since));
    if (updates.length > 0) listener(updates);
  }
}

function nameOf({ environment, kind, key }: LiveUpdateRow): string {
  return `${environment} ${kind} ${key}`;
}

function updateSince(row: LiveUpdateRow, since: number): LiveUpdate {
  return { ...updateOf(row), ...(row.created_at < since && { is_earlier: true }) };
}

/** The panel calls deposits charges, and writes `split_received` of the ledger `split.received`. */
function updateOf({ environment, kind, id, amount_centavos: amount }: LiveUpdateRow): LiveUpdate {
  const panelKind = kind.replace('_', '.').replace(/^deposit\./, 'charge.');
  return { environment, kind: panelKind, id, amount: amount === null ? null : Number(amount) };
}
