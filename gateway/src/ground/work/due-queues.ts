import type { Clock } from '../clock.ts';
import { HOME_BUCKET } from '../database/bucket-id.ts';
import type { Database, Statement } from '../database/database.ts';
import { planOnce } from '../database/plan-once.ts';
import { HERE } from '../database/statement-place.ts';
import { SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import { type Poller, startPoller } from './poller.ts';
import { type WorkSharing, workAlone } from './work-sharing.ts';

/** How soon work starts after it is due, also work that another host has written. */
const ASK_INTERVAL_MS = 250;
/** How often each queue is worked on without a question: a wrong question must not stop work. */
const LOOK_INTERVAL_MS = 15 * SECOND_MS;
/** How often a process that has too much work calls the others to it. */
const CALL_INTERVAL_MS = ASK_INTERVAL_MS;

/** Rows that are due at some instant. */
export interface DueQueue {
  /** The name of its work in the log. */
  readonly name: string;
  /** A query that has a row while something is due at `$1`: `select from … where …`. */
  readonly due: string;
  /** Whether its tables are those of all buckets: then it is asked for once. */
  readonly isGlobal?: true;
  /** Whether each process of a machine works on it, and claims its rows. */
  readonly isShared?: true;
}

export interface QueueDeps {
  /** The database of a bucket. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: this process works alone. */
  readonly sharing?: WorkSharing;
}

export interface QueueWork {
  /** One round; true when there may be more to do at once. Must be safe to repeat. */
  readonly work: () => Promise<boolean>;
  /** Whether this process knows of work that the question doesn't find. */
  readonly isExpected?: () => boolean;
}

/**
 * Works on the due rows of a queue in one bucket. One statement asks for all queues of the bucket
 * whether something is due, and only these are worked on: an idle gateway sends four statements a
 * second instead of some for each queue. On a shared queue a process that has more to do than one
 * round calls the others; a process that doesn't ask works when it is called or woken.
 */
export function pollWhenDue(
  deps: QueueDeps,
  queue: DueQueue,
  { work, ...known }: QueueWork,
): Poller {
  const { logger } = deps;
  const shared = shareOf(deps, queue);
  const round = shared ? () => work().then(shared.tell) : work;
  const options = { name: queue.name, intervalMs: LOOK_INTERVAL_MS, logger };
  const poller = startPoller({ ...options, work: round });
  const stopListening = shared?.onCall(poller.wake);
  const asker = askerOf(deps, queue.isGlobal === true);
  const watched = { queue, wake: poller.wake, isExpected: known.isExpected ?? (() => false) };
  asker.watched.add(watched);
  return {
    wake: poller.wake,
    async stop() {
      stopListening?.();
      asker.watched.delete(watched);
      await Promise.all([poller.stop(), asker.watched.size === 0 && asker.end()]);
    },
  };
}

/** How this process shares a queue of a bucket; undefined if each process works on it alone. */
function shareOf({ database, sharing }: QueueDeps, { name, isShared }: DueQueue) {
  if (!isShared || !sharing) return undefined;
  const work = `${database.bucketId} ${name}`;
  let calledAt = Number.NEGATIVE_INFINITY;
  return {
    /** Calls the other processes if there is more to do, and returns whether there is. */
    tell(hasMore: boolean): boolean {
      if (hasMore && performance.now() - calledAt >= CALL_INTERVAL_MS) {
        calledAt = performance.now();
        sharing.call(work);
      }
      return hasMore;
    },
    onCall: (wake: () => void) =>
      sharing.onCall((called) => {
        if (called === work) wake();
      }),
  };
}

interface WatchedQueue {
  readonly queue: DueQueue;
  readonly wake: () => void;
  readonly isExpected: () => boolean;
}

interface Asker {
  readonly watched: Set<WatchedQueue>;
  end(): Promise<void>;
}

/** The running questions: of each bucket, and of the tables of all buckets. */
const bucketAskers = new WeakMap<Database, Asker>();
const globalAskers = new WeakMap<Database, Asker>();

function askerOf(deps: QueueDeps, isGlobal: boolean): Asker {
  const { database: bucket, clock, logger, sharing = workAlone() } = deps;
  const database = isGlobal ? bucket.buckets.of(HOME_BUCKET) : bucket;
  const askers = isGlobal ? globalAskers : bucketAskers;
  const existing = askers.get(database);
  if (existing) return existing;
  const watched = new Set<WatchedQueue>();
  const work = async (): Promise<boolean> => {
    const due = sharing.isAsking ? await askDue(database, watched, clock.now()) : new Set<string>();
    for (const { queue, wake, isExpected } of watched) {
      if (due.has(queue.name) || isExpected()) wake();
    }
    return false;
  };
  const poller = startPoller({ name: 'due-queues', intervalMs: ASK_INTERVAL_MS, logger, work });
  const asker = {
    watched,
    end() {
      askers.delete(database);
      return poller.stop();
    },
  };
  askers.set(database, asker);
  return asker;
}

async function askDue(
  database: Database,
  watched: ReadonlySet<WatchedQueue>,
  now: number,
): Promise<ReadonlySet<string>> {
  if (watched.size === 0) return new Set();
  const question = questionOf([...watched].map(({ queue }) => queue));
  const rows = await database.transaction((tx) => {
    planOnce(tx);
    return tx.query<{ names: string }>(question, [new Date(now)]);
  });
  return new Set(rows.flatMap(({ names }) => names.split(' ')));
}

/** The statement that returns the names of the queues in which something is due at `$1`. */
export function questionOf(queues: readonly DueQueue[]): Statement {
  const names = [...new Map(queues.map((queue) => [queue.name, queue])).values()].map(
    ({ name, due }) => `case when exists (${due}) then '${name}' end`,
  );
  const isGlobal = queues.some((queue) => queue.isGlobal);
  return {
    // A process starts its queues one after another, and never ends some of them.
    name: `due_${isGlobal ? 'global_' : ''}queues_${names.length}`,
    place: isGlobal ? 'anywhere' : HERE,
    text: `select concat_ws(' ', ${names.join(',\n      ')}) as names`,
  };
}
