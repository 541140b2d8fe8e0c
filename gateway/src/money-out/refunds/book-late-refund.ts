import type { BankRefund } from '#src/bank/live-bank.ts';
import { endRefundsOfCharges, lockChargesToRefund } from '#src/charges/refund-charges.ts';
import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { DueWorkDeps } from '#src/ground/work/due-work.ts';
import { bookLatePayment } from '#src/ledger/late-payments.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { bearersOf } from './decide-refund.ts';
import { withAllocations } from './read-refunds.ts';
import type { Refund } from './refund.ts';
import { countRefunded } from './refund-days.ts';
import type { StoredRefund } from './refund-read-store.ts';
import { markDoneLate } from './refund-store.ts';
import { eventsOf } from './settle-refunds.ts';

/**
 * Books a refund that the bank made after it had failed here: the refund becomes done, the balance
 * of each merchant that takes part pays what it can, and the platform pays the rest. The merchant
 * gets an event, the operator a line in the log and in the audit log. Throws when the charge of the
 * refund is missing.
 * @returns false when it can't be booked yet: with the other refunds and the disputes of the charge
 * it would exceed the payment, or the bank refunded another amount.
 */
export async function bookLateRefund(
  { database, clock, logger }: DueWorkDeps,
  failed: StoredRefund,
  { amount, returnId }: Pick<BankRefund, 'amount' | 'returnId'>,
): Promise<boolean> {
  const facts = { refund: failed.id, amount: amount.toString() };
  if (amount !== failed.amount) {
    logger.error(facts, 'the bank did a failed refund with another amount');
    return false;
  }
  const now = clock.now();
  const booked = await database.transaction((tx) => book(tx, failed, { returnId, now }));
  if (booked === 'exceeds payment') {
    logger.error(facts, 'the bank did a failed refund of an amount that is refunded or contested');
    return false;
  }
  if (booked !== 'booked before') {
    const debt = booked.toString();
    logger.error({ ...facts, debt }, 'the bank did a refund that had failed here');
  }
  return true;
}

async function book(
  tx: Transaction,
  failed: StoredRefund,
  { returnId, now }: { returnId: string | null; now: number },
): Promise<Centavos | 'exceeds payment' | 'booked before'> {
  const { merchantId, environment, id, chargeId } = failed;
  const key = { merchantId, environment, id };
  const [refundable] = await lockChargesToRefund(tx, [{ ...key, id: chargeId }]);
  if (!refundable) throw new Error(`refund ${id} has no charge`);
  const { charge, refunding } = refundable;
  const booked = charge.refunded + refunding + charge.disputed;
  if (booked + failed.amount > charge.amount) return 'exceeds payment';
  const marked = await markDoneLate(tx, { merchantId, id, at: now, returnId });
  if (!marked) return 'booked before';
  const [refund] = await withAllocations(tx, [marked]);
  if (!refund) throw new Error(`refund ${id} was not read`);
  const { amount } = refund;
  // The failure has reduced the pending sum already: `-amount` prevents a second reduction.
  const { allocations } = refund;
  const outcome = {
    ...key,
    id: chargeId,
    done: amount,
    endedCount: 1,
    failed: -amount,
    allocations,
  };
  const charges = await endRefundsOfCharges(tx, [outcome]);
  const late = { ...key, kind: 'refund', amount, bearers: bearersOf(refund) } as const;
  const debt = await bookLatePayment(tx, late, now);
  countRefunded(tx, [refund]);
  recordLate(tx, refund, { debt, now });
  await emitEvents(tx, await eventsOf(tx, charges, [refund]), now);
  return debt;
}

function recordLate(
  tx: Transaction,
  { merchantId, chargeId: subject, id, amount }: Refund,
  { debt, now }: { debt: Centavos; now: number },
): void {
  const details = {
    amount: centavosToJson(amount),
    debt: centavosToJson(debt),
    refund: id,
  };
  recordChange(tx, systemActor, { action: 'refund.done_late', merchantId, subject, details }, now);
}
