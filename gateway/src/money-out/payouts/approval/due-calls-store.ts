import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, run, shaped, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { type DueQueue, SERVER_UNTIL } from '#src/ground/work/due-queues.ts';

export const DUE_CALLS: DueQueue = {
  name: 'approval-calls',
  due: `select from payout_approvals where status = 'waiting' and ask_at <= now()`,
  soon: `select from payout_approvals where status = 'waiting' and ask_at <= ${SERVER_UNTIL}`,
};

const $ = paramsOf({
  ...f.SCOPE,
  /** The id of the payout. */
  id: f.uuid,
  afterMs: f.double,
  leaseMs: f.double,
  rowsMax: f.count,
});
const OF_PAYOUT = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and payout_id = ${$.id}`;

/** Leases approvals whose server is due to be called, so that no other process calls it too. */
export const leaseCalls = many(
  'payout_approvals_lease_calls',
  shaped({ ...f.SCOPE, payoutId: f.uuid }, ({ payoutId: id, ...scope }) => ({ ...scope, id })),
  sql`with due as (
      select merchant_id, environment, payout_id from payout_approvals
      where status = 'waiting' and ask_at <= now()
      order by ask_at limit ${$.rowsMax} for update skip locked
    )
    update payout_approvals a set ask_at = now() + ${$.leaseMs} * interval '1 millisecond' from due
    where (a.merchant_id, a.environment, a.payout_id)
      = (due.merchant_id, due.environment, due.payout_id)
    returning a.merchant_id, a.environment, a.payout_id`,
  HERE,
);

/** Makes the call of the server due again after `afterMs`. */
export const callAgain = run(
  'payout_approval_call_again',
  sql`update payout_approvals set ask_at = now() + ${$.afterMs} * interval '1 millisecond'
    where ${OF_PAYOUT}`,
);

/** Ends the calls about a payout whose server was removed: the members decide. */
export const stopCalls = run(
  'payout_approval_stop_calls',
  sql`update payout_approvals set ask_at = null
    where ${OF_PAYOUT}`,
);
