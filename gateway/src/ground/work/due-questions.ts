import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { HOME_BUCKET } from '../database/bucket-id.ts';
import type { Database, Statement } from '../database/database.ts';
import { planOnce } from '../database/plan-once.ts';
import { HERE } from '../database/statement-place.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import { changesOf } from './database-changes.ts';
import { PAUSE_AFTER_ERROR_MS, type Poller, runRound, startPoller } from './poller.ts';
import type { Scheduler } from './scheduler.ts';
import { type WorkSharing, workAlone } from './work-sharing.ts';

// Together: how soon work starts after it is due, also work that another host has written.
export const ASK_INTERVAL_MS = 200;
/** For so long the questions of a look wait for each other, and for that of a slow bucket. */
const ONE_BY_ONE_MS = 50;
/** The name of the loop that asks. */
export const QUESTIONS = 'due-queues';
/** How far a question looks ahead. Each queue is asked for at least as often. */
const AHEAD_MS = MINUTE_MS;

/** Rows that are due at some instant. */
export interface DueQueue {
  /** The name of its work in the log. */
  readonly name: string;
  /** A query that has a row while something is due at `$1`: `select from … where …`. */
  readonly due: string;
  /**
   * A query that has a row if something may be due at an instant from `$1` to `$2` without another
   * write. Default: `due` at `$2`, which is right if `due` compares with nothing but `$1`.
   */
  readonly soon?: string;
  /** Whether its tables are those of all buckets: then it is asked for once. */
  readonly isGlobal?: true;
  /** Whether each process of a machine works on it, and claims its rows. */
  readonly isShared?: true;
}

/** In `soon`: the end of the time, by the server's clock, for queues whose `due` has `now()`. */
export const SERVER_UNTIL = 'now() + ($2::timestamptz - $1::timestamptz)';

/** A queue that is asked for until `end`. */
export interface WatchedQueue {
  readonly queue: DueQueue;
  /** Called when something is due. */
  readonly wake: () => void;
  /** Whether this process knows of work that the question doesn't find. */
  readonly isExpected: () => boolean;
}

export interface QuestionDeps {
  /** The database of a bucket. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  /** Default: this process works alone. */
  readonly sharing?: WorkSharing;
}

/** The question about the tables of one bucket, or about those of all buckets. */
interface Asker {
  readonly watched: Set<WatchedQueue>;
  /** False if nothing can be due, and while a question is under way or has just failed. */
  mustAsk(): boolean;
  /** Asks, and wakes the queues in which something is due. Never throws. */
  ask(): Promise<void>;
  /** Makes the next look ask. */
  forget(): void;
  /** Waits for the question that is under way. */
  end(): Promise<void>;
}

/** The askers of one database, by bucket and kind. */
interface Ticker {
  readonly askers: Map<string, Asker>;
  readonly poller: Poller;
}

const tickers = new WeakMap<Database, Ticker>();

/**
 * Wakes a queue while something is due in it. Five times a second the process looks whether the
 * database has changed. If not, only time can make something due, and the last question has looked
 * ahead: so an idle database is not asked, also with many buckets. One statement asks for all
 * queues of a bucket. Each bucket is asked separately, so that a slow one delays no other.
 * @returns the function that ends it.
 */
export function watchQueue(deps: QuestionDeps, watched: WatchedQueue): () => Promise<void> {
  const home = deps.database.buckets.of(HOME_BUCKET);
  const database = watched.queue.isGlobal ? home : deps.database;
  const key = watched.queue.isGlobal ? 'all buckets' : database.bucketId;
  const ticker = tickers.get(home) ?? startTicking({ ...deps, database: home });
  tickers.set(home, ticker);
  const asker = ticker.askers.get(key) ?? createAsker({ ...deps, database });
  ticker.askers.set(key, asker);
  asker.watched.add(watched);
  asker.forget();
  return async () => {
    asker.watched.delete(watched);
    if (asker.watched.size > 0) return;
    ticker.askers.delete(key);
    if (ticker.askers.size === 0) tickers.delete(home);
    await Promise.all([ticker.askers.size === 0 && ticker.poller.stop(), asker.end()]);
  };
}

