import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { HOME_BUCKET } from '../database/bucket-id.ts';
import type { Database, Statement } from '../database/database.ts';
import { planAtFirst } from '../database/plan-once.ts';
import { HERE } from '../database/statement-place.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import { changesOf } from './database-changes.ts';
import { PAUSE_AFTER_ERROR_MS, type Poller, runRound, startPoller } from './poller.ts';
import type { Scheduler } from './scheduler.ts';
import { type WorkSharing, workAlone } from './work-sharing.ts';

// Together: how soon work starts after it is due, also work that another host has written.
export const CHECK_INTERVAL_MS = 200;
/** The longest time for which the checks of one round run one after another. */
const ONE_BY_ONE_MS = 50;
/** The name of the loop of due checks. */
export const DUE_CHECKS = 'due-queues';
/** How far ahead a check covers. Each queue is checked at least as often. */
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
  /** Whether its tables are those of all buckets: then it is checked once. */
  readonly isGlobal?: true;
  /** Whether each process of a machine works on it, and claims its rows. */
  readonly isShared?: true;
}

/** In `soon`: the end of the time, by the server's clock, for queues whose `due` has `now()`. */
export const SERVER_UNTIL = 'now() + ($2::timestamptz - $1::timestamptz)';

/** A queue whose due rows are watched for. */
export interface WatchedQueue {
  readonly queue: DueQueue;
  /** Called when something is due. */
  readonly wake: () => void;
  /** Whether this process knows of work that a due check doesn't find. */
  readonly hasOtherWork: () => boolean;
}

export interface QueueDeps {
  /** The database of a bucket. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  /** Default: this process works alone. */
  readonly sharing?: WorkSharing;
}

/** The due check of the tables of one bucket, or of those of all buckets. */
interface DueCheck {
  readonly watched: Set<WatchedQueue>;
  /** False if nothing can be due, and while it runs or has just failed. */
  mustRun(): boolean;
  /** Reads what is due, and wakes its queues. Never throws. */
  run(): Promise<void>;
  /** Makes the next round run it. */
  forget(): void;
  /** Waits until it no longer runs. */
  end(): Promise<void>;
}

/** The due checks of one database, by bucket and kind. */
interface Ticker {
  readonly checks: Map<string, DueCheck>;
  readonly poller: Poller;
}

const tickers = new WeakMap<Database, Ticker>();

/**
 * Wakes a queue while something is due in it. Five times a second the process reads whether the
 * database has changed. If not, only time can make something due, and the last due check covers the
 * next minute: so an idle database is not checked, also with many buckets. One statement checks all
 * queues of a bucket. Each bucket is checked separately, so that a slow one delays no other.
 * @returns the function that ends it.
 */
export function watchQueue(deps: QueueDeps, watched: WatchedQueue): () => Promise<void> {
  const home = deps.database.buckets.of(HOME_BUCKET);
  const database = watched.queue.isGlobal ? home : deps.database;
  const key = watched.queue.isGlobal ? 'all buckets' : database.bucketId;
  const ticker = tickers.get(home) ?? startTicking({ ...deps, database: home });
  tickers.set(home, ticker);
  const check = ticker.checks.get(key) ?? createDueCheck({ ...deps, database });
  ticker.checks.set(key, check);
  check.watched.add(watched);
  check.forget();
  return async () => {
    check.watched.delete(watched);
    if (check.watched.size > 0) return;
    ticker.checks.delete(key);
    if (ticker.checks.size === 0) tickers.delete(home);
    await Promise.all([ticker.checks.size === 0 && ticker.poller.stop(), check.end()]);
  };
}

function startTicking(deps: QueueDeps): Ticker {
  const { database, logger, scheduler, sharing = workAlone() } = deps;
  const checks = new Map<string, DueCheck>();
  const changes = changesOf(database);
  const work = async (): Promise<boolean> => {
    for (const { watched } of checks.values()) {
      for (const { hasOtherWork, wake } of watched) if (hasOtherWork()) wake();
    }
    if (!sharing.isChecking) return false;
    await changes.read();
    const toRun = [...checks.values()].filter((check) => check.mustRun());
    if (toRun.length === 0) return false;
    // One after another, so that an idle process needs few connections.
    const isTimeOver = pause(ONE_BY_ONE_MS, undefined, { ref: false });
    for (const check of toRun) await Promise.race([check.run(), isTimeOver]);
    return false;
  };
  const options = { name: DUE_CHECKS, intervalMs: CHECK_INTERVAL_MS, logger, work, scheduler };
  return { checks, poller: startPoller(options) };
}

function createDueCheck({ database, clock, logger, scheduler }: QueueDeps): DueCheck {
  const watched = new Set<WatchedQueue>();
  const changes = changesOf(database);
  /** While the count of changes is this one, nothing is due before `until`. */
  let quiet: { readonly count: number; readonly until: number } | undefined;
  let underWay: Promise<void> | undefined;
  let notBefore = Number.NEGATIVE_INFINITY;

  async function work(): Promise<boolean> {
    const checked = [...watched];
    const count = changes.count();
    const until = clock.now() + AHEAD_MS;
    const answer = await readDue(database, checked, until);
    const due = new Set(answer.names.split(' '));
    for (const { queue, wake } of watched) if (due.has(queue.name)) wake();
    // A queue that was added meanwhile was not checked.
    const isComplete =
      checked.length === watched.size && checked.every((each) => watched.has(each));
    const isQuiet = answer.names === '' && !answer.is_soon && isComplete;
    quiet = isQuiet ? { count, until } : undefined;
    return false;
  }

  async function run(): Promise<void> {
    const result = await runRound({ name: DUE_CHECKS, logger, work });
    if (result === 'failed') notBefore = scheduler.monotonic() + PAUSE_AFTER_ERROR_MS;
    underWay = undefined;
  }

  return {
    watched,
    mustRun() {
      if (underWay || scheduler.monotonic() < notBefore) return false;
      return quiet?.count !== changes.count() || clock.now() >= quiet.until;
    },
    run() {
      quiet = undefined;
      underWay = run();
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

async function readDue(
  database: Database,
  checked: readonly WatchedQueue[],
  until: number,
): Promise<Answer> {
  const statement = statementOf(checked.map(({ queue }) => queue));
  const instants = [new Date(until - AHEAD_MS), new Date(until)];
  const [answer] = await database.transaction((tx) => {
    planAtFirst(tx);
    return tx.query<Answer>(statement, instants);
  });
  if (!answer) throw new Error('a due check has no row');
  return answer;
}

/**
 * The statement that returns the names of the queues in which something is due at `$1`, and whether
 * something may be due until `$2`.
 */
function statementOf(queues: readonly DueQueue[]): Statement {
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
