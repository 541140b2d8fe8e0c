import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { addUsage, deleteUsageBefore } from './credential-store.ts';

const KEPT_HOURS = 48;
/** Most keys of one write. With more keys the counts of each are written less often. */
const KEYS_MAX = 1_000;

interface Use {
  readonly merchantId: string;
  readonly clientId: string;
  readonly hour: number;
  requests: number;
  lastUsedAt: number;
}

/**
 * Counts the requests of each key in memory; a poller calls `flush`, so that not each request costs
 * a write. A crash loses the counts since the last flush; they are only shown.
 */
export interface UsageCounter {
  count(caller: { merchantId: string; clientId: string }): void;
  /** Adds the counts of the keys that wait longest to the database. Returns false: no more work. */
  flush(): Promise<boolean>;
  /** Adds all counts to the database. */
  close(): Promise<void>;
}

/** Creates the counter of requests. Counts are kept by key and hour. */
export function createUsageCounter(database: Database, clock: Clock): UsageCounter {
  const uses = new Map<string, Use>();

  async function flush(keysMax: number): Promise<void> {
    const counted = [...uses.entries().take(keysMax)];
    if (counted.length === 0) return;
    for (const [name] of counted) uses.delete(name);
    counted.sort(([left], [right]) => (left < right ? -1 : 1));
    const counts = counted.map(([, use]) => use);
    await database.transaction(async (tx) => addUsage(tx, { uses: counts }));
  }

  return {
    count({ merchantId, clientId }) {
      const now = clock.now();
      const hour = now - (now % HOUR_MS);
      const name = `${clientId} ${hour}`;
      const use = uses.get(name);
      if (use) {
        use.requests += 1;
        use.lastUsedAt = now;
      } else {
        uses.set(name, { merchantId, clientId, hour, requests: 1, lastUsedAt: now });
      }
    },
    async flush() {
      await flush(KEYS_MAX);
      return false;
    },
    close: () => flush(uses.size),
  };
}

/** Deletes the counts of hours that the panel no longer shows. Returns false: no more work. */
export async function purgeUsage(database: Database, now: number): Promise<boolean> {
  await deleteUsageBefore(database, { at: now - KEPT_HOURS * HOUR_MS });
  return false;
}
