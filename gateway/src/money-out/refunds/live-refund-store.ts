import type { OrderProgress } from '#src/bank/orders/find-before-send.ts';
import type { WithdrawnColumns } from '#src/bank/orders/withdrawn-orders.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

// A claim expires, so that another worker claims the refund after a crash. The claim's end
// identifies it: a worker that finds another end in the row has lost the refund.
const CLAIM_LIVE = {
  name: 'refunds_claim_live',
  place: HERE,
  text: `update refunds r set due_at = $2, send_count = r.send_count + 1
    where (r.merchant_id, r.environment, r.id) in (
      select merchant_id, environment, id from refunds
      where status = 'pending' and environment = 'live' and due_at <= $1
        and ${isNotSetAside('refund', 'refunds.id')}
      order by due_at limit $3 for update skip locked
    ) returning ${REFUND_COLUMNS}, r.send_count, r.uncertain_at, r.is_known_at_bank,
      r.withdrawn_code, r.withdrawn_message`,
};
const BEGIN_ATTEMPT = {
  name: 'refunds_begin_attempt',
  text: `update refunds r set uncertain_at = $4
    where r.merchant_id = $1 and r.environment = 'live' and r.id = $2 and r.status = 'pending'
      and r.due_at = $3 and r.held_at is null
      and (r.released_at is not null or not exists (
        select from merchants m where m.merchant_id = r.merchant_id and m.status = 'suspended'
      ))
    returning r.id`,
};
// A call-back during the step has set another time: that time stays.
const SAVE_PROGRESS = {
  name: 'refunds_save_progress',
  text: `update refunds set is_known_at_bank = is_known_at_bank or $6,
      uncertain_at = case when due_at = $3 then $5 else uncertain_at end,
      due_at = case when due_at = $3 then $4 else due_at end
    where merchant_id = $1 and environment = 'live' and id = $2 and status = 'pending'`,
};
const CHECK_NOW = {
  name: 'refunds_check_now',
  place: EACH_BUCKET,
  text: `update refunds set due_at = case when status = 'pending' then $3 end,
      check_due_at = case when status <> 'pending' then $3 end
    where environment = 'live' and end_to_end_id = any($1) and id = any($2)
      and (status = 'failed' or resolution = 'paid' or (status = 'pending' and due_at > $3))`,
};

/** A live refund that a worker claimed, with the state that its earlier attempts left. */
export type ClaimedRefundRow = RefundRow &
  WithdrawnColumns & {
    readonly send_count: bigint;
    readonly uncertain_at: number | null;
    readonly is_known_at_bank: boolean;
  };

/** Claims live refunds that are due to be sent or asked about, for this worker until `until`. */
export function claimLiveRefunds(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<ClaimedRefundRow[]> {
  return database.query<ClaimedRefundRow>(CLAIM_LIVE, [at, until, limit]);
}

/** A refund that this worker has claimed until `claim`. The claim of another worker replaces it. */
export interface ClaimedRefund {
  readonly key: TransactionKey;
  readonly claim: Date;
}

/** Writes that an attempt to send begins; false when the refund may not be sent now. */
export async function beginAttempt(
  database: Queryable,
  { key, claim }: ClaimedRefund,
  at: Date,
): Promise<boolean> {
  const rows = await database.query(BEGIN_ATTEMPT, [key.merchantId, key.id, claim, at]);
  return rows.length > 0;
}

/** Writes the progress of a refund after a step that has not ended it. */
export async function saveProgress(
  database: Queryable,
  { key, claim }: ClaimedRefund,
  { nextAt, uncertainAt, isKnownAtBank }: OrderProgress,
): Promise<void> {
  const values = [key.merchantId, key.id, claim, nextAt, uncertainAt, isKnownAtBank];
  await database.query(SAVE_PROGRESS, values);
}

/** Makes the check of live refunds of some payments due at `at`, pending or failed. */
export async function checkRefundsNow(
  database: Queryable,
  { endToEndIds, ids, at }: { endToEndIds: readonly string[]; ids: readonly string[]; at: Date },
): Promise<void> {
  await database.query(CHECK_NOW, [endToEndIds, ids, at]);
}
