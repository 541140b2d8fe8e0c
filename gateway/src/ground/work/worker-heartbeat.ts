import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../database/database.ts';
import { HOUR_MS, SECOND_MS } from '../durations.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { changesOf } from './database-changes.ts';
import { type Poller, startPoller } from './poller.ts';

const INTERVAL_MS = 5 * SECOND_MS;
const FORGET_INTERVAL_MS = HOUR_MS;
/** A worker counts as dead when its last heartbeat is older than this. */
const DEAD_AFTER_SECONDS = 20;

const BEAT = {
  name: 'worker_beat',
  text: `insert into worker_processes (worker_id, seen_at) values ($1, now())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`,
};
const TRANSACTION = {
  name: 'worker_beat_transaction',
  text: 'select pg_current_xact_id()::text as id',
};
const FORGET_THE_DEAD = {
  name: 'worker_forget_dead',
  text: `delete from worker_processes where seen_at < now() - interval '1 hour'`,
};
const COUNT = {
  name: 'worker_count',
  text: `select count(*) as workers from worker_processes
    where seen_at > now() - $1 * interval '1 second'`,
};

/** Writes every few seconds that this worker lives, for the operators' health page. */
export function startHeartbeat({
  database,
  logger,
  scheduler,
}: Pick<GatewayContext, 'database' | 'logger' | 'scheduler'>): Poller {
  const workerId = randomUUID();
  let forgottenAt = Number.NEGATIVE_INFINITY;
  return startPoller({
    name: 'worker-heartbeat',
    intervalMs: INTERVAL_MS,
    logger,
    scheduler,
    work: async () => {
      await beat(database, workerId);
      if (performance.now() - forgottenAt < FORGET_INTERVAL_MS) return false;
      await database.query(FORGET_THE_DEAD, []);
      forgottenAt = performance.now();
      return false;
    },
  });
}

/** Writes a beat; due checks must not take it for a change of the database (`changesOf`). */
async function beat(database: Database, workerId: string): Promise<void> {
  // The changes of a cluster are not compared.
  if (!database.buckets.areOnOneServer()) {
    await database.query(BEAT, [workerId]);
    return;
  }
  const [transaction] = await database.transaction((tx) => {
    tx.send(BEAT, [workerId]);
    return tx.query<{ id: string }>(TRANSACTION, []);
  });
  if (transaction) changesOf(database).ignore(BigInt(transaction.id));
}

/** How many workers live, over all processes. */
export async function countWorkers(database: Queryable): Promise<number> {
  const [row] = await database.query<{ workers: bigint }>(COUNT, [DEAD_AFTER_SECONDS]);
  return Number(row?.workers ?? 0n);
}
