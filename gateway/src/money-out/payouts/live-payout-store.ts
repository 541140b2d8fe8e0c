import { ordersOf } from '#src/bank/orders/order-statements.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { instantOfId } from '#src/ground/ids.ts';
import type { Payout } from './payout.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

/** The statements that payouts share with the other orders to a bank. */
export const PAYOUT_ORDERS = ordersOf({
  kind: 'payout',
  table: 'payouts',
  alias: 'p',
  columns: PAYOUT_COLUMNS,
  doneAt: 'paid_at',
  bankId: 'end_to_end_id',
  payee: {
    columns: `o.beneficiary_name as payee_name, o.beneficiary_document as payee_document,
      o.pix_key, null::uuid as charge_id`,
    join: '',
  },
  maySend: 'and (o.waits_until is null or o.waits_until <= $4)',
  waitsForBank: 'and stopped_at is null and (waits_until is null or waits_until < $1)',
});
const TAKE_LEASE = {
  name: 'payouts_take_lease',
  text: `update bank_leases set busy_until = $2
    where name = 'payouts' and busy_until <= $1 returning name`,
};
const RELEASE_LEASE = {
  name: 'payouts_release_lease',
  text: `update bank_leases set busy_until = '-infinity'
    where name = 'payouts' and busy_until = $1`,
};
// The bank names no merchant, so the primary key doesn't fit: the instant in the id finds the row.
const CHECK_NOW = {
  name: 'payouts_check_now',
  place: EACH_BUCKET,
  text: `update payouts set due_at = $2
    where status = 'pending' and environment = 'live' and created_at = any($3) and id = any($1)
      and due_at > $2`,
};
const CHECK_ENDED_NOW = {
  name: 'ended_payouts_check_now',
  place: EACH_BUCKET,
  text: `update payouts set check_due_at = $2
    where status <> 'pending' and environment = 'live' and created_at = any($3)
      and id = any($1)`,
};
const BY_IDS = {
  name: 'payouts_live_by_ids',
  place: EACH_BUCKET,
  text: `select ${PAYOUT_COLUMNS} from payouts p where p.environment = 'live' and p.id = any($1)`,
};
// A payout that waited for a stop or an approval may have been sent after the restored instant.
// Refunds have neither.
const MARK_UNCERTAIN = {
  name: 'payouts_mark_uncertain',
  text: `update payouts set uncertain_at = $1, stopped_at = null,
      due_at = case when stopped_at is not null and held_at is null then $1 else due_at end
    where status in ('pending', 'awaiting_approval') and environment = 'live'
      and uncertain_at is null`,
  place: EACH_BUCKET,
};
const MARK_PAID_LATE = {
  name: 'payout_mark_paid_late',
  text: `update payouts p set status = 'paid', is_late = true, paid_at = $4, end_to_end_id = $5,
      failure_code = null, failure_message = null, event_count = p.event_count + 1
    where p.merchant_id = $1 and p.environment = $2 and p.id = $3 and p.status = 'failed'
    returning ${PAYOUT_COLUMNS}`,
};
// The bank has not paid it, so there is no end-to-end id.
const REVERSE = {
  name: 'payout_reverse_resolution',
  text: `update payouts p set status = 'failed', resolution = 'reversed', paid_at = null,
      end_to_end_id = null, failure_code = $3, failure_message = $4,
      event_count = p.event_count + 1
    where p.merchant_id = $1 and p.environment = 'live' and p.id = $2 and p.status = 'paid'
      and p.resolution = 'paid' and p.returned_centavos = 0
    returning ${PAYOUT_COLUMNS}`,
};

/**
 * Takes the lease under which one process at a time sends payouts; false while another process has
 * it. The lease expires at `until`.
 */
export async function claimPayoutLease(
  database: Queryable,
  at: Date,
  until: Date,
): Promise<boolean> {
  return (await database.query(TAKE_LEASE, [at, until])).length > 0;
}

/** Releases the lease, unless it has ended and another process has taken it. */
export async function releasePayoutLease(database: Queryable, until: Date): Promise<void> {
  await database.query(RELEASE_LEASE, [until]);
}

/** Makes the next check of live payouts at the bank due at `at`, pending or ended. */
export async function checkPayoutsNow(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const values = [ids, at, ids.map((id) => new Date(instantOfId(id)))];
  await database.query(CHECK_NOW, values);
  await database.query(CHECK_ENDED_NOW, values);
}

/** Selects live payouts by their ids, of all merchants. */
export function selectLive(database: Queryable, ids: readonly string[]): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(BY_IDS, [ids]);
}

/** Makes every open live payout one that the bank may have. */
export async function markUncertain(tx: Transaction, at: Date): Promise<void> {
  await tx.query(MARK_UNCERTAIN, [at]);
}

/** Marks a failed payout as paid; undefined when the payout is not failed. */
export async function markPaidLate(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  { at, endToEndId }: { at: Date; endToEndId: string },
): Promise<PayoutRow | undefined> {
  const values = [merchantId, environment, id, at, endToEndId];
  return (await tx.query<PayoutRow>(MARK_PAID_LATE, values))[0];
}

/** Marks a payout that operators had resolved as paid as failed; undefined when it is not. */
export async function reverseResolution(
  tx: Transaction,
  { merchantId, id }: PayoutKey,
  failure: NonNullable<Payout['failure']>,
): Promise<PayoutRow | undefined> {
  const values = [merchantId, id, failure.code, failure.message];
  return (await tx.query<PayoutRow>(REVERSE, values))[0];
}
