import type { Transaction } from '../database/database.ts';

const ADVANCE = {
  name: 'jobs_advance',
  text: `select count(*) from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker._private_jobs where key = any($1) and locked_at is null),
    run_at => now(), attempts => 0)`,
};

/** Makes the waiting jobs with these keys due now. Jobs that run already are left alone. */
export async function advanceJobs(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.query(ADVANCE, [keys]);
}
