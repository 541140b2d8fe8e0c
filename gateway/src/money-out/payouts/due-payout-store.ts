import { ordersOf } from '#src/bank/orders/order-statements.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, dueQueue, many, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import { PAYOUT, PAYOUT_COLUMNS, PAYOUT_KEY, PAYOUT_ROW } from './payout-read-store.ts';

const $ = paramsOf({
  ...PAYOUT_KEY,
  at: f.instant,
  before: f.instant,
  until: f.instant,
  ids: f.listOf(f.uuid),
  createdAts: f.listOf(f.instant),
  limit: f.count,
});

/** The statements that payouts share with the other orders to a bank. */
export const PAYOUT_ORDERS = ordersOf({
  kind: 'payout',
  table: 'payouts',
  alias: 'p',
  row: PAYOUT,
  doneAt: 'paid_at',
  bankId: 'end_to_end_id',
  endToEndId: PAYOUT_ROW.endToEndId,
  payee: {
    columns: `o.beneficiary_name as payee_name, o.beneficiary_document as payee_document,
      o.pix_key, null::uuid as charge_id`,
    join: '',
    pixKey: f.text,
    chargeId: f.orNull(f.uuid),
  },
  maySend: sql`and (o.waits_until is null or o.waits_until <= ${$.at})`,
  waitsForBank: sql`and stopped_at is null
            and (waits_until is null or waits_until < ${$.before})`,
});

const DUE = sql`from payouts p where status = 'pending' and environment = 'test'
      and due_at <= ${$.at} and ${isNotSetAsideAt('payout', 'p.id', $.at)}`;
export const DUE_PAYOUTS = dueQueue({ name: 'due-payouts' }, sql`select ${DUE}`);

/** Pending payouts of the test environment that are due to be settled. */
export const selectDuePayouts = many(
  'payouts_select_due',
  PAYOUT,
  sql`select ${PAYOUT_COLUMNS} ${DUE} order by due_at limit ${$.limit}`,
  HERE,
);

const TO_RETURN = sql`from payouts p where check_due_at <= ${$.at} and environment = 'test'
      and ${isNotSetAsideAt('payout_return', 'p.id', $.at)}`;
export const DUE_TEST_RETURNS = dueQueue({ name: 'test-returns' }, sql`select ${TO_RETURN}`);

/** Paid payouts of the test environment whose money the receiving bank sends back now. */
export const selectTestReturns = many(
  'payouts_select_test_returns',
  PAYOUT,
  sql`select ${PAYOUT_COLUMNS} ${TO_RETURN} order by check_due_at limit ${$.limit}`,
  HERE,
);

/** Takes a payout that is due to be returned: 0 when it was returned before. */
export const takeTestReturn = countRows(
  'payout_take_test_return',
  sql`update payouts set check_due_at = null
    where merchant_id = ${$.merchantId} and environment = 'test' and id = ${$.id}
      and check_due_at is not null
    returning id`,
);

/**
 * Takes the lease under which one process at a time sends payouts: 0 while another process has it.
 * The lease expires at `until`.
 */
export const takePayoutLease = countRows(
  'payouts_take_lease',
  sql`update bank_leases set busy_until = ${$.until}
    where name = 'payouts' and busy_until <= ${$.at} returning name`,
);

/** Releases the lease, unless it has ended and another process has taken it. */
export const releasePayoutLease = run(
  'payouts_release_lease',
  sql`update bank_leases set busy_until = '-infinity'
    where name = 'payouts' and busy_until = ${$.until}`,
);

// The bank names no merchant, so the primary key doesn't fit: the instant in the id finds the row.
const checkPendingNow = run(
  'payouts_check_now',
  sql`update payouts set due_at = ${$.at}
    where status = 'pending' and environment = 'live' and created_at = any(${$.createdAts})
      and id = any(${$.ids})
      and due_at > ${$.at}`,
  EACH_BUCKET,
);
const checkEndedNow = run(
  'ended_payouts_check_now',
  sql`update payouts set check_due_at = ${$.at}
    where status <> 'pending' and environment = 'live' and created_at = any(${$.createdAts})
      and id = any(${$.ids})`,
  EACH_BUCKET,
);

/** Makes the next check of live payouts at the bank due at `at`, pending or ended. */
export async function checkPayoutsNow(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const wanted = { ids, at, createdAts: ids.map(instantOfId) };
  await checkPendingNow(database, wanted);
  await checkEndedNow(database, wanted);
}
