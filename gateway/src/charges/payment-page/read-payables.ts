import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { termsFromJson } from '../due/due-terms.ts';
import { isErasedPayer } from '../erased-payer.ts';
import { lookFromRow } from './page-look-store.ts';
import type { Payable } from './payable.ts';
import { type PayableRow, selectPayables } from './payment-page-store.ts';

/**
 * Reads the charges of many payment pages with one query, and one for the test clocks of charges
 * with a due date; undefined for an unknown id.
 */
export async function readPayables(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly BatchResult<Payable | undefined>[]> {
  const rows = await selectPayables(database, [...new Set(ids)]);
  const clockIds = rows.flatMap(({ status, due }) =>
    status === 'pending' && due?.clockId ? [due.clockId] : [],
  );
  const times = await readClockTimes(database, [...new Set(clockIds)]);
  const byId = new Map(rows.map((row) => [row.id, payableFromRow(row, times)]));
  return ids.map((id) => ({ value: byId.get(id) }));
}

function payableFromRow(row: PayableRow, clocks: ReadonlyMap<string, number>): Payable {
  const due = row.due && termsFromJson(row.due);
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
    due,
    clockNow: (due?.clockId && clocks.get(due.clockId)) || null,
    look: lookFromRow(row),
  };
}
