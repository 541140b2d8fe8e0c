import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const SELECT = {
  name: 'api_pix_keys_select',
  text: `select pix_key from api_pix_keys where merchant_id = $1 and environment = $2
    order by position limit 20`,
};
const DELETE = {
  name: 'api_pix_keys_delete',
  text: 'delete from api_pix_keys where merchant_id = $1 and environment = $2',
};
const INSERT = {
  name: 'api_pix_keys_insert',
  text: `insert into api_pix_keys (merchant_id, environment, pix_key, position)
    select merchant_id, environment, pix_key, position
    from json_to_recordset($1) as row (merchant_id uuid, environment text, pix_key text,
      position bigint)`,
};

/** The aliases of a scope, in the merchant's order. */
export async function selectPixKeys(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<string[]> {
  const rows = await database.query<{ pix_key: string }>(SELECT, [merchantId, environment]);
  return rows.map((row) => row.pix_key);
}

/** Sends the statements that replace the aliases of a scope. */
export function replacePixKeys(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  pixKeys: readonly string[],
): void {
  tx.send(DELETE, [merchantId, environment]);
  const rows = pixKeys.map((pix_key, position) => ({
    merchant_id: merchantId,
    environment,
    pix_key,
    position,
  }));
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(rows)]);
}
