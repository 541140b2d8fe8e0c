import type { BankRefund } from '#src/bank/live-bank.ts';
import { endRefundsOfCharges, lockChargesToRefund } from '#src/charges/refund-charges.ts';
import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { centavosToJson, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { DueWorkDeps } from '#src/ground/work/due-work.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { refundResolutionReversed } from '#src/ledger/posting.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { recordBalanceChanges } from '../adjustments/record-balance-changes.ts';
import { bearersOf } from './decide-refund.ts';
import { withAllocations } from './read-refunds.ts';
import type { Refund } from './refund.ts';
import { uncountRefunded } from './refund-days.ts';
import type { StoredRefund } from './refund-read-store.ts';
import { reverseResolution } from './refund-store.ts';
import { eventsOf } from './settle-refunds.ts';

const REASON = 'O banco informou depois que não fez a devolução.';

/**
 * Reverses a refund that operators had resolved as done and that the bank says it did not do: it
 * fails, the charge is refunded less, and each merchant gets its part back, with the event
 * `balance.adjusted`. The merchant of the charge also gets `deposit.refund_failed`. The operator
 * gets a line in the log and in the audit log, and a notice at the panel. Throws when the charge of
 * the refund is missing.
 * @returns whether the refund was reversed.
 */
export async function reverseResolvedRefund(
  { database, clock, logger }: DueWorkDeps,
  resolved: StoredRefund,
  { reason }: Pick<BankRefund, 'reason'>,
): Promise<boolean> {
  const now = clock.now();
  const failure = { code: 'refused', message: reason ?? REASON };
  const isReversed = await database.transaction(async (tx) => {
    const { merchantId, environment, id, chargeId, doneAt, returnId } = resolved;
    const [refundable] = await lockChargesToRefund(tx, [{ merchantId, environment, id: chargeId }]);
    if (!refundable) throw new Error(`refund ${id} has no charge`);
    const marked = await reverseResolution(tx, { merchantId, id, ...failure });
    if (!marked) return false;
    const [refund] = await withAllocations(tx, [marked]);
    if (!refund) throw new Error(`refund ${id} was not read`);
    await giveBack(tx, refund, now);
    uncountRefunded(tx, refund, { doneAt: doneAt ?? now, amount: refund.amount });
    const details = { amount: centavosToJson(refund.amount), return_id: returnId, refund: id };
    const change = {
      action: 'refund.resolution_reversed' as const,
      merchantId,
      subject: chargeId,
      details,
    };
    recordChange(tx, systemActor, change, now);
    return true;
  });
  const facts = { refund: resolved.id, amount: resolved.amount.toString() };
  if (isReversed) logger.error(facts, 'the bank did not do a refund that was resolved as done');
  return isReversed;
}

/** Takes the refund off its charge, and gives each merchant its part back. */
async function giveBack(tx: Transaction, refund: Refund, now: number): Promise<void> {
  const { merchantId, environment, id, chargeId, amount, allocations } = refund;
  const charges = await endRefundsOfCharges(tx, [
    {
      merchantId,
      environment,
      id: chargeId,
      endedCount: 1,
      // The refund is not in the pending sum, so `done` and `failed` cancel each other out there.
      done: -amount,
      failed: amount,
      allocations: allocations.map((allocation) => ({ ...allocation, amount: -allocation.amount })),
    },
  ]);
  const bearers = bearersOf(refund);
  const locked = await lockForPosting(
    tx,
    bearers.map((bearer) => ({
      merchantId: bearer.merchantId,
      environment,
      isSandbox: false,
      accounts: [accounts.available, accounts.bank],
    })),
  );
  for (const bearer of bearers) {
    const subject = { merchantId: bearer.merchantId, environment, referenceId: id };
    if (!locked.add(refundResolutionReversed(subject, bearer.amount))) {
      throw new Error(`the resolution of ${id} was not reversed`);
    }
  }
  locked.write(now);
  const changes = bearers.map((bearer) => ({
    merchantId: bearer.merchantId,
    environment,
    id: createId(now),
    kind: 'refund_reversal' as const,
    amount: bearer.amount,
    reference: id,
    reason: REASON,
    debt: ZERO_CENTAVOS,
    blocked: ZERO_CENTAVOS,
    holdId: null,
    requestKey: null,
    proposalId: null,
    createdAt: now,
  }));
  await recordBalanceChanges(tx, changes, now);
  // The recipients are told by the changes of their balances.
  const told = charges.map((charge) => ({ ...charge, changedShares: [] }));
  await emitEvents(tx, await eventsOf(tx, told, [refund]), now);
}
