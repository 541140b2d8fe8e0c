import type { Actor } from '#src/access/actor.ts';
import { bankFor } from '#src/banking/choose-bank.ts';
import type { Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import type { Charge } from './charge.ts';
import { type ConfirmDeps, confirmPaymentsIn } from './confirm-payments.ts';
import { readCharges, type TransactionKey } from './read-charges.ts';

/** A charge to pay now, and the person who asks for it at the panel. */
export interface TestPayment extends TransactionKey {
  readonly by?: Actor;
}

/**
 * Pays pending charges of the test environment now. Of several calls for one charge one pays; the
 * others get `charge_not_payable`, as for an expired charge; an unknown one
 * `transaction_not_found`. All in one transaction.
 */
export function payTestCharges(
  { database, clock }: ConfirmDeps,
  keys: readonly TestPayment[],
): Promise<readonly BatchResult<Charge>[]> {
  const now = clock.now();
  return database.transaction((tx) => payAll(tx, keys, now));
}

async function payAll(
  tx: Transaction,
  keys: readonly TestPayment[],
  now: number,
): Promise<readonly BatchResult<Charge>[]> {
  const unique = new Map(keys.map((key) => [nameOf(key), key]));
  const payments = [...unique.values()].map((key) => ({
    ...key,
    endToEndId: bankFor(key.environment).receivePayment(now),
    acceptsExpired: false,
  }));
  const paid = await confirmPaymentsIn(tx, payments, now);
  const payable = new Map(paid.map((charge) => [nameOf(charge), charge]));
  const known = new Set(payable.keys());
  const unpaid = [...unique.values()].filter((key) => !known.has(nameOf(key)));
  if (unpaid.length > 0) {
    for (const charge of await readCharges(tx, unpaid)) known.add(nameOf(charge));
  }
  return keys.map((key) => {
    const name = nameOf(key);
    const charge = payable.get(name);
    if (!charge) {
      return {
        error: new Refusal(known.has(name) ? 'charge_not_payable' : 'transaction_not_found'),
      };
    }
    payable.delete(name);
    return { value: charge };
  });
}

function nameOf(key: TransactionKey): string {
  return `${key.merchantId} ${key.environment} ${key.id}`;
}
