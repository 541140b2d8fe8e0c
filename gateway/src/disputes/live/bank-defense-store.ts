import * as f from '#src/ground/database/fields.ts';
import { countRows, paramsOf, run, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf({
  ...f.SCOPE,
  id: f.uuid,
  /** The end of the claim, which identifies it. */
  claim: f.instant,
  at: f.instant,
  nextAt: f.instant,
  progressUncertainAt: f.orNull(f.instant),
});
const IS_CLAIMED = sql`f.merchant_id = ${$.merchantId} and f.environment = ${$.environment}
      and f.id = ${$.id} and f.status = 'waiting'
      and f.due_at = ${$.claim}`;

/** Writes that an attempt to send begins: 0 when another worker has the defence. */
export const beginAttempt = countRows(
  'dispute_defenses_begin_attempt',
  sql`update dispute_defenses f set uncertain_at = ${$.at}
    where ${IS_CLAIMED}
    returning f.id`,
);

/** Writes the progress of a defence after a step that has not ended it. */
export const saveProgress = run(
  'dispute_defenses_save_progress',
  sql`update dispute_defenses f set due_at = ${$.nextAt}, uncertain_at = ${$.progressUncertainAt}
    where ${IS_CLAIMED}`,
);
