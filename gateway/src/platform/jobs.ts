import { EventEmitter } from 'node:events';
import {
  Logger as JobLogger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Queryable, Transaction } from './database.ts';
import type { Logger } from './log.ts';
import { startPoller } from './poller.ts';

const QUEUE_CONNECTIONS_MAX = 4;
const COMPLETE_BATCH_DELAY_MS = 20;
const POLL_INTERVAL_MS = 1_000;
const STOP_TIMEOUT_MS = 10_000;
const HEARTBEAT_INTERVAL_MS = 5_000;
const WORKER_DEAD_AFTER_SECONDS = 20;
const RESTART_PAUSE_MS = 1_000;

/** Work to be done after the transaction that asks for it. It may run twice. */
export interface JobSpec {
  readonly task: string;
  readonly payload: Readonly<Record<string, string>>;
  /** How long to wait, by the database's clock. Default 0. */
  readonly delayMs?: number;
  /** Finds the job while it waits. No two jobs may have the same key. */
  readonly key?: string;
}

/**
 * What does a job. It may run twice: it carries the identifier that makes the second run the same
 * act.
 */
export type JobHandler = (payload: Readonly<Record<string, string>>) => Promise<void>;

export interface JobRunner {
  /** Lets running jobs finish (up to 10 s) and gives the waiting ones back. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  readonly connectionString: string;
  readonly database: Queryable;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** How many jobs may run at once in this process. */
  readonly concurrency: number;
  readonly logger: Logger;
}

const ADD_JOBS = {
  name: 'jobs_add',
  text: `select count(*) from graphile_worker.add_jobs(array(
    select row(
      spec.task, spec.payload, null,
      now() + spec.delay_ms * interval '1 millisecond', null, spec.key, null, null
    )::graphile_worker.job_spec
    from json_to_recordset($1) as spec (task text, payload json, key text,
      delay_ms double precision)
  ))`,
};

const BEAT = {
  name: 'jobs_heartbeat',
  text: `insert into worker_processes (worker_id, seen_at) values ($1, now())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`,
};

const FREE_JOBS_OF_THE_DEAD = {
  name: 'jobs_free_dead',
  text: `select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker._private_jobs as jobs
    where locked_at < now() - $1 * interval '1 second' and not exists (
      select from worker_processes
      where worker_id = jobs.locked_by and seen_at > now() - $1 * interval '1 second'
    )
  ))`,
};

const FORGET_THE_DEAD = {
  name: 'jobs_forget_dead',
  text: `delete from worker_processes where seen_at < now() - interval '1 hour'`,
};

const COUNT_WAITING = {
  name: 'jobs_count_waiting',
  text: 'select count(*) as waiting from graphile_worker._private_jobs',
};

const HEALTH = {
  name: 'jobs_health',
  text: `select count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as given_up,
      extract(epoch from now() - min(run_at) filter (
        where locked_at is null and run_at <= now() and attempts < max_attempts
      ))::bigint as oldest_due_seconds,
      (select count(*) from worker_processes where seen_at > now() - $1 * interval '1 second')
        as workers
    from graphile_worker._private_jobs`,
};

/** How the queue stands, over all processes. */
export interface JobHealth {
  readonly waiting: number;
  readonly running: number;
  readonly givenUp: number;
  /** How long the oldest job that is due has waited, in seconds; null when none is due. */
  readonly oldestDueSeconds: number | null;
  /** Processes that work on jobs and have said so lately. */
  readonly workers: number;
}

/** Adds jobs in the transaction of the change that they follow from: both commit or neither. */
export function addJobs(tx: Transaction, jobs: readonly JobSpec[]): void {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => ({
    task: job.task,
    payload: job.payload,
    delay_ms: job.delayMs ?? 0,
    key: job.key ?? null,
  }));
  tx.send(ADD_JOBS, [JSON.stringify(rows)]);
}

/** How many jobs wait or run, over all processes. */
export async function countJobs(database: Queryable): Promise<number> {
  const [row] = await database.query<{ waiting: bigint }>(COUNT_WAITING, []);
  return Number(row?.waiting ?? 0n);
}

export async function readJobHealth(database: Queryable): Promise<JobHealth> {
  const [row] = await database.query<Record<string, bigint | null>>(HEALTH, [
    WORKER_DEAD_AFTER_SECONDS,
  ]);
  const count = (name: string): number => Number(row?.[name] ?? 0n);
  const oldest = row?.oldest_due_seconds ?? null;
  return {
    waiting: count('waiting'),
    running: count('running'),
    givenUp: count('given_up'),
    oldestDueSeconds: oldest === null ? null : Number(oldest),
    workers: count('workers'),
  };
}

/**
 * Runs jobs until it is stopped. The queue's own lock lasts four hours, so every runner says that
 * it lives, and frees the jobs of those that stopped saying so: after a crash they run again within
 * half a minute.
 */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { logger, database } = options;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: QUEUE_CONNECTIONS_MAX,
    application_name: 'pix-gateway jobs',
    connectionTimeoutMillis: 3_000,
  });
  const onLost = (error: Error): void =>
    logger.warn({ reason: error.message }, 'the queue lost a connection');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  let isStopping = false;
  let workerId = '';
  let runner: Runner | undefined;

  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });

  async function startRunner(): Promise<void> {
    const started = await run(runnerOptions(options, pool, events));
    runner = started;
    started.promise.then(
      () => restart('it ended'),
      (error: unknown) => restart(error),
    );
  }

  // A database that is away for long ends the runner; the gateway outlives that.
  function restart(reason: unknown): void {
    if (isStopping) return;
    logger.error({ reason: String(reason) }, 'the job runner stopped; it is started again');
    setTimeout(() => {
      if (!isStopping) startRunner().catch(restart);
    }, RESTART_PAUSE_MS);
  }

  await startRunner();
  const heartbeat = startPoller({
    name: 'job-heartbeat',
    intervalMs: HEARTBEAT_INTERVAL_MS,
    logger,
    work: async () => {
      await database.query(BEAT, [workerId]);
      await database.query(FREE_JOBS_OF_THE_DEAD, [WORKER_DEAD_AFTER_SECONDS]);
      await database.query(FORGET_THE_DEAD, []);
      return false;
    },
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.race([
        runner?.stop().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref()),
      ]);
      await heartbeat.stop();
      await pool.end();
    },
  };
}

function runnerOptions(options: JobRunnerOptions, pool: pg.Pool, events: WorkerEvents) {
  const taskList: TaskList = {};
  for (const [task, handle] of Object.entries(options.handlers)) {
    taskList[task] = (payload) => handle(payload as Readonly<Record<string, string>>);
  }
  return {
    pgPool: pool,
    taskList,
    events,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: jobLogger(options.logger),
    preset: {
      worker: {
        concurrentJobs: options.concurrency,
        pollInterval: POLL_INTERVAL_MS,
        localQueue: { size: options.concurrency },
        completeJobBatchDelay: COMPLETE_BATCH_DELAY_MS,
        failJobBatchDelay: COMPLETE_BATCH_DELAY_MS,
      },
    },
  };
}

// The queue talks of every job, and warns of a pool that is smaller than its concurrency, which its
// batches make right; only what an operator can act on is passed on.
function jobLogger(logger: Logger): JobLogger {
  return new JobLogger(() => (level, message) => {
    if (level === 'error') logger.error({ queue: message }, 'the job queue reports an error');
  });
}
