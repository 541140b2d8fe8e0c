import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { type ChargeDetails, chargeDetails } from '#src/charges/charge-view.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type PayoutDetails, payoutDetails } from '#src/money-out/payouts/payout.ts';
import { readPayouts } from '#src/money-out/payouts/read-payouts.ts';
import { readRefundsOf } from '#src/money-out/refunds/read-refunds.ts';

/** A charge or a payout, as the API and webhooks show it. */
export type TransactionDetails = ChargeDetails | PayoutDetails;

/** Reads the transactions of many requests, in their order, with one query for each type. */
export async function readTransactions(
  database: Database,
  keys: readonly TransactionKey[],
): Promise<readonly BatchResult<TransactionDetails | undefined>[]> {
  const byName = new Map<string, TransactionDetails | undefined>();
  const charges = await readCharges(database, keys);
  const details = await detailsOf(database, charges);
  for (const [index, charge] of charges.entries()) byName.set(nameOf(charge), details[index]);
  const missing = keys.filter((key) => !byName.has(nameOf(key)));
  if (missing.length > 0) {
    for (const payout of await readPayouts(database, missing)) {
      byName.set(nameOf(payout), payoutDetails(payout));
    }
  }
  return keys.map((key) => ({ value: byName.get(nameOf(key)) }));
}

/**
 * The details of charges, in their order. Charges with refunds are read again together with their
 * refunds in one snapshot, so that both agree about a refund that ends meanwhile.
 */
export async function detailsOf(
  database: Database,
  charges: readonly Charge[],
): Promise<ChargeDetails[]> {
  const refunded = new Map(
    charges.filter(({ refundCount }) => refundCount > 0).map((charge) => [charge.id, charge]),
  );
  if (refunded.size === 0) return charges.map((charge) => chargeDetails(charge));
  const again = await database.snapshot(async (tx) => {
    const now = await readCharges(tx, [...refunded.values()]);
    const refunds = await readRefundsOf(tx, now);
    return new Map(now.map((charge) => [charge.id, chargeDetails(charge, refunds.get(charge.id))]));
  });
  return charges.map((charge) => again.get(charge.id) ?? chargeDetails(charge));
}

function nameOf(key: TransactionKey): string {
  return `${key.merchantId} ${key.environment} ${key.id}`;
}
