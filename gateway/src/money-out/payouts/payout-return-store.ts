import type { NextCheck } from '#src/bank/orders/check-schedule.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

// A claim expires, so that another worker claims the payout after a crash.
const CLAIM = {
  name: 'payouts_claim_checks',
  place: HERE,
  text: `update payouts p set check_due_at = $2, check_count = p.check_count + 1
    where (p.merchant_id, p.environment, p.id) in (
      select merchant_id, environment, id from payouts
      where check_due_at <= $1 and environment = 'live'
        and ${isNotSetAside('payout_check', 'payouts.id')}
      order by check_due_at limit $3 for update skip locked
    ) returning ${PAYOUT_COLUMNS}, p.check_count`,
};
// A call-back during the check has set another time than the claim's end: that time stays.
const WATCH = {
  name: 'payouts_end_check',
  text: `update payouts set check_due_at = $5,
      check_count = case when $6 then check_count else 0 end
    where merchant_id = $1 and environment = $2 and id = $3 and check_due_at = $4`,
};
// The bank names no merchant, so the primary key doesn't fit: the instant in the id finds the row.
const CHECK_NOW = {
  name: 'ended_payouts_check_now',
  place: EACH_BUCKET,
  text: `update payouts set check_due_at = $2
    where status <> 'pending' and environment = 'live' and created_at = any($3)
      and id = any($1)`,
};
// Each return is booked once, by the bank's own id of it.
const INSERT = {
  name: 'payout_return_insert',
  text: `insert into payout_returns (merchant_id, environment, payout_id, return_id, id,
      amount_centavos, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning return_id`,
};
const ADD = {
  name: 'payout_add_returned',
  text: `update payouts p set returned_centavos = p.returned_centavos + $4::bigint,
      event_count = p.event_count + 1
    where p.merchant_id = $1 and p.environment = $2 and p.id = $3
      and p.returned_centavos + $4::bigint <= p.amount_centavos
    returning ${PAYOUT_COLUMNS}`,
};

/** An ended payout that a worker claimed, with the number of checks in a row without an answer. */
export type ClaimedCheckRow = PayoutRow & { readonly check_count: bigint };

/** Claims ended payouts about which the bank is due to be asked, for this worker until `until`. */
export function claimChecks(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<ClaimedCheckRow[]> {
  return database.query<ClaimedCheckRow>(CLAIM, [at, until, limit]);
}

/** Writes when the bank is asked next about a payout that this worker claimed until `claim`. */
export async function endCheck(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
  { claim, next }: { claim: Date; next: NextCheck },
): Promise<void> {
  await database.query(WATCH, [merchantId, environment, id, claim, next.at, next.isRepeat]);
}

/** Makes the check of ended payouts due at `at`. */
export async function checkEndedPayoutsNow(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await database.query(CHECK_NOW, [ids, at, ids.map((id) => new Date(instantOfId(id)))]);
}

export interface ReturnToBook extends PayoutKey {
  readonly returnId: string;
  readonly postingId: string;
  readonly amountCentavos: bigint;
}

const MARK_PAID_LATE = {
  name: 'payout_mark_paid_late',
  text: `update payouts p set status = 'paid', is_late = true, paid_at = $4, end_to_end_id = $5,
      failure_code = null, failure_message = null, event_count = p.event_count + 1
    where p.merchant_id = $1 and p.environment = $2 and p.id = $3 and p.status = 'failed'
    returning ${PAYOUT_COLUMNS}`,
};

/** Marks a failed payout as paid; undefined when the payout is not failed. */
export async function markPaidLate(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  { at, endToEndId }: { at: Date; endToEndId: string },
): Promise<PayoutRow | undefined> {
  const values = [merchantId, environment, id, at, endToEndId];
  return (await tx.query<PayoutRow>(MARK_PAID_LATE, values))[0];
}

/**
 * Inserts a return and adds it to its payout. Returns the payout; undefined when the return was
 * inserted before. Throws when the payout has less left than the return.
 */
export async function insertReturn(
  tx: Transaction,
  payoutReturn: ReturnToBook,
  at: Date,
): Promise<PayoutRow | undefined> {
  const { merchantId, environment, id, returnId, postingId, amountCentavos } = payoutReturn;
  const key = [merchantId, environment, id];
  const inserted = await tx.query(INSERT, [...key, returnId, postingId, amountCentavos, at]);
  if (inserted.length === 0) return undefined;
  const [row] = await tx.query<PayoutRow>(ADD, [...key, amountCentavos]);
  if (row) return row;
  const amount = centavosToDecimal(centavos(amountCentavos));
  throw new Error(`A devolução ${returnId}, de R$ ${amount}, passa do que resta do saque.`);
}
