import { type Actor, shownActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Rejection } from '../approval/decide-approval.ts';
import { failUnsentPayouts } from '../fail-unsent-payouts.ts';
import { REJECTED } from '../payout.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import {
  approvePayoutsOfBatch,
  lockApprovalsOfBatch,
  updateApprovalsOfBatch,
} from './batch-payout-store.ts';
import type { PayoutBatch } from './payout-batch.ts';
import {
  type BatchKey,
  decideBatchRow,
  deleteUnconfirmedBatch,
  lockBatch,
} from './payout-batch-store.ts';

/**
 * Approves all payouts of a batch as a member of its merchant: they become pending and are sent.
 * Refuses `approval_not_found`, and `approval_of_own_payout` to the member who confirmed it.
 */
export function approveBatch(deps: SettleDeps, key: BatchKey, by: Actor): Promise<void> {
  return deciding(deps, key, async (tx, { batch, payoutIds, now }) => {
    if (batch.confirmedBy !== null && batch.confirmedBy === by.id)
      throw new Refusal('approval_of_own_payout');
    const at = new Date(now);
    const decision = { ...key, at, by: shownActor(by), reason: null };
    updateApprovalsOfBatch(tx, { ...decision, status: 'approved' });
    const approved = await approvePayoutsOfBatch(tx, { ...key, at });
    if (approved !== payoutIds.length) throw new Error(`batch ${key.id} awaited no approval`);
    decideBatchRow(tx, { ...decision, status: 'released' });
    record(tx, { batch, by, now, action: 'payout_batch.approved' });
  });
}

/**
 * Rejects all payouts of a batch: they fail and their money returns to the balance, unless the bank
 * has them. The member who confirmed the batch may reject it too. Refuses `approval_not_found`.
 */
export function rejectBatch(
  deps: SettleDeps,
  key: BatchKey,
  { by, reason }: Rejection,
): Promise<void> {
  const { merchantId, environment } = key;
  return deciding(deps, key, async (tx, { batch, payoutIds, now }) => {
    const at = new Date(now);
    const decision = { ...key, status: 'rejected', at, by: shownActor(by), reason } as const;
    updateApprovalsOfBatch(tx, decision);
    const scope = { merchantId, environment, failure: REJECTED, isUnapproved: true };
    const unsent = payoutIds.map((id) => ({ ...scope, id }));
    await failUnsentPayouts(deps, tx, unsent);
    decideBatchRow(tx, decision);
    record(tx, { batch, by, now, action: 'payout_batch.rejected', reason });
  });
}

/** Deletes a batch that is not confirmed. Refuses `batch_not_found`, also for a confirmed one. */
export function discardBatch({ database }: SettleDeps, key: BatchKey): Promise<void> {
  return database.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (batch?.status !== 'checked') throw new Refusal('batch_not_found');
    await deleteUnconfirmedBatch(tx, key);
  });
}

interface Waiting {
  readonly batch: PayoutBatch;
  readonly payoutIds: readonly string[];
  readonly now: number;
}

// Every decision locks the batch, then its approvals, then their payouts.
function deciding(
  { database, clock }: SettleDeps,
  key: BatchKey,
  work: (tx: Transaction, waiting: Waiting) => Promise<void>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    const now = clock.now();
    if (batch?.status !== 'awaiting_approval' || (batch.expiresAt ?? 0) <= now) {
      throw new Refusal('approval_not_found');
    }
    const payoutIds = await lockApprovalsOfBatch(tx, key);
    // Some have expired by the clock of another process.
    if (payoutIds.length !== batch.lineCount) throw new Refusal('approval_not_found');
    await work(tx, { batch, payoutIds, now });
  });
}

interface Decision {
  readonly batch: PayoutBatch;
  readonly by: Actor;
  readonly now: number;
  readonly action: 'payout_batch.approved' | 'payout_batch.rejected';
  readonly reason?: string | null;
}

function record(tx: Transaction, { batch, by, now, action, reason }: Decision): void {
  const { merchantId, environment, id: subject, total, lineCount: payouts } = batch;
  const amount = centavosToJson(total);
  const details = { environment, amount, payouts, ...(reason && { reason }) };
  recordChange(tx, by, { action, merchantId, subject, details }, now);
}
