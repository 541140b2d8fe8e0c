import type { BucketId } from '../database/buckets.ts';
import type { Database } from '../database/database.ts';

/** How soon work starts in a bucket after this process knows it. */
const LOOK_INTERVAL_MS = 5_000;

/** The looks of all work of a database, by one timer: an idle process wakes seldom. */
interface Looks {
  readonly timer: NodeJS.Timeout;
  readonly all: Set<() => void>;
}

const looksOf = new WeakMap<Database, Looks>();

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
  const endLooks = lookEachTime(database, startMissing);
  return {
    async stop() {
      endLooks();
      await Promise.all([...running.values()].map((work) => work.stop()));
    },
  };
}

/** Calls `look` each time until the returned function is called. */
function lookEachTime(database: Database, look: () => void): () => void {
  const looks = looksOf.get(database) ?? startLooks();
  looksOf.set(database, looks);
  looks.all.add(look);
  return () => {
    looks.all.delete(look);
    if (looks.all.size > 0) return;
    clearInterval(looks.timer);
    looksOf.delete(database);
  };
}

function startLooks(): Looks {
  const all = new Set<() => void>();
  const timer = setInterval(() => {
    for (const look of all) look();
  }, LOOK_INTERVAL_MS);
  return { timer, all };
}
