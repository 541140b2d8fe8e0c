import type { SentPayout } from '#src/bank/live-bank.ts';
import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { DueWorkDeps } from '#src/ground/work/due-work.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { payoutResolutionReversed } from '#src/ledger/posting.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { type Payout, payoutDetails } from './payout.ts';
import { giveBack } from './payout-owner.ts';
import { reverseResolution } from './payout-store.ts';

const REFUSED = { code: 'refused', message: 'O banco informou depois que não fez o Pix.' };

/**
 * Reverses a payout that operators had resolved as paid and that the bank says it did not pay: it
 * fails, amount and fee return to the merchant's balance, and the merchant gets `payout.failed`.
 * The operator gets a line in the log and in the audit log, and a notice at the panel. Does nothing
 * when the bank has not failed it.
 * @returns whether the payout was reversed.
 */
export async function reverseResolvedPayout(
  { database, clock, logger }: DueWorkDeps,
  resolved: Payout,
  { status, refusal }: Pick<SentPayout, 'status' | 'refusal'>,
): Promise<boolean> {
  if (status !== 'failed') return false;
  const now = clock.now();
  const failure = refusal ? { code: refusal.code, message: refusal.message } : REFUSED;
  const isReversed = await database.transaction(async (tx) => {
    const key = { merchantId: resolved.merchantId, id: resolved.id };
    const changed = await reverseResolution(tx, { ...key, ...failure });
    if (!changed) return false;
    const { payout, eventCount, isCounted } = changed;
    await returnMoney(tx, payout, now);
    // As for every payout that fails, its amount no longer counts towards the limits.
    if (isCounted) giveBack(tx, [payout]);
    recordReversal(tx, resolved, now);
    const { merchantId, environment, id: resourceId } = payout;
    const event = {
      merchantId,
      environment,
      resourceId,
      sequence: eventCount,
      kind: 'payout.failed',
      data: payoutDetails(payout),
      audience: { kind: 'endpoints' },
    } as const;
    await emitEvents(tx, [event], now);
    return true;
  });
  const facts = { payout: resolved.id, amount: resolved.amount.toString() };
  if (isReversed) logger.error(facts, 'the bank did not pay a payout that was resolved as paid');
  return isReversed;
}

async function returnMoney(tx: Transaction, payout: Payout, now: number): Promise<void> {
  const { merchantId, environment, id: referenceId, amount, fee } = payout;
  const locked = await lockForPosting(tx, [
    {
      merchantId,
      environment,
      isSandbox: false,
      accounts: [accounts.available, accounts.bank, accounts.fees],
    },
  ]);
  const subject = { merchantId, environment, referenceId };
  if (!locked.add(payoutResolutionReversed(subject, { amount, fee }))) {
    throw new Error(`the resolution of ${referenceId} was not reversed`);
  }
  locked.write(now);
}

function recordReversal(
  tx: Transaction,
  { merchantId, id: subject, amount, endToEndId }: Payout,
  now: number,
): void {
  const details = { amount: centavosToJson(amount), end_to_end_id: endToEndId };
  const change = { action: 'payout.resolution_reversed' as const, merchantId, subject, details };
  recordChange(tx, systemActor, change, now);
}
