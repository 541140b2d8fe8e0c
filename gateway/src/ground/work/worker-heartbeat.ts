import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import { type Poller, startPoller } from './poller.ts';

const INTERVAL_MS = 5 * SECOND_MS;
/** A worker counts as dead when its last heartbeat is older than this. */
const DEAD_AFTER_SECONDS = 20;

const BEAT = {
  name: 'worker_beat',
  text: `insert into worker_processes (worker_id, seen_at) values ($1, now())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`,
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
export function startHeartbeat(database: Queryable, logger: Logger): Poller {
  const workerId = randomUUID();
  return startPoller({
    name: 'worker-heartbeat',
    intervalMs: INTERVAL_MS,
    logger,
    work: async () => {
      await database.query(BEAT, [workerId]);
      await database.query(FORGET_THE_DEAD, []);
      return false;
    },
  });
}

/** How many workers live, over all processes. */
export async function countWorkers(database: Queryable): Promise<number> {
  const [row] = await database.query<{ workers: bigint }>(COUNT, [DEAD_AFTER_SECONDS]);
  return Number(row?.workers ?? 0n);
}
