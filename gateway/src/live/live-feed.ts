import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { firstIdAt } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { type Poller, startPoller } from '#src/platform/work/poller.ts';
import { type NewsRow, selectNews } from './live-store.ts';

const POLL_INTERVAL_MS = 500;
/** Ids are made before their transaction commits: a slow one's are still found this much later. */
const LOOK_BACK_MS = 10_000;
const NEWS_MAX = 50;
const ENVIRONMENTS: readonly Environment[] = ['test', 'live'];

/** Something of a merchant changed: enough to read it again by, and to say what it was. */
export interface News {
  readonly environment: Environment;
  readonly kind: string;
  /** The charge, payout or transfer. */
  readonly id: string;
  /** In centavos, where there is one. */
  readonly amount: number | null;
}

export type Listener = (news: readonly News[]) => void;

export interface LiveFeed {
  /** Tells of what happens to a merchant from now on. Returns how to stop it. */
  listen(merchantId: string, listener: Listener): () => void;
  stop(): Promise<void>;
}

interface Audience {
  readonly listeners: Set<Listener>;
  readonly since: number;
  /** What was told already, with when; undefined before the first look. */
  told: Map<string, number> | undefined;
}

/**
 * Tells the pages that are open what changed, on whatever process it happened: by looking at the
 * database while somebody listens. Nothing depends on it: a page that misses news is only older.
 */
export function createLiveFeed(deps: {
  database: Queryable;
  clock: Clock;
  logger: Logger;
}): LiveFeed {
  const audiences = new Map<string, Audience>();
  let poller: Poller | undefined;

  async function look(): Promise<boolean> {
    const now = deps.clock.now();
    const rows = await selectNews(deps.database, scopesOf([...audiences.keys()]), {
      fromId: firstIdAt(now - LOOK_BACK_MS),
      since: new Date(now - LOOK_BACK_MS),
      limit: NEWS_MAX,
    });
    const byMerchant = Map.groupBy(rows, (row) => row.merchant_id);
    for (const [merchantId, audience] of audiences) {
      const news = newsFor(audience, byMerchant.get(merchantId) ?? [], now);
      if (news.length > 0) for (const listener of audience.listeners) listener(news);
    }
    return false;
  }

  function listen(merchantId: string, listener: Listener): () => void {
    const known = audiences.get(merchantId);
    const since = deps.clock.now();
    const audience = known ?? { listeners: new Set<Listener>(), since, told: undefined };
    audience.listeners.add(listener);
    audiences.set(merchantId, audience);
    const { logger } = deps;
    poller ??= startPoller({ name: 'live', intervalMs: POLL_INTERVAL_MS, work: look, logger });
    return () => {
      audience.listeners.delete(listener);
      if (audience.listeners.size > 0) return;
      if (audiences.get(merchantId) === audience) audiences.delete(merchantId);
      if (audiences.size === 0) void stop();
    };
  }

  async function stop(): Promise<void> {
    const running = poller;
    poller = undefined;
    await running?.stop();
  }

  return { listen, stop };
}

function scopesOf(merchantIds: readonly string[]): LedgerScope[] {
  return merchantIds.flatMap((merchantId) =>
    ENVIRONMENTS.map((environment) => ({ merchantId, environment })),
  );
}

/** What an audience has not been told yet. What is older than its first listener is no news. */
function newsFor(audience: Audience, rows: readonly NewsRow[], now: number): News[] {
  const isFirstLook = audience.told === undefined;
  const told = audience.told ?? new Map<string, number>();
  audience.told = told;
  for (const [name, at] of told) if (at < now - 2 * LOOK_BACK_MS) told.delete(name);
  return rows.flatMap((row) => {
    const name = `${row.environment} ${row.kind} ${row.key}`;
    const isNew = !told.has(name) && !(isFirstLook && row.created_at < audience.since);
    told.set(name, now);
    return isNew ? [newsOf(row)] : [];
  });
}

/** Deposits are charges at the panel; `split_received` of the ledger is `split.received`. */
function newsOf({ environment, kind, id, amount_centavos: amount }: NewsRow): News {
  const name = kind.replace('_', '.').replace(/^deposit\./, 'charge.');
  return { environment, kind: name, id, amount: amount === null ? null : Number(amount) };
}
