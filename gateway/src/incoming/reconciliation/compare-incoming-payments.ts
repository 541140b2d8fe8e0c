import type { ReceivedPayment } from '#src/bank/live-bank.ts';
import type { BookedPayment } from '../payments/read-booked.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';

/** Compares payments in the bank's list with those that are booked here. */
export function compareReceived(
  payments: readonly ReceivedPayment[],
  booked: ReadonlyMap<string, BookedPayment>,
): Discrepancy[] {
  return payments.flatMap(({ endToEndId, amount: amountAtBank }) => {
    const amountHere = booked.get(endToEndId)?.amount;
    if (amountHere === undefined) {
      return [discrepancy('incoming_payment_missing_here', endToEndId, { amountAtBank })];
    }
    if (amountHere === amountAtBank) return [];
    return [discrepancy('incoming_payment_amount', endToEndId, { amountHere, amountAtBank })];
  });
}

/** Finds payments that are booked here and that the bank does not list. */
export function compareBooked(
  booked: readonly BookedPayment[],
  listed: ReadonlySet<string>,
): Discrepancy[] {
  return booked
    .filter(({ endToEndId }) => !listed.has(endToEndId))
    .map(({ endToEndId, amount: amountHere }) =>
      discrepancy('incoming_payment_missing_at_bank', endToEndId, { amountHere }),
    );
}
