import type { Queryable } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { isErasedPayer } from '../erased-payer.ts';
import { lookFromRow } from './page-look-store.ts';
import type { Payable } from './payable.ts';
import { type PayableRow, selectPayables } from './payment-page-store.ts';

/** Reads the charges of many payment pages with one query; undefined for an unknown id. */
export async function readPayables(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly BatchResult<Payable | undefined>[]> {
  const rows = await selectPayables(database, [...new Set(ids)]);
  const byId = new Map(rows.map((row) => [row.id, payableFromRow(row)]));
  return ids.map((id) => ({ value: byId.get(id) }));
}

function payableFromRow(row: PayableRow): Payable {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    merchantDocument: row.merchant_document,
    environment: row.environment,
    status: row.status,
    amount: centavos(row.amount_centavos),
    description: row.description,
    qrcode: row.qrcode,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    linkId: row.payment_link_id,
    returnUrl: row.return_url,
    renewals: Number(row.renewal_number ?? 0),
    isErased: isErasedPayer({ name: row.payer_name, document: row.payer_document }),
    look: lookFromRow(row),
  };
}
