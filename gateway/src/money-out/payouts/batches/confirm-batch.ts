import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { APPROVAL_EXPIRES_MS } from '../approval/payout-approval.ts';
import { lockLimitSettings } from '../limits/payout-limit-store.ts';
import { payoutCreated } from '../payout.ts';
import { isAbove } from '../payout-limits.ts';
import { outcomeOfFacts, outcomeOfPlans, type PayoutOutcome } from '../payout-outcome.ts';
import type { PlannedPayout } from '../payout-owner.ts';
import { selectOutcomeOfBatch } from '../payout-read-store.ts';
import type { PayoutDeps } from '../payout-request.ts';
import { planPayouts } from '../plan-payouts.ts';
import { reservePayouts } from '../reserve-payouts.ts';
import { requestsOf } from './batch-requests.ts';
import { markPaidRecently } from './mark-paid-recently.ts';
import { type BatchLine, countRepeats, type PayoutBatch } from './payout-batch.ts';
import {
  confirmBatchRow,
  lockBatch,
  saveFindings,
  selectBatchContent,
  selectRecentBatches,
} from './payout-batch-store.ts';
import { readBatch } from './read-batches.ts';

/** A member's confirmation of a batch. */
export interface Confirmation {
  readonly caller: Caller;
  readonly id: string;
  readonly by: Actor;
  /** The number of warnings of repeated payments (`countRepeats`) that the person has seen. */
  readonly seenRepeats: number;
}

/**
 * Creates all payouts of a checked batch in one transaction, or none. When one of them needs an
 * approval, or their sum does, all wait for one decision. A batch that is confirmed already stays
 * as it is. Refuses `batch_not_found`, `batch_has_errors`, `batch_repeated` when its file or some
 * of its lines were paid and the person has not seen that, and `batch_refused` with the lines that
 * the limits or the balance refuse.
 */
export async function confirmBatch(deps: PayoutDeps, confirmation: Confirmation): Promise<void> {
  const { caller, id, seenRepeats } = confirmation;
  const { merchantId, environment } = caller;
  const key = { merchantId, environment, id };
  const isToSee = await deps.database.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (!batch) throw new Refusal('batch_not_found');
    if (batch.status !== 'checked') return false;
    if (batch.errorCount > 0) throw new Refusal('batch_has_errors');
    const now = deps.clock.now();
    // Confirmations of a scope follow each other, so that each finds the payouts of the other.
    await lockLimitSettings(tx, key);
    const { lines, isRepeated } = await findRepeats(tx, batch, now);
    if (countRepeats(isRepeated, lines) !== seenRepeats) {
      saveFindings(tx, { ...key, lines, isRepeated });
      return true;
    }
    await release(deps, tx, { ...confirmation, batch, lines, now });
    return false;
  });
  // After the commit, which keeps the warnings for the person to see.
  if (isToSee) throw new Refusal('batch_repeated');
}

/** Looks again for repeated payments: marks the lines paid since the check, and a repeated file. */
async function findRepeats(tx: Transaction, batch: PayoutBatch, now: number) {
  const content = await selectBatchContent(tx, batch);
  if (!content) throw new Error(`the batch ${batch.id} has no content`);
  const lines = await markPaidRecently(tx, batch, content.lines, now);
  const recent = await selectRecentBatches(tx, batch, content.fileSha256);
  return { lines, isRepeated: batch.isRepeated || recent.isRepeated };
}

interface BatchToRelease extends Confirmation {
  readonly batch: PayoutBatch;
  readonly lines: readonly BatchLine[];
  readonly now: number;
}

