import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { HOUR_MS } from '#src/platform/durations.ts';
import { addUsage, deleteUsageBefore } from './usage-store.ts';

const KEPT_HOURS = 48;

interface Use {
  readonly merchantId: string;
  readonly clientId: string;
  readonly hour: number;
  requests: number;
  lastUsedAt: number;
}

/**
 * Counts how keys are used, in memory, and adds it to the database every few seconds: a request
 * must not cost a write of its own. A crash loses what was counted since, which nothing depends on.
 */
export interface UsageCount {
  count(caller: { merchantId: string; clientId: string }): void;
  /** Writes what was counted since the last time. */
  flush(): Promise<boolean>;
}

export function createUsageCount(database: Database, clock: Clock): UsageCount {
  let uses = new Map<string, Use>();
  return {
    count({ merchantId, clientId }) {
      const now = clock.now();
      const hour = now - (now % HOUR_MS);
      const name = `${clientId} ${hour}`;
      const known = uses.get(name);
      if (known) {
        known.requests += 1;
        known.lastUsedAt = now;
      } else {
        uses.set(name, { merchantId, clientId, hour, requests: 1, lastUsedAt: now });
      }
    },
    async flush() {
      if (uses.size === 0) return false;
      const counted = [...uses].sort(([left], [right]) => (left < right ? -1 : 1));
      uses = new Map();
      const rows = counted.map(([, use]) => ({
        merchant_id: use.merchantId,
        client_id: use.clientId,
        hour: new Date(use.hour),
        requests: use.requests,
        last_used_at: new Date(use.lastUsedAt),
      }));
      await database.transaction(async (tx) => addUsage(tx, rows));
      return false;
    },
  };
}

/** Forgets the hours that nobody is shown any more. */
export async function purgeUsage(database: Database, now: number): Promise<boolean> {
  await deleteUsageBefore(database, now - KEPT_HOURS * HOUR_MS);
  return false;
}
