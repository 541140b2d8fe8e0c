import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';

const PIX_KEY = { pixKey: f.text };

const $ = paramsOf(f.SCOPE);

/** The aliases of a scope, in the merchant's order. */
export const selectPixKeys = many(
  'api_pix_keys_select',
  shaped(PIX_KEY, ({ pixKey }) => pixKey),
  sql`select pix_key from api_pix_keys
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
    order by position limit 20`,
);

const deletePixKeys = send(
  'api_pix_keys_delete',
  sql`delete from api_pix_keys
    where merchant_id = ${$.merchantId} and environment = ${$.environment}`,
);

const insertPixKeys = send(
  'api_pix_keys_insert',
  sql`insert into api_pix_keys (merchant_id, environment, pix_key, position)
    select merchant_id, environment, pix_key, position
    from ${rowsOf('keys', 'row', { ...f.SCOPE, ...PIX_KEY, position: f.count })}`,
);

/** Sends the statements that replace the aliases of a scope. */
export function replacePixKeys(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  pixKeys: readonly string[],
): void {
  deletePixKeys(tx, { merchantId, environment });
  const keys = pixKeys.map((pixKey, position) => ({ merchantId, environment, pixKey, position }));
  if (keys.length > 0) insertPixKeys(tx, { keys });
}
