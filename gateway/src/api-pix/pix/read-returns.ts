import type { Charge } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { readRefundsOf } from '#src/money-out/refunds/read-refunds.ts';
import { readRefundNames } from '#src/money-out/refunds/refund-names.ts';
import type { ShownReturn } from './pix-view.ts';

/** The refunds of charges as the standard shows them, by the charge's id, oldest first. */
export async function readReturns(
  database: Queryable,
  charges: readonly Charge[],
): Promise<ReadonlyMap<string, readonly ShownReturn[]>> {
  const refunds = await readRefundsOf(database, charges);
  const refunded = charges.filter(({ id }) => refunds.has(id));
  const names = await readRefundNames(
    database,
    refunded.map(({ merchantId, environment, endToEndId }) => ({
      merchantId,
      environment,
      endToEndId: endToEndId ?? '',
    })),
  );
  const byRefund = new Map(names.map((named) => [named.refundId, named]));
  return new Map(
    [...refunds].map(([id, ofCharge]) => [
      id,
      ofCharge.map((refund): ShownReturn => {
        const named = byRefund.get(refund.internal_id);
        return { refund, returnName: named?.name, nature: named?.nature };
      }),
    ]),
  );
}
