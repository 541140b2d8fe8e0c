import type { TransactionKey } from '#src/charges/read-charges.ts';
import type { Queryable } from '#src/platform/database.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

// A claim ends by itself, so a worker that dies in the middle leaves the refund to the next one.
const CLAIM_LIVE = {
  name: 'refunds_claim_live',
  text: `update refunds r set due_at = $2, send_count = r.send_count + 1
    where (r.merchant_id, r.environment, r.id) in (
      select merchant_id, environment, id from refunds
      where status = 'pending' and environment = 'live' and due_at <= $1
      order by due_at limit $3 for update skip locked
    ) returning ${REFUND_COLUMNS}, r.send_count`,
};
const ASK_AGAIN = {
  name: 'refunds_ask_again',
  text: `update refunds set due_at = $3
    where merchant_id = $1 and environment = 'live' and id = $2 and status = 'pending'`,
};

/** A live refund that a worker took up; from the second time on it may have been sent before. */
export type ClaimedRefundRow = RefundRow & { readonly send_count: bigint };

/** Live refunds that wait to be sent or asked about, for this worker until `until`. */
export function claimLiveRefunds(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<ClaimedRefundRow[]> {
  return database.query<ClaimedRefundRow>(CLAIM_LIVE, [at, until, limit]);
}

/** Sets when the bank is asked about a refund next. */
export async function askAgainAt(
  database: Queryable,
  key: TransactionKey,
  at: Date,
): Promise<void> {
  await database.query(ASK_AGAIN, [key.merchantId, key.id, at]);
}
