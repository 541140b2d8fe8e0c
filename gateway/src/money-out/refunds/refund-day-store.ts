import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const ADD = {
  name: 'refund_days_add',
  text: `insert into refund_days as d (merchant_id, environment, day, refunded_count,
      refunded_centavos)
    select merchant_id, environment, day, refunded_count, refunded_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, day date,
      refunded_count bigint, refunded_centavos bigint)
    on conflict (merchant_id, environment, day) do update set
      refunded_count = d.refunded_count + excluded.refunded_count,
      refunded_centavos = d.refunded_centavos + excluded.refunded_centavos`,
};
const SUBTRACT = {
  name: 'refund_days_subtract',
  text: `update refund_days set refunded_count = greatest(0, refunded_count - 1),
      refunded_centavos = greatest(0, refunded_centavos - $4)
    where merchant_id = $1 and environment = $2 and day = $3::date`,
};
const SELECT = {
  name: 'refund_days_select',
  text: `select coalesce(sum(refunded_count), 0)::bigint as refunded_count,
      coalesce(sum(refunded_centavos), 0)::bigint as refunded_centavos
    from refund_days
    where merchant_id = $1 and environment = $2 and day between $3::date and $4::date`,
};

/** The refunds that a transaction adds to one day of a ledger scope. */
export interface RefundDayChange {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly day: string;
  refunded_count: number;
  refunded_centavos: bigint;
}

/** Sends the additions to days, in the given order; the commit waits for them. */
export function addRefundDays(tx: Transaction, changes: readonly RefundDayChange[]): void {
  const rows = changes.map((change) => ({
    ...change,
    refunded_centavos: change.refunded_centavos.toString(),
  }));
  tx.send(ADD, [JSON.stringify(rows)]);
}

/** Sends the subtraction of one refund from its day. */
export function subtractRefund(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { day, amount }: { readonly day: string; readonly amount: bigint },
): void {
  tx.send(SUBTRACT, [merchantId, environment, day, amount]);
}

export interface RefundTotalsRow extends Record<string, unknown> {
  readonly refunded_count: bigint;
  readonly refunded_centavos: bigint;
}

/** Sums the refunds of a ledger scope that were done from the first day to the last one. */
export async function selectRefundTotals(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
): Promise<RefundTotalsRow> {
  const values = [merchantId, environment, firstDay, lastDay];
  const [row] = await database.query<RefundTotalsRow>(SELECT, values);
  if (!row) throw new Error('a sum returned no row');
  return row;
}
