import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, rowsOf, send, sql } from '#src/ground/database/sql.ts';

const PAYMENT = { ...f.SCOPE, endToEndId: f.text };
const NAME = { ...PAYMENT, name: f.text };
const NAMED_REFUND = {
  ...NAME,
  refundId: f.uuid,
  nature: f.text,
  requested: f.bigint,
};
/** A payment of a ledger scope. */
export type PaymentKey = f.RecordOf<typeof PAYMENT>;
/**
 * The merchant's name of a refund, which is unique for a payment, and what was requested: the
 * amount in centavos.
 */
export type NamedRefund = f.RecordOf<typeof NAMED_REFUND>;

const COLUMNS = f.columnsOf(NAMED_REFUND, 'r');
const SAME_NAME = `(r.merchant_id, r.environment, r.end_to_end_id, r.name)
    = (key.merchant_id, key.environment, key.end_to_end_id, key.name)`;

// A name that another transaction claims now is waited for, and then found taken.
const claim = many(
  'api_pix_returns_claim',
  { refundId: f.uuid },
  sql`insert into api_pix_returns
      (merchant_id, environment, end_to_end_id, name, refund_id, nature, requested)
    select merchant_id, environment, end_to_end_id, name, refund_id, nature, requested
    from ${rowsOf('names', 'row', NAMED_REFUND)}
    on conflict (merchant_id, environment, end_to_end_id, name) do nothing
    returning refund_id`,
);
const lock = many(
  'api_pix_returns_lock',
  NAMED_REFUND,
  sql`select ${COLUMNS} from ${rowsOf('names', 'key', NAME)}
    join api_pix_returns r on ${SAME_NAME} order by r.end_to_end_id, r.name for update of r`,
);
const free = send(
  'api_pix_returns_free',
  sql`delete from api_pix_returns r
    using ${rowsOf('names', 'key', { ...NAME, refundId: f.uuid })}
    where ${SAME_NAME} and r.refund_id = key.refund_id`,
);

/** The names of the refunds of payments, in no order. */
export const selectRefundNames = many(
  'api_pix_returns_of_payments',
  NAMED_REFUND,
  sql`select ${COLUMNS} from ${rowsOf('payments', 'key', PAYMENT)}
    join api_pix_returns r on (r.merchant_id, r.environment, r.end_to_end_id)
      = (key.merchant_id, key.environment, key.end_to_end_id)`,
);

/** Claims the names that no refund of their payment has; returns the ids of their refunds. */
export async function insertRefundNames(
  tx: Transaction,
  names: readonly NamedRefund[],
): Promise<ReadonlySet<string>> {
  const claimed = await claim(tx, { names: inOrder(names) });
  return new Set(claimed.map(({ refundId }) => refundId));
}

/** Locks names; those that were freed meanwhile are omitted. */
export function lockRefundNames(
  tx: Transaction,
  names: readonly NamedRefund[],
): Promise<NamedRefund[]> {
  return lock(tx, { names: inOrder(names) });
}

/** Sends the delete of names; the commit waits for it. */
export function deleteRefundNames(tx: Transaction, names: readonly NamedRefund[]): void {
  free(tx, { names: inOrder(names) });
}

/** In the order in which all transactions lock names. */
function inOrder(names: readonly NamedRefund[]): readonly NamedRefund[] {
  const keyOf = ({ endToEndId, name }: NamedRefund) => `${endToEndId} ${name}`;
  return names.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
