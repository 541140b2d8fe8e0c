import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { type DueQueue, SERVER_UNTIL } from '#src/ground/work/due-queues.ts';
import type { PayoutKey } from '../payout.ts';

export const DUE_CALLS: DueQueue = {
  name: 'approval-calls',
  due: `select from payout_approvals where status = 'waiting' and ask_at <= now()`,
  soon: `select from payout_approvals where status = 'waiting' and ask_at <= ${SERVER_UNTIL}`,
};
const LEASE = {
  name: 'payout_approvals_lease_calls',
  place: HERE,
  text: `with due as (
      select merchant_id, environment, payout_id from payout_approvals
      where status = 'waiting' and ask_at <= now()
      order by ask_at limit $1 for update skip locked
    )
    update payout_approvals a set ask_at = now() + $2 * interval '1 millisecond' from due
    where (a.merchant_id, a.environment, a.payout_id)
      = (due.merchant_id, due.environment, due.payout_id)
    returning a.merchant_id, a.environment, a.payout_id`,
};
const CALL_AGAIN = {
  name: 'payout_approval_call_again',
  text: `update payout_approvals set ask_at = now() + $4 * interval '1 millisecond'
    where merchant_id = $1 and environment = $2 and payout_id = $3`,
};
const STOP_CALLS = {
  name: 'payout_approval_stop_calls',
  text: `update payout_approvals set ask_at = null
    where merchant_id = $1 and environment = $2 and payout_id = $3`,
};

/** Leases approvals whose server is due to be called, so that no other process calls it too. */
export async function leaseCalls(
  database: Queryable,
  wanted: { readonly rowsMax: number; readonly leaseMs: number },
): Promise<PayoutKey[]> {
  const rows = await database.query<{
    merchant_id: string;
    environment: Environment;
    payout_id: string;
  }>(LEASE, [wanted.rowsMax, wanted.leaseMs]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.payout_id,
  }));
}

/** Makes the call of the server due again after `afterMs`. */
export async function callAgain(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
  afterMs: number,
): Promise<void> {
  await database.query(CALL_AGAIN, [merchantId, environment, id, afterMs]);
}

/** Ends the calls about a payout whose server was removed: the members decide. */
export async function stopCalls(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
): Promise<void> {
  await database.query(STOP_CALLS, [merchantId, environment, id]);
}
