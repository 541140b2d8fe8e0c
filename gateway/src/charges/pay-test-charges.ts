import { bankFor } from '#src/bank/choose-bank.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { Charge, TransactionKey } from './charge.ts';
import { confirmPaymentsIn } from './confirm-payments.ts';
import { readCharges } from './read-charges.ts';

/** A charge to pay now; `by` is the person who pays it at the panel. */
export interface ChargeToPay extends TransactionKey {
  readonly by?: Actor | undefined;
}

/**
 * Pays pending charges of the test environment, in one transaction. Of several requests for one
 * charge the first pays. Refuses `charge_not_payable` for a charge that is not pending, and
 * `transaction_not_found` for an unknown one.
 */
export function payTestCharges(
  { database, clock }: DatabaseAndClock,
  keys: readonly ChargeToPay[],
): Promise<readonly BatchResult<Charge>[]> {
  const now = clock.now();
  return database.transaction((tx) => payAll(tx, keys, now));
}

async function payAll(
  tx: Transaction,
  keys: readonly ChargeToPay[],
  now: number,
): Promise<readonly BatchResult<Charge>[]> {
  const unique = new Map(keys.map((key) => [nameOf(key), key]));
  const payments = [...unique.values()].map((key) => ({
    ...key,
    endToEndId: bankFor(key.environment).receivePayment(now),
    acceptsExpired: false,
  }));
  const paid = await confirmPaymentsIn(tx, payments, now);
  const paidByName = new Map(paid.map((charge) => [nameOf(charge), charge]));
  const existing = new Set(paidByName.keys());
  const unpaid = [...unique.values()].filter((key) => !existing.has(nameOf(key)));
  if (unpaid.length > 0) {
    for (const charge of await readCharges(tx, unpaid)) existing.add(nameOf(charge));
  }
  return keys.map((key) => {
    const name = nameOf(key);
    const charge = paidByName.get(name);
    if (!charge) {
      return {
        error: new Refusal(existing.has(name) ? 'charge_not_payable' : 'transaction_not_found'),
      };
    }
    paidByName.delete(name);
    return { value: charge };
  });
}

function nameOf(key: TransactionKey): string {
  return `${key.merchantId} ${key.environment} ${key.id}`;
}
