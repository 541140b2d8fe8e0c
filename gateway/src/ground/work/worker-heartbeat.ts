import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { one, param, run, shaped, sql } from '../database/sql.ts';
import { HOUR_MS, SECOND_MS } from '../durations.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { changesOf } from './database-changes.ts';
import { type Poller, startPoller } from './poller.ts';

const INTERVAL_MS = 5 * SECOND_MS;
const FORGET_INTERVAL_MS = HOUR_MS;
/** A worker counts as dead when its last heartbeat is older than this. */
const DEAD_AFTER_SECONDS = 20;

const writeBeat = run(
  'worker_beat',
  sql`insert into worker_processes (worker_id, seen_at)
    values (${param('workerId', f.uuid)}, now())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`,
);
const selectTransaction = one(
  'worker_beat_transaction',
  { id: f.text },
  sql`select pg_current_xact_id()::text as id`,
);
const forgetTheDead = run(
  'worker_forget_dead',
  sql`delete from worker_processes where seen_at < now() - interval '1 hour'`,
);
const countSeen = one(
  'worker_count',
  shaped({ workers: f.count }, ({ workers }) => workers),
  sql`select count(*) as workers from worker_processes
    where seen_at > now() - ${param('seconds', f.double)} * interval '1 second'`,
);

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
      await forgetTheDead(database);
      forgottenAt = performance.now();
      return false;
    },
  });
}

/** Writes a beat; due checks must not take it for a change of the database (`changesOf`). */
async function beat(database: Database, workerId: string): Promise<void> {
  // The changes of a cluster are not compared.
  if (!database.buckets.areOnOneServer()) {
    await writeBeat(database, { workerId });
    return;
  }
  const [, { id }] = await database.transaction((tx) =>
    Promise.all([writeBeat(tx, { workerId }), selectTransaction(tx)]),
  );
  changesOf(database).ignore(BigInt(id));
}

/** How many workers live, over all processes. */
export function countWorkers(database: Queryable): Promise<number> {
  return countSeen(database, { seconds: DEAD_AFTER_SECONDS });
}
