import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const COLUMNS = 'r.merchant_id, r.environment, r.end_to_end_id, r.name, r.refund_id, r.nature';
const PAYMENT = 'merchant_id uuid, environment text, end_to_end_id text';
const SAME_NAME = `(r.merchant_id, r.environment, r.end_to_end_id, r.name)
    = (key.merchant_id, key.environment, key.end_to_end_id, key.name)`;

// A name that another transaction claims now is waited for, and then found taken.
const CLAIM = {
  name: 'api_pix_returns_claim',
  text: `insert into api_pix_returns
      (merchant_id, environment, end_to_end_id, name, refund_id, nature, requested)
    select merchant_id, environment, end_to_end_id, name, refund_id, nature, requested
    from json_to_recordset($1) as row (${PAYMENT}, name text, refund_id uuid, nature text,
      requested bigint)
    on conflict (merchant_id, environment, end_to_end_id, name) do nothing
    returning refund_id`,
};
const LOCK = {
  name: 'api_pix_returns_lock',
  text: `select ${COLUMNS}, r.requested from json_to_recordset($1) as key (${PAYMENT}, name text)
    join api_pix_returns r on ${SAME_NAME} order by r.end_to_end_id, r.name for update of r`,
};
const SELECT_OF_PAYMENTS = {
  name: 'api_pix_returns_of_payments',
  text: `select ${COLUMNS}, r.requested from json_to_recordset($1) as key (${PAYMENT})
    join api_pix_returns r on (r.merchant_id, r.environment, r.end_to_end_id)
      = (key.merchant_id, key.environment, key.end_to_end_id)`,
};
const FREE = {
  name: 'api_pix_returns_free',
  text: `delete from api_pix_returns r
    using json_to_recordset($1) as key (${PAYMENT}, name text, refund_id uuid)
    where ${SAME_NAME} and r.refund_id = key.refund_id`,
};

/** A payment of a ledger scope. */
export interface PaymentKey extends LedgerScope {
  readonly endToEndId: string;
}

/** The merchant's name of a refund, which is unique for a payment, and what was requested. */
export interface NamedRefund extends PaymentKey {
  readonly name: string;
  readonly refundId: string;
  readonly nature: string;
  /** The amount in centavos. */
  readonly requested: bigint;
}

interface NameRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly end_to_end_id: string;
  readonly name: string;
  readonly refund_id: string;
  readonly nature: string;
  readonly requested: bigint;
}

/** Claims the names that no refund of their payment has; returns the ids of their refunds. */
export async function insertRefundNames(
  tx: Transaction,
  names: readonly NamedRefund[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ refund_id: string }>(CLAIM, [rowsOf(names)]);
  return new Set(rows.map((row) => row.refund_id));
}

/** Locks names; those that were freed meanwhile are omitted. */
export async function lockRefundNames(
  tx: Transaction,
  names: readonly NamedRefund[],
): Promise<NamedRefund[]> {
  return (await tx.query<NameRow>(LOCK, [rowsOf(names)])).map(nameFromRow);
}

/** The names of the refunds of payments, in no order. */
export async function selectRefundNames(
  database: Queryable,
  payments: readonly PaymentKey[],
): Promise<NamedRefund[]> {
  const keys = JSON.stringify(payments.map(paymentRow));
  return (await database.query<NameRow>(SELECT_OF_PAYMENTS, [keys])).map(nameFromRow);
}

/** Sends the delete of names; the commit waits for it. */
export function deleteRefundNames(tx: Transaction, names: readonly NamedRefund[]): void {
  tx.send(FREE, [rowsOf(names)]);
}

/** In the order in which all transactions lock names. */
function rowsOf(names: readonly NamedRefund[]): string {
  const keyOf = ({ endToEndId, name }: NamedRefund) => `${endToEndId} ${name}`;
  return JSON.stringify(
    names
      .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
      .map(({ name, refundId, nature, requested, ...payment }) => ({
        ...paymentRow(payment),
        name,
        nature,
        refund_id: refundId,
        requested: String(requested),
      })),
  );
}

function paymentRow({ merchantId, environment, endToEndId }: PaymentKey) {
  return { merchant_id: merchantId, environment, end_to_end_id: endToEndId };
}

function nameFromRow(row: NameRow): NamedRefund {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    endToEndId: row.end_to_end_id,
    name: row.name,
    refundId: row.refund_id,
    nature: row.nature,
    requested: row.requested,
  };
}
