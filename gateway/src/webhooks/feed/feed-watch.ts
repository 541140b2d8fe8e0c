import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Logger } from '#src/ground/log.ts';
import { createWatchers } from '#src/ground/work/watchers.ts';
import { selectHeads } from './event-feed-store.ts';

const POLL_INTERVAL_MS = 500;

/** Wakes readers of feeds when there are new events. */
export interface FeedWatch {
  /**
   * Calls `wake` in each round in which the newest position of the feed differs from `reached()`.
   * Returns the function that ends the watch.
   */
  watch(scope: LedgerScope, reached: () => bigint, wake: () => void): () => void;
  stop(): Promise<void>;
}

interface Watched {
  readonly scope: LedgerScope;
  readonly reached: () => bigint;
  readonly wake: () => void;
}

/**
 * Creates the watch of this process. While feeds are watched, one query reads their newest
 * positions twice a second, so it finds the events of all processes.
 */
export function createFeedWatch(deps: { database: Queryable; logger: Logger }): FeedWatch {
  async function look(watched: ReadonlySet<Watched>): Promise<void> {
    const scopes = new Map([...watched].map(({ scope }) => [nameOf(scope), scope]));
    const heads = await selectHeads(deps.database, [...scopes.values()]);
    const newest = new Map(
      heads.map((row) => [
        nameOf({ merchantId: row.merchant_id, environment: row.environment }),
        row.last_position,
      ]),
    );
    for (const { scope, reached, wake } of watched) {
      if ((newest.get(nameOf(scope)) ?? 0n) !== reached()) wake();
    }
  }

  const { logger } = deps;
  const name = 'event-streams';
  const { add, stop } = createWatchers({ name, intervalMs: POLL_INTERVAL_MS, look, logger });
  return { watch: (scope, reached, wake) => add({ scope, reached, wake }), stop };
}

function nameOf({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
}
