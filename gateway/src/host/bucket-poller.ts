import type { Database } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { type DueQueue, pollWhenDue } from '#src/ground/work/due-queues.ts';
import { type Poller, startPoller } from '#src/ground/work/poller.ts';
import { type RunningWork, startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import type { AppContext } from './context.ts';

const BUCKETS_INTERVAL_MS = MINUTE_MS;

/**
 * Reads the list of buckets once a minute and forgets the buckets of merchants, so that the process
 * notices new buckets, and moves by other processes.
 */
export function watchBuckets({
  database,
  logger,
}: Pick<AppContext, 'database' | 'logger'>): Poller {
  return startPoller({
    ...{ name: 'buckets', intervalMs: BUCKETS_INTERVAL_MS, logger },
    async work() {
      await database.buckets.refresh();
      return false;
    },
  });
}

/** Makes the function that starts a poller for each bucket; its work gets the bucket's database. */
export function bucketPoller({ database, logger }: Pick<AppContext, 'database' | 'logger'>) {
  return (
    name: string,
    intervalMs: number,
    work: (bucket: { readonly database: Database }) => Promise<boolean>,
  ): RunningWork =>
    startInBuckets(database, (bucket) =>
      startPoller({ name, intervalMs, logger, work: () => work({ database: bucket }) }),
    );
}

/** Makes the function that works on a queue of each bucket; its work gets the bucket's database. */
export function queuePoller({
  database,
  clock,
  logger,
}: Pick<AppContext, 'database' | 'clock' | 'logger'>) {
  return (
    queue: DueQueue,
    work: (bucket: { readonly database: Database }) => Promise<boolean>,
  ): RunningWork =>
    startInBuckets(database, (bucket) =>
      pollWhenDue({ database: bucket, clock, logger }, queue, {
        work: () => work({ database: bucket }),
      }),
    );
}
