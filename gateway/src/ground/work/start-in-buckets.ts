import type { BucketId } from '../database/buckets.ts';
import type { Database } from '../database/database.ts';

/** How soon work starts in a bucket after this process knows it. */
const LOOK_INTERVAL_MS = 5_000;

/** Work that runs until it is stopped. */
export interface RunningWork {
  stop(): Promise<void>;
}

/**
 * Starts work in each bucket separately, so that a slow bucket delays no other. Work in a new
 * bucket starts when the process learns of the bucket.
 */
export function startInBuckets(
  database: Database,
  start: (bucket: Database) => RunningWork,
): RunningWork {
  const running = new Map<BucketId, RunningWork>();

  function startMissing(): void {
    for (const bucket of database.buckets.all()) {
      if (!running.has(bucket.bucketId)) running.set(bucket.bucketId, start(bucket));
    }
  }

  startMissing();
  const timer = setInterval(startMissing, LOOK_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([...running.values()].map((work) => work.stop()));
    },
  };
}
