import { ordersOf } from '#src/bank/orders/order-statements.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Refund } from './refund.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

/** The statements that refunds share with the other orders to a bank. */
export const REFUND_ORDERS = ordersOf({
  kind: 'refund',
  table: 'refunds',
  alias: 'r',
  columns: REFUND_COLUMNS,
  doneAt: 'done_at',
  bankId: 'return_id',
  payee: {
    columns: `c.payer_name as payee_name, c.payer_document as payee_document,
      null as pix_key, o.charge_id`,
    join: `join charges c on c.merchant_id = o.merchant_id and c.environment = o.environment
      and c.id = o.charge_id`,
  },
  maySend: '',
  waitsForBank: '',
});
// A call-back names the payment too, so one index finds the refund, pending or ended.
const CHECK_NOW = {
  name: 'refunds_check_now',
  place: EACH_BUCKET,
  text: `update refunds set due_at = case when status = 'pending' then $3 end,
      check_due_at = case when status <> 'pending' then $3 end
    where environment = 'live' and end_to_end_id = any($1) and id = any($2)
      and (status = 'failed' or resolution = 'paid' or (status = 'pending' and due_at > $3))`,
};
const OF_PAYMENTS = {
  name: 'refunds_of_payments',
  place: EACH_BUCKET,
  text: `select ${REFUND_COLUMNS} from refunds r
    where r.end_to_end_id = any($1) and r.environment = 'live'`,
};
const MARK_UNCERTAIN = {
  name: 'refunds_mark_uncertain',
  text: `update refunds set uncertain_at = $1
    where status = 'pending' and environment = 'live' and uncertain_at is null`,
  place: EACH_BUCKET,
};
const MARK_DONE_LATE = {
  name: 'refunds_mark_done_late',
  text: `update refunds r set status = 'done', is_late = true, done_at = $3, return_id = $4,
      failure_code = null, failure_message = null, check_due_at = null
    where r.merchant_id = $1 and r.environment = 'live' and r.id = $2 and r.status = 'failed'
    returning ${REFUND_COLUMNS}`,
};
// The bank has not refunded it, so there is no id of the refund in the SPI.
const REVERSE = {
  name: 'refund_reverse_resolution',
  text: `update refunds r set status = 'failed', resolution = 'reversed', done_at = null,
      return_id = null, failure_code = $3, failure_message = $4
    where r.merchant_id = $1 and r.environment = 'live' and r.id = $2 and r.status = 'done'
      and r.resolution = 'paid'
    returning ${REFUND_COLUMNS}`,
};

/** Makes the check of live refunds of some payments due at `at`, pending or failed. */
export async function checkRefundsNow(
  database: Queryable,
  { endToEndIds, ids, at }: { endToEndIds: readonly string[]; ids: readonly string[]; at: Date },
): Promise<void> {
  await database.query(CHECK_NOW, [endToEndIds, ids, at]);
}

/** Selects the live refunds of payments. */
export function selectOfPayments(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<RefundRow[]> {
  return database.query<RefundRow>(OF_PAYMENTS, [endToEndIds]);
}

/** Makes every open live refund one that the bank may have. */
export async function markUncertain(tx: Transaction, at: Date): Promise<void> {
  await tx.query(MARK_UNCERTAIN, [at]);
}

/** Marks a failed refund as done; undefined when the refund is not failed. */
export async function markDoneLate(
  tx: Transaction,
  { merchantId, id }: TransactionKey,
  { at, returnId }: { at: Date; returnId: string | null },
): Promise<RefundRow | undefined> {
  return (await tx.query<RefundRow>(MARK_DONE_LATE, [merchantId, id, at, returnId]))[0];
}

/** Marks a refund that operators had resolved as done as failed; undefined when it is not. */
export async function reverseResolution(
  tx: Transaction,
  { merchantId, id }: TransactionKey,
  failure: NonNullable<Refund['failure']>,
): Promise<RefundRow | undefined> {
  const values = [merchantId, id, failure.code, failure.message];
  return (await tx.query<RefundRow>(REVERSE, values))[0];
}
