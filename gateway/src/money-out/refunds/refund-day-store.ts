import * as f from '#src/ground/database/fields.ts';
import { one, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';

const TOTALS = {
  count: f.inColumn('refunded_count', f.count),
  amount: f.inColumn('refunded_centavos', f.centavos),
};
const REFUND_DAY = {
  ...f.SCOPE,
  day: f.day,
  ...TOTALS,
};
/** The refunds that a transaction adds to one day of a ledger scope. */
export type RefundDay = f.RecordOf<typeof REFUND_DAY>;

const $ = paramsOf(REFUND_DAY);

/** Sends the additions to days, in the given order; the commit waits for them. */
export const addRefundDays = send(
  'refund_days_add',
  sql`insert into refund_days as d (merchant_id, environment, day, refunded_count,
      refunded_centavos)
    select merchant_id, environment, day, refunded_count, refunded_centavos
    from ${rowsOf('days', 'row', REFUND_DAY)}
    on conflict (merchant_id, environment, day) do update set
      refunded_count = d.refunded_count + excluded.refunded_count,
      refunded_centavos = d.refunded_centavos + excluded.refunded_centavos`,
);

/** Sends the subtraction of one refund from its day. */
export const subtractRefund = send(
  'refund_days_subtract',
  sql`update refund_days set refunded_count = greatest(0, refunded_count - 1),
      refunded_centavos = greatest(0, refunded_centavos - ${$.amount})
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and day = ${$.day}::date`,
);

/** Sums the refunds of a ledger scope that were done from the first day to the last one. */
export const selectRefundTotals = one(
  'refund_days_select',
  TOTALS,
  sql`select coalesce(sum(refunded_count), 0)::bigint as refunded_count,
      coalesce(sum(refunded_centavos), 0)::bigint as refunded_centavos
    from refund_days
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and day between ${$.day.as('firstDay')}::date and ${$.day.as('lastDay')}::date`,
);
