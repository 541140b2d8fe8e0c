import type { Clock } from '../clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { planOnce } from '../database/plan-once.ts';
import { HERE } from '../database/statement-place.ts';
import { SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import { type Poller, startPoller } from './poller.ts';
import { type RunningWork, startInBuckets } from './start-in-buckets.ts';

/** How soon work starts after it is due, also work that another host has written. */
const ASK_INTERVAL_MS = 250;
/** How often each queue is worked on without a question: a wrong question must not stop work. */
const LOOK_INTERVAL_MS = 15 * SECOND_MS;

/** Rows of a bucket that are due at some instant. */
export interface DueQueue {
  /** The name of its work in the log. */
  readonly name: string;
  /** A query that has a row while something is due at `$1`: `select from … where …`. */
  readonly due: string;
}

/** The work on a queue in one bucket. */
export interface QueueWork {
  readonly queue: DueQueue;
  /** One round; true when there may be more to do at once. Must be safe to repeat. */
  readonly round: () => Promise<boolean>;
}

export interface DueQueuesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Works on due rows in each bucket. One statement asks for all queues of a bucket whether something
 * is due, and only these are worked on: an idle gateway sends four statements a second instead of
 * some for each queue.
 * @param worksOf the work of a bucket, the same queues for each.
 */
export function startDueQueues(
  { database, clock, logger }: DueQueuesDeps,
  worksOf: (bucket: Database) => readonly QueueWork[],
): RunningWork {
  return startInBuckets(database, (bucket) => {
    const works = worksOf(bucket);
    const pollers = new Map<string, Poller>(
      works.map(({ queue: { name }, round }) => [
        name,
        startPoller({ name, intervalMs: LOOK_INTERVAL_MS, logger, work: round }),
      ]),
    );
    const question = questionOf(works.map(({ queue }) => queue));
    const asker = startPoller({
      ...{ name: 'due-queues', intervalMs: ASK_INTERVAL_MS, logger },
      async work() {
        for (const name of await ask(bucket, question, clock.now())) pollers.get(name)?.wake();
        return false;
      },
    });
    return {
      async stop() {
        await Promise.all([asker, ...pollers.values()].map((poller) => poller.stop()));
      },
    };
  });
}

/** The statement that returns the names of the queues in which something is due at `$1`. */
export function questionOf(queues: readonly DueQueue[]): Statement {
  const names = queues.map(({ name, due }) => `case when exists (${due}) then '${name}' end`);
  return {
    name: 'due_queues',
    place: HERE,
    text: `select concat_ws(' ', ${names.join(',\n      ')}) as names`,
  };
}

async function ask(database: Database, question: Statement, now: number): Promise<string[]> {
  const rows = await database.transaction((tx) => {
    planOnce(tx);
    return tx.query<{ names: string }>(question, [new Date(now)]);
  });
  return rows.flatMap(({ names }) => (names === '' ? [] : names.split(' ')));
}
