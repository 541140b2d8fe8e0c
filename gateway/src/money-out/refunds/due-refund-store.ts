import { ordersOf } from '#src/bank/orders/order-statements.ts';
import * as f from '#src/ground/database/fields.ts';
import { dueQueue, many, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import { REFUND, REFUND_COLUMNS, REFUND_ROW } from './refund-read-store.ts';

/** The statements that refunds share with the other orders to a bank. */
export const REFUND_ORDERS = ordersOf({
  kind: 'refund',
  table: 'refunds',
  alias: 'r',
  row: REFUND,
  doneAt: 'done_at',
  bankId: 'return_id',
  endToEndId: REFUND_ROW.endToEndId,
  payee: {
    columns: `c.payer_name as payee_name, c.payer_document as payee_document,
      null as pix_key, o.charge_id`,
    join: `join charges c on c.merchant_id = o.merchant_id and c.environment = o.environment
      and c.id = o.charge_id`,
    pixKey: f.orNull(f.text),
    chargeId: f.uuid,
  },
  maySend: sql``,
  waitsForBank: sql``,
});

const $ = paramsOf({
  at: f.instant,
  limit: f.count,
  endToEndIds: f.listOf(f.text),
  ids: f.listOf(f.uuid),
});

const DUE = sql`from refunds r where status = 'pending' and environment = 'test'
      and due_at <= ${$.at} and ${isNotSetAsideAt('refund', 'r.id', $.at)}`;
export const DUE_REFUNDS = dueQueue({ name: 'due-refunds' }, sql`select ${DUE}`);

/** Pending refunds of the test environment that are due to be settled. */
export const selectDueRefunds = many(
  'refunds_select_due',
  REFUND,
  sql`select ${REFUND_COLUMNS} ${DUE} order by due_at limit ${$.limit}`,
  HERE,
);

// A call-back names the payment too, so one index finds the refund, pending or ended.
/** Makes the check of live refunds of some payments due at `at`, pending or failed. */
export const checkRefundsNow = run(
  'refunds_check_now',
  sql`update refunds set due_at = case when status = 'pending' then ${$.at} end,
      check_due_at = case when status <> 'pending' then ${$.at} end
    where environment = 'live' and end_to_end_id = any(${$.endToEndIds})
      and id = any(${$.ids})
      and (status = 'failed' or resolution = 'paid'
        or (status = 'pending' and due_at > ${$.at}))`,
  EACH_BUCKET,
);
