import { HOME_BUCKET } from '../database/bucket-id.ts';
import type { Database } from '../database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { randomFraction } from '../ids.ts';
import { changesOf } from './database-changes.ts';
import { type DueQueue, pollWhenDue } from './due-queues.ts';
import { createLine, type Line } from './one-after-another.ts';
import { type Round, startPoller } from './poller.ts';
import { type RunningWork, startInBuckets } from './start-in-buckets.ts';

const BUCKETS_INTERVAL_MS = MINUTE_MS;
/** Work that is repeated more seldom waits for other such work, and for how long. */
const IN_LINE_FROM_MS = 5 * SECOND_MS;
const IN_LINE_WAIT_MS = 100;
/** Within this time the work of several buckets begins, so that it isn't done at once. */
const SPREAD_MS = 250;

type Work = () => Promise<Round>;
/** Work in one bucket: it gets the bucket's database. */
type BucketWork<Result = boolean> = (bucket: { readonly database: Database }) => Promise<Result>;

/** The ways in which a process repeats work. */
export interface Pollers {
  /** Once in an interval. */
  every(name: string, intervalMs: number, work: Work): RunningWork;
  /** Once in an interval, separately in each bucket. */
  everyInBuckets(name: string, intervalMs: number, work: BucketWork<Round>): RunningWork;
  /** While rows of a queue are due, separately in each bucket. */
  whenDue(queue: DueQueue, work: BucketWork): RunningWork;
}

/**
 * The pollers of a process; the work of each must be safe to repeat. Work that is repeated in
 * intervals of five seconds or more runs one after another, and so do the first rounds of the
 * other work, so that a start and an idle process need few connections.
 */
export function pollersOf({
  database,
  clock,
  logger,
  scheduler,
  sharing,
}: Pick<GatewayContext, 'database' | 'clock' | 'logger' | 'scheduler' | 'sharing'>): Pollers {
  const { line, firstLine } = linesOf(database.buckets.of(HOME_BUCKET));
  const start = (name: string, intervalMs: number, work: Work, firstPauseMs?: number) => {
    const round = intervalMs < IN_LINE_FROM_MS ? firstIn(firstLine, work) : () => line(work);
    return startPoller({ name, intervalMs, logger, work: round, firstPauseMs, scheduler });
  };
  return {
    every: start,
    everyInBuckets: (name, intervalMs, work) =>
      startInBuckets(database, (bucket) => {
        const firstPauseMs = database.buckets.hasOne() ? 0 : SPREAD_MS * randomFraction();
        return start(name, intervalMs, () => work({ database: bucket }), firstPauseMs);
      }),
    whenDue: (queue, work) =>
      startInBuckets(database, (bucket) =>
        pollWhenDue({ database: bucket, clock, logger, scheduler, sharing }, queue, {
          work: () => work({ database: bucket }),
        }),
      ),
  };
}

/**
 * Leaves a round out while the database has not changed since a round that found nothing more to
 * do. For work that depends on rows only, and not on the time.
 */
export function whileChanging(work: BucketWork): BucketWork {
  const done = new Map<string, number>();
  return async (bucket) => {
    const { bucketId } = bucket.database;
    const count = changesOf(bucket.database).count();
    if (done.get(bucketId) === count) return false;
    done.delete(bucketId);
    const hasMore = await work(bucket);
    if (!hasMore) done.set(bucketId, count);
    return hasMore;
  };
}

/** The lines of all pollers of a process. */
interface Lines {
  /** For work in long intervals. */
  readonly line: Line;
  /** For the first rounds of work in short intervals. */
  readonly firstLine: Line;
}

const lines = new WeakMap<Database, Lines>();

function linesOf(home: Database): Lines {
  const made = lines.get(home) ?? {
    line: createLine(IN_LINE_WAIT_MS),
    firstLine: createLine(IN_LINE_WAIT_MS),
  };
  lines.set(home, made);
  return made;
}

/** Work whose first round waits in a line. */
function firstIn(line: Line, work: Work): Work {
  let isFirst = true;
  return () => {
    if (!isFirst) return work();
    isFirst = false;
    return line(work);
  };
}

/**
 * Reads the list of buckets once a minute and forgets the buckets of merchants, so that the process
 * notices new buckets, and moves by other processes.
 */
export function watchBuckets({
  database,
  logger,
  scheduler,
}: Pick<GatewayContext, 'database' | 'logger' | 'scheduler'>): RunningWork {
  return startPoller({
    name: 'buckets',
    intervalMs: BUCKETS_INTERVAL_MS,
    logger,
    scheduler,
    async work() {
      await database.buckets.refresh();
      return false;
    },
  });
}
