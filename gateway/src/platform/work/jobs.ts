import type { Queryable, Transaction } from '../database/database.ts';

/** A worker without a heartbeat for so many seconds counts as dead. */
export const WORKER_DEAD_AFTER_SECONDS = 20;

/** Work for after the transaction that adds it. It may run twice. */
export interface JobSpec {
  readonly task: string;
  readonly payload: Readonly<Record<string, string>>;
  /** How long to wait, by the database's clock. Default 0. */
  readonly delayMs?: number;
  /** Finds the job while it waits. No two jobs may have the same key. */
  readonly key?: string;
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

const COUNT_WAITING = {
  name: 'jobs_count_waiting',
  text: 'select count(*) as waiting from graphile_worker._private_jobs',
};

const HEALTH = {
  name: 'jobs_health',
  text: `select count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as exhausted,
      extract(epoch from now() - min(run_at) filter (
        where locked_at is null and run_at <= now() and attempts < max_attempts
      ))::bigint as oldest_due_seconds,
      (select count(*) from worker_processes where seen_at > now() - $1 * interval '1 second')
        as workers
    from graphile_worker._private_jobs`,
};

/** The state of the queue over all processes. */
export interface JobHealth {
  readonly waiting: number;
  readonly running: number;
  readonly exhausted: number;
  /** How long the oldest job that is due has waited, in seconds; null when none is due. */
  readonly oldestDueSeconds: number | null;
  /** Processes that run jobs and have a recent heartbeat. */
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

/** Reads the state of the queue. */
export async function readJobHealth(database: Queryable): Promise<JobHealth> {
  const [row] = await database.query<Record<string, bigint | null>>(HEALTH, [
    WORKER_DEAD_AFTER_SECONDS,
  ]);
  const count = (name: string): number => Number(row?.[name] ?? 0n);
  const oldest = row?.oldest_due_seconds ?? null;
  return {
    waiting: count('waiting'),
    running: count('running'),
    exhausted: count('exhausted'),
    oldestDueSeconds: oldest === null ? null : Number(oldest),
    workers: count('workers'),
  };
}
