import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { type DueQueue, SERVER_UNTIL } from '#src/ground/work/due-queues.ts';
import type { PayoutKey } from '../payout-store.ts';

export const DUE_QUESTIONS: DueQueue = {
  name: 'approval-questions',
  due: `select from payout_approvals where status = 'waiting' and ask_at <= now()`,
  soon: `select from payout_approvals where status = 'waiting' and ask_at <= ${SERVER_UNTIL}`,
};
const LEASE = {
  name: 'payout_approvals_lease_questions',
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
const ASK_AGAIN = {
  name: 'payout_approval_ask_again',
  text: `update payout_approvals set ask_at = now() + $4 * interval '1 millisecond'
    where merchant_id = $1 and environment = $2 and payout_id = $3`,
};
const ASK_NO_MORE = {
  name: 'payout_approval_ask_no_more',
  text: `update payout_approvals set ask_at = null
    where merchant_id = $1 and environment = $2 and payout_id = $3`,
};

/** Leases approvals whose server is to be asked, so that no other process asks meanwhile. */
export async function leaseQuestions(
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

/** Makes the question to the server due again after `afterMs`. */
export async function askAgain(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
  afterMs: number,
): Promise<void> {
  await database.query(ASK_AGAIN, [merchantId, environment, id, afterMs]);
}

/** Ends the questions about a payout whose server was removed: the members decide. */
export async function stopAsking(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
): Promise<void> {
  await database.query(ASK_NO_MORE, [merchantId, environment, id]);
}