async function release(
  deps: PayoutDeps,
  tx: Transaction,
  { batch, lines, caller, by, now }: BatchToRelease,
): Promise<void> {
  const { merchantId, environment, id } = batch;
  const wanted = await planBatch(deps, tx, { batch, lines, caller, by, now });
  const needsApproval = wanted.some(({ cause }) => cause !== null);
  const refused = await reservePayouts(tx, wanted, deps, now);
  if (refused.size > 0) {
    throw refusalOf(
      [...refused].map(([plan, refusal]) => [plan.request.ofBatch?.line ?? 0, refusal]),
    );
  }
  const expiresAt = needsApproval ? new Date(now + APPROVAL_EXPIRES_MS) : null;
  confirmBatchRow(tx, batch, { at: new Date(now), expiresAt, by: by.id });
  const amount = centavosToJson(batch.total);
  const details = { environment, amount, payouts: lines.length, file: batch.fileName };
  const change = { action: 'payout_batch.confirmed', merchantId, subject: id, details } as const;
  recordChange(tx, by, change, now);
}

/** Plans the payouts of a batch: when one of them needs an approval, or their sum does, all do. */
async function planBatch(
  deps: PayoutDeps,
  tx: Transaction,
  { batch, lines, caller, by, now }: Omit<BatchToRelease, 'id' | 'seenRepeats'>,
): Promise<readonly PlannedPayout[]> {
  const requests = requestsOf(lines, { caller, by, batchId: batch.id });
  const plans = await planPayouts(tx, requests, deps, now);
  const planned = plans.flatMap((plan) => (plan instanceof Refusal ? [] : [plan]));
  if (planned.length < plans.length) {
    throw refusalOf(plans.map((plan, index) => [lines[index]?.line ?? 0, plan] as const));
  }
  const needsApproval = planned.some(({ cause }) => cause !== null) || isSumAbove(planned, batch);
  return needsApproval ? planned.map(awaiting) : planned;
}

/**
 * The outcomes of the payouts of a batch: of a checked one when it is confirmed now, of a confirmed
 * one what happened so far. Refuses `batch_not_found`, `batch_has_errors` and `batch_refused`.
 */
export async function readBatchOutcome(
  deps: PayoutDeps,
  { caller, id, by }: Omit<Confirmation, 'seenRepeats'>,
): Promise<PayoutOutcome> {
  const { merchantId, environment } = caller;
  const key = { merchantId, environment, id };
  const now = deps.clock.now();
  const batch = await readBatch(deps.database, key);
  if (batch.status !== 'checked') {
    const facts = await selectOutcomeOfBatch(deps.database, {
      merchantId,
      environment,
      batchId: id,
    });
    if (!facts) throw new Refusal('batch_not_found');
    return outcomeOfFacts(deps.database, key, { facts, isOfBatch: true, now });
  }
  if (batch.errorCount !== 0) throw new Refusal('batch_has_errors');
  return deps.database.transaction(async (tx) => {
    const plans = await planBatch(deps, tx, { batch, lines: batch.lines, caller, by, now });
    return outcomeOfPlans(tx, key, plans, now);
  });
}

/** Whether the sum passes the amount from which payouts need an approval. */
function isSumAbove(
  [first]: readonly PlannedPayout[],
  { total }: { readonly total: Centavos },
): boolean {
  return isAbove(total, first?.limits.approvalAbove ?? null);
}

function awaiting(plan: PlannedPayout): PlannedPayout {
  const payout = { ...plan.payout, status: 'awaiting_approval' } as const;
  const cause = plan.cause ?? 'amount';
  return { ...plan, payout, cause, waitsUntil: null, body: JSON.stringify(payoutCreated(payout)) };
}

function refusalOf(results: readonly (readonly [number, PlannedPayout | Refusal])[]): Refusal {
  const fields = results.flatMap(([line, result]) =>
    result instanceof Refusal ? [{ field: `lines.${line}`, message: textOf(result) }] : [],
  );
  return new Refusal('batch_refused', { reason: fields[0]?.message ?? '', fields });
}

function textOf(refusal: Refusal): Text {
  return { 'pt-BR': refusal.message, en: refusal.messageIn('en') };
}
