import type { Database } from '../database/database.ts';
import { MINUTE_MS } from '../durations.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { type DueQueue, pollWhenDue } from './due-queues.ts';
import { startPoller } from './poller.ts';
import { type RunningWork, startInBuckets } from './start-in-buckets.ts';

const BUCKETS_INTERVAL_MS = MINUTE_MS;

type Work = () => Promise<boolean>;
/** Work in one bucket: it gets the bucket's database. */
type BucketWork = (bucket: { readonly database: Database }) => Promise<boolean>;

/** The ways in which a process repeats work. */
export interface Pollers {
  /** Once in an interval. */
  every(name: string, intervalMs: number, work: Work): RunningWork;
  /** Once in an interval, separately in each bucket. */
  everyInBuckets(name: string, intervalMs: number, work: BucketWork): RunningWork;
  /** While rows of a queue are due, separately in each bucket. */
  whenDue(queue: DueQueue, work: BucketWork): RunningWork;
}

/** The pollers of a process; the work of each must be safe to repeat. */
export function pollersOf({
  database,
  clock,
  logger,
  sharing,
}: Pick<GatewayContext, 'database' | 'clock' | 'logger' | 'sharing'>): Pollers {
  return {
    every: (name, intervalMs, work) => startPoller({ name, intervalMs, work, logger }),
    everyInBuckets: (name, intervalMs, work) =>
      startInBuckets(database, (bucket) =>
        startPoller({ name, intervalMs, logger, work: () => work({ database: bucket }) }),
      ),
    whenDue: (queue, work) =>
      startInBuckets(database, (bucket) =>
        pollWhenDue({ database: bucket, clock, logger, sharing }, queue, {
          work: () => work({ database: bucket }),
        }),
      ),
  };
}

/**
 * Reads the list of buckets once a minute and forgets the buckets of merchants, so that the process
 * notices new buckets, and moves by other processes.
 */
export function watchBuckets({
  database,
  logger,
}: Pick<GatewayContext, 'database' | 'logger'>): RunningWork {
  return startPoller({
    ...{ name: 'buckets', intervalMs: BUCKETS_INTERVAL_MS, logger },
    async work() {
      await database.buckets.refresh();
      return false;
    },
  });
}
