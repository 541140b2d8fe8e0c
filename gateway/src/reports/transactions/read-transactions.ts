import type { TransactionKey } from '#src/charges/charge.ts';
import { type ChargeDetails, chargeDetails, type ListedCharge } from '#src/charges/charge-view.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import { readShownCharges } from '#src/charges/read-shown-charges.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
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
  const found = new Array<TransactionDetails | undefined>(keys.length);
  const charges = await readShownCharges(database, keys);
  const details = await detailsOf(database, charges, keys);
  for (const [position, { index }] of charges.entries()) found[index] = details[position];
  const missing = keys.filter((_, index) => found[index] === undefined);
  const payouts = missing.length > 0 ? await readPayouts(database, missing) : [];
  const byName = new Map(payouts.map((payout) => [nameOf(payout), payoutDetails(payout)]));
  return keys.map((key, index) => ({ value: found[index] ?? byName.get(nameOf(key)) }));
}

/**
 * The details of charges, in their order; `scopes` are those of the indexes of the rows. Charges
 * with refunds are read again together with their refunds in one snapshot, so that both agree about
 * a refund that ends meanwhile.
 */
export async function detailsOf(
  database: Database,
  rows: readonly ListedCharge[],
  scopes: readonly LedgerScope[],
): Promise<ChargeDetails[]> {
  const refunded = new Map<string, TransactionKey>();
  for (const { index, refundCount, charge } of rows) {
    const scope = refundCount > 0 ? scopes[index] : undefined;
    if (scope) refunded.set(charge.id, { ...scope, id: charge.id });
  }
  if (refunded.size === 0) return rows.map(({ charge }) => chargeDetails(charge));
  const again = await database.snapshot(async (tx) => {
    const now = await readCharges(tx, [...refunded.values()]);
    const refunds = await readRefundsOf(tx, now);
    return new Map(now.map((charge) => [charge.id, chargeDetails(charge, refunds.get(charge.id))]));
  });
  return rows.map(({ charge }) => again.get(charge.id) ?? chargeDetails(charge));
}

function nameOf(key: TransactionKey): string {
  return `${key.merchantId} ${key.environment} ${key.id}`;
}
