import type { Queryable } from '#src/ground/database/database.ts';
import type { DueDefense } from '../send-defenses.ts';

const BEGIN_ATTEMPT = {
  name: 'dispute_defenses_begin_attempt',
  text: `update dispute_defenses f set uncertain_at = $5
    where f.merchant_id = $1 and f.environment = $2 and f.id = $3 and f.status = 'waiting'
      and f.due_at = $4
    returning f.id`,
};
const SAVE_PROGRESS = {
  name: 'dispute_defenses_save_progress',
  text: `update dispute_defenses f set due_at = $5, uncertain_at = $6
    where f.merchant_id = $1 and f.environment = $2 and f.id = $3 and f.status = 'waiting'
      and f.due_at = $4`,
};

/** Writes that an attempt to send begins; false when another worker has the defence. */
export async function beginAttempt(
  database: Queryable,
  { merchantId, environment, id, claim }: DueDefense,
  at: Date,
): Promise<boolean> {
  const values = [merchantId, environment, id, claim, at];
  return (await database.query(BEGIN_ATTEMPT, values)).length > 0;
}

/** Writes the progress of a defence after a step that has not ended it. */
export async function saveProgress(
  database: Queryable,
  { merchantId, environment, id, claim }: DueDefense,
  { nextAt, uncertainAt }: { nextAt: Date; uncertainAt: Date | null },
): Promise<void> {
  const values = [merchantId, environment, id, claim, nextAt, uncertainAt];
  await database.query(SAVE_PROGRESS, values);
}
