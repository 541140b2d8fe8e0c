import type { NextCheck } from '#src/bank/orders/check-schedule.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

// A claim expires, so that another worker claims the refund after a crash.
const CLAIM = {
  name: 'refunds_claim_checks',
  place: HERE,
  text: `update refunds r set check_due_at = $2, check_count = r.check_count + 1
    where (r.merchant_id, r.environment, r.id) in (
      select merchant_id, environment, id from refunds
      where check_due_at <= $1 and ${isNotSetAside('refund_check', 'refunds.id')}
      order by check_due_at limit $3 for update skip locked
    ) returning ${REFUND_COLUMNS}, r.check_count`,
};
// A call-back during the check has set another time than the claim's end: that time stays.
const END = {
  name: 'refunds_end_check',
  text: `update refunds set check_due_at = $4,
      check_count = case when $5 then check_count else 0 end
    where merchant_id = $1 and environment = 'live' and id = $2 and check_due_at = $3`,
};
const MARK_DONE_LATE = {
  name: 'refunds_mark_done_late',
  text: `update refunds r set status = 'done', is_late = true, done_at = $3, return_id = $4,
      failure_code = null, failure_message = null, check_due_at = null
    where r.merchant_id = $1 and r.environment = 'live' and r.id = $2 and r.status = 'failed'
    returning ${REFUND_COLUMNS}`,
};

/** A failed refund that a worker claimed, with the number of checks in a row without an answer. */
export type ClaimedCheckRow = RefundRow & { readonly check_count: bigint };

/** Claims failed refunds about which the bank is due to be asked, for this worker until `until`. */
export function claimChecks(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<ClaimedCheckRow[]> {
  return database.query<ClaimedCheckRow>(CLAIM, [at, until, limit]);
}

/** Writes when the bank is asked next about a refund that this worker claimed until `claim`. */
export async function endCheck(
  database: Queryable,
  { merchantId, id }: TransactionKey,
  { claim, next }: { claim: Date; next: NextCheck },
): Promise<void> {
  await database.query(END, [merchantId, id, claim, next.at, next.isRepeat]);
}

/** Marks a failed refund as done; undefined when the refund is not failed. */
export async function markDoneLate(
  tx: Transaction,
  { merchantId, id }: TransactionKey,
  { at, returnId }: { at: Date; returnId: string | null },
): Promise<RefundRow | undefined> {
  return (await tx.query<RefundRow>(MARK_DONE_LATE, [merchantId, id, at, returnId]))[0];
}
