import { Refusal } from '../errors/problems.ts';
import type { Database } from './database.ts';

const WAITING_MAX = 1_000;

/**
 * The same database for reads that must not take the whole pool: at most `atOnce` single statements
 * and snapshots run at a time, the others wait in order of arrival. Transactions that write are not
 * limited. Refuses `overloaded` when too many wait.
 */
export function shareOfDatabase(database: Database, atOnce: number): Database {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= WAITING_MAX) throw new Refusal('overloaded', { retryAfterSeconds: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await read();
    } finally {
      // The next one takes over this slot, so `running` stays the same.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  /** Reads of all buckets wait in the same order. */
  function shareOf(bucket: Database): Database {
    return {
      ...bucket,
      buckets: {
        ...bucket.buckets,
        all: () => bucket.buckets.all().map(shareOf),
        of: (bucketId) => shareOf(bucket.buckets.of(bucketId)),
        ofMerchant: async (merchantId) => shareOf(await bucket.buckets.ofMerchant(merchantId)),
      },
      query: (statement, values) => inTurn(() => bucket.query(statement, values)),
      snapshot: (work) => inTurn(() => bucket.snapshot(work)),
    };
  }

  return shareOf(database);
}