function startTicking(deps: QuestionDeps): Ticker {
  const { database, logger, scheduler, sharing = workAlone() } = deps;
  const askers = new Map<string, Asker>();
  const changes = changesOf(database);
  const work = async (): Promise<boolean> => {
    for (const { watched } of askers.values()) {
      for (const { isExpected, wake } of watched) if (isExpected()) wake();
    }
    if (!sharing.isAsking) return false;
    await changes.look();
    const asking = [...askers.values()].filter((asker) => asker.mustAsk());
    if (asking.length === 0) return false;
    // One after another, so that an idle process needs few connections.
    const isTimeOver = pause(ONE_BY_ONE_MS, undefined, { ref: false });
    for (const asker of asking) await Promise.race([asker.ask(), isTimeOver]);
    return false;
  };
  const options = { name: QUESTIONS, intervalMs: ASK_INTERVAL_MS, logger, work, scheduler };
  return { askers, poller: startPoller(options) };
}

function createAsker({ database, clock, logger, scheduler }: QuestionDeps): Asker {
  const watched = new Set<WatchedQueue>();
  const changes = changesOf(database);
  /** While the count of changes is this one, nothing is due before `until`. */
  let quiet: { readonly count: number; readonly until: number } | undefined;
  let underWay: Promise<void> | undefined;
  let notBefore = Number.NEGATIVE_INFINITY;

  async function work(): Promise<boolean> {
    const asked = [...watched];
    const count = changes.count();
    const until = clock.now() + AHEAD_MS;
    const answer = await askDue(database, asked, until);
    const due = new Set(answer.names.split(' '));
    for (const { queue, wake } of watched) if (due.has(queue.name)) wake();
    // A queue that was added meanwhile was not asked for.
    const isComplete = asked.length === watched.size && asked.every((each) => watched.has(each));
    const isQuiet = answer.names === '' && !answer.is_soon && isComplete;
    quiet = isQuiet ? { count, until } : undefined;
    return false;
  }

  async function ask(): Promise<void> {
    const result = await runRound({ name: QUESTIONS, logger, work });
    if (result === 'failed') notBefore = scheduler.monotonic() + PAUSE_AFTER_ERROR_MS;
    underWay = undefined;
  }

  return {
    watched,
    mustAsk() {
      if (underWay || scheduler.monotonic() < notBefore) return false;
      return quiet?.count !== changes.count() || clock.now() >= quiet.until;
    },
    ask() {
      quiet = undefined;
      underWay = ask();
      return underWay;
    },
    forget() {
      quiet = undefined;
    },
    end: async () => underWay,
  };
}

interface Answer extends Record<string, unknown> {
  /** The names of the queues in which something is due, separated by spaces. */
  readonly names: string;
  /** Whether something may be due soon. */
  readonly is_soon: boolean;
}

async function askDue(
  database: Database,
  asked: readonly WatchedQueue[],
  until: number,
): Promise<Answer> {
  const question = questionOf(asked.map(({ queue }) => queue));
  const instants = [new Date(until - AHEAD_MS), new Date(until)];
  const [answer] = await database.transaction((tx) => {
    planOnce(tx);
    return tx.query<Answer>(question, instants);
  });
  if (!answer) throw new Error('a question without an answer');
  return answer;
}

/**
 * The statement that returns the names of the queues in which something is due at `$1`, and whether
 * something may be due until `$2`.
 */
function questionOf(queues: readonly DueQueue[]): Statement {
  const different = [...new Map(queues.map((queue) => [queue.name, queue])).values()];
  const isGlobal = queues.some((queue) => queue.isGlobal);
  const names = different.map(({ name, due }) => `case when exists (${due}) then '${name}' end`);
  const soon = different.map(
    ({ due, soon: own = due.replaceAll('$1', '$2') }) => `exists (${own})`,
  );
  return {
    // A process starts its queues one after another, and never ends some of them.
    name: `due_${isGlobal ? 'global_' : ''}queues_${names.length}`,
    place: isGlobal ? 'anywhere' : HERE,
    text: `select concat_ws(' ', ${names.join(',\n      ')}) as names,
      ${soon.join('\n      or ')} as is_soon`,
  };
}
