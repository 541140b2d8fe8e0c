import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
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
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    merchantDocument: row.merchantDocument,
    environment: row.environment,
    status: row.status,
    amount: row.amount,
    description: row.description,
    qrcode: row.qrcode,
    expiresAt: row.expiresAt,
    paidAt: row.paidAt,
    linkId: row.linkId,
    returnUrl: row.returnUrl,
    renewals: row.renewalNumber ?? 0,
    isErased: isErasedPayer({ name: row.payerName, document: row.payerDocument }),
    due,
    clockNow: (due?.clockId && clocks.get(due.clockId)) || null,
    look: lookFromRow(row),
  };
}
