import { EventEmitter } from 'node:events';
import {
  Logger as JobLogger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Queryable } from '../database/database.ts';
import { type HostPool, openPool } from '../database/pool.ts';
import type { Logger } from '../log.ts';
import { WORKER_DEAD_AFTER_SECONDS } from './jobs.ts';
import { startPoller } from './poller.ts';

const QUEUE_CONNECTIONS_MAX = 4;
const COMPLETE_BATCH_DELAY_MS = 20;
const POLL_INTERVAL_MS = 1_000;
const STOP_TIMEOUT_MS = 10_000;
const HEARTBEAT_INTERVAL_MS = 5_000;
const RESTART_PAUSE_MS = 1_000;
/** After so many errors of the queue in a row, without a successful poll, it is restarted. */
const ERRORS_MAX = 5;

/** Runs a job. It may run twice for one job, so handlers must be idempotent. */
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

/**
 * Runs jobs until it is stopped. The queue's own lock lasts four hours, so every runner writes a
 * heartbeat and frees the jobs of runners without one: after a crash they run again within half a
 * minute.
 */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { logger, database } = options;
  const pool = openQueuePool(options);
  const runner = keepRunner(options, pool);
  await runner.start();
  const heartbeat = startPoller({
    name: 'job-heartbeat',
    intervalMs: HEARTBEAT_INTERVAL_MS,
    logger,
    work: async () => {
      await database.query(BEAT, [runner.workerId()]);
      await database.query(FREE_JOBS_OF_THE_DEAD, [WORKER_DEAD_AFTER_SECONDS]);
      await database.query(FORGET_THE_DEAD, []);
      return false;
    },
  });
  return {
    async stop() {
      await runner.stop();
      await heartbeat.stop();
      await pool.end();
    },
  };
}

function openQueuePool({ connectionString, logger }: JobRunnerOptions): HostPool {
  return openPool({
    connectionString,
    connectionsMax: QUEUE_CONNECTIONS_MAX,
    applicationName: 'pix-gateway jobs',
    onLost: ({ message: reason }) => logger.warn({ reason }, 'the queue lost a connection'),
  });
}

/** Starts the queue's runner and restarts it when it ends or can't fetch jobs. */
function keepRunner(options: JobRunnerOptions, pool: HostPool) {
  let isStopping = false;
  let workerId = '';
  let runner: Runner | undefined;
  let errorsInARow = 0;

  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
  });
  events.on('localQueue:getJobs:complete', () => {
    errorsInARow = 0;
  });

  async function start(): Promise<void> {
    const started = await run(runnerOptions(options, pool, { events, onError: countError }));
    runner = started;
    started.promise.then(
      () => restart('it ended'),
      (error: unknown) => restart(error),
    );
  }

  // graphile-worker 0.18 never repeats its first query (the ids of its tasks) after a failure: one
  // late connection would stop all jobs until the process restarts.
  function countError(): void {
    errorsInARow += 1;
    if (errorsInARow < ERRORS_MAX || isStopping || !runner) return;
    errorsInARow = 0;
    const ended = runner;
    runner = undefined;
    ended.stop().catch(() => {});
  }

  // A database that doesn't answer for long ends the runner, but not the gateway.
  function restart(reason: unknown): void {
    if (isStopping) return;
    options.logger.error({ reason: String(reason) }, 'the job runner stopped; it is started again');
    setTimeout(() => {
      if (!isStopping) start().catch(restart);
    }, RESTART_PAUSE_MS);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.race([
      runner?.stop().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref()),
    ]);
  }

  return { start, stop, workerId: () => workerId };
}

interface RunnerHooks {
  readonly events: WorkerEvents;
  readonly onError: () => void;
}

function runnerOptions(
  options: JobRunnerOptions,
  pool: HostPool,
  { events, onError }: RunnerHooks,
) {
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
    logger: jobLogger(options.logger, onError),
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

// The queue logs every job, and warns of a pool that is smaller than its concurrency, which is
// correct because its queries are batched. Only errors are passed on.
function jobLogger(logger: Logger, onError: () => void): JobLogger {
  return new JobLogger(() => (level, message) => {
    if (level !== 'error') return;
    logger.error({ queue: message }, 'the job queue reports an error');
    onError();
  });
}
