import type { SentPayout } from '#src/bank/live-bank.ts';
import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { DueWorkDeps } from '#src/ground/work/due-work.ts';
import { bookLatePayment } from '#src/ledger/late-payments.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { type Payout, payoutDetails } from './payout.ts';
import { markPaidLate } from './payout-store.ts';

/**
 * Books a payout that the bank paid after it had failed here: the payout becomes paid, the
 * merchant's balance pays what it can, and the rest becomes its debt. The merchant gets an event,
 * the operator a line in the log and in the audit log. Does nothing when the bank has not paid, or
 * has paid another amount.
 * @returns whether the payout was booked.
 */
export async function bookLatePayout(
  { database, clock, logger }: DueWorkDeps,
  failed: Payout,
  { status, amount, endToEndId }: SentPayout,
): Promise<boolean> {
  if (status !== 'paid' || endToEndId === null) return false;
  const { merchantId, environment, id } = failed;
  if (amount !== failed.amount) {
    logger.error({ payout: id }, 'the bank has paid a failed payout with another amount');
    return false;
  }
  const now = clock.now();
  const debt = await database.transaction(async (tx) => {
    const key = { merchantId, environment, id };
    const changed = await markPaidLate(tx, { ...key, at: now, endToEndId });
    if (!changed) return undefined;
    const bearers = [{ merchantId, amount }];
    const late = { kind: 'payout', merchantId, environment, id, amount, bearers } as const;
    const owed = await bookLatePayment(tx, late, now);
    const details = { amount: centavosToJson(amount), debt: centavosToJson(owed) };
    const change = { action: 'payout.paid_late' as const, merchantId, subject: id, details };
    recordChange(tx, systemActor, change, now);
    const event = {
      merchantId,
      environment,
      resourceId: id,
      sequence: changed.eventCount,
      kind: 'payout.paid',
      data: payoutDetails(changed.payout),
      audience: { kind: 'endpoints' },
    } as const;
    await emitEvents(tx, [event], now);
    return owed;
  });
  if (debt === undefined) return false;
  const facts = { payout: id, amount: amount.toString(), debt: debt.toString() };
  logger.error(facts, 'the bank paid a payout that had failed here');
  return true;
}
