import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const COLUMNS = 'r.merchant_id, r.environment, r.end_to_end_id, r.name, r.refund_id, r.nature';
const ONE = 'merchant_id = $1 and environment = $2 and end_to_end_id = $3 and name = $4';

const CLAIM = {
  name: 'api_pix_returns_claim',
  text: `insert into api_pix_returns
      (merchant_id, environment, end_to_end_id, name, refund_id, nature, requested)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (merchant_id, environment, end_to_end_id, name) do nothing
    returning refund_id`,
};
const SELECT = {
  name: 'api_pix_returns_select',
  text: `select ${COLUMNS}, r.requested from api_pix_returns r where ${ONE}`,
};
const SELECT_OF_PAYMENTS = {
  name: 'api_pix_returns_of_payments',
  text: `select ${COLUMNS}, r.requested
    from json_to_recordset($1) as key (merchant_id uuid, environment text, end_to_end_id text)
    join api_pix_returns r on (r.merchant_id, r.environment, r.end_to_end_id)
      = (key.merchant_id, key.environment, key.end_to_end_id)`,
};
const FREE = {
  name: 'api_pix_returns_free',
  text: `delete from api_pix_returns where ${ONE} and refund_id = $5`,
};

/** The merchant's name of a refund, which is unique for a payment, and what was requested. */
export interface NamedReturn extends LedgerScope {
  readonly endToEndId: string;
  readonly name: string;
  readonly refundId: string;
  readonly nature: string;
  /** The amount in centavos. */
  readonly requested: bigint;
}

interface ReturnRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly end_to_end_id: string;
  readonly name: string;
  readonly refund_id: string;
  readonly nature: string;
  readonly requested: bigint;
}

/** Claims the name of a refund; false if the payment has a refund of this name already. */
export async function claimReturn(tx: Transaction, named: NamedReturn): Promise<boolean> {
  const { merchantId, environment, endToEndId, name, refundId, nature, requested } = named;
  const values = [merchantId, environment, endToEndId, name, refundId, nature, requested];
  return (await tx.query(CLAIM, values)).length === 1;
}

export async function selectReturn(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { endToEndId, name }: Pick<NamedReturn, 'endToEndId' | 'name'>,
): Promise<NamedReturn | undefined> {
  const values = [merchantId, environment, endToEndId, name];
  const [row] = await database.query<ReturnRow>(SELECT, values);
  return row && returnFromRow(row);
}

/** The names of the refunds of payments, in no order. */
export async function selectReturnsOf(
  database: Queryable,
  payments: readonly (LedgerScope & { readonly endToEndId: string })[],
): Promise<NamedReturn[]> {
  if (payments.length === 0) return [];
  const rows = payments.map(({ merchantId, environment, endToEndId }) => ({
    ...{ merchant_id: merchantId, environment, end_to_end_id: endToEndId },
  }));
  const found = await database.query<ReturnRow>(SELECT_OF_PAYMENTS, [JSON.stringify(rows)]);
  return found.map(returnFromRow);
}

/** Sends the delete of the name of a refund that was refused. */
export function freeReturn(tx: Transaction, named: NamedReturn): void {
  const { merchantId, environment, endToEndId, name, refundId } = named;
  tx.send(FREE, [merchantId, environment, endToEndId, name, refundId]);
}

function returnFromRow(row: ReturnRow): NamedReturn {
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
