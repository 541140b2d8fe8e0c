import { type Actor, shownActor, systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import { failUnsentPayouts } from '../fail-unsent-payouts.ts';
import type { PayoutKey } from '../payout.ts';
import { EXPIRED, REJECTED } from '../payout.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import {
  approvePendingPayout,
  type LockedApproval,
  lockWaitingApproval,
  selectExpiredApprovals,
  updateApproval,
} from './payout-approval-store.ts';

const EXPIRED_MAX = 100;

/** The author of a rejection, and why, if a member said so. */
export interface Rejection {
  readonly by: Actor;
  readonly reason: string | null;
}

/**
 * Approves a payout as a member of its merchant: it becomes pending and is sent. Refuses
 * `approval_not_found`, and `approval_of_own_payout` to the member who requested it.
 */
export function approveByMember(deps: SettleDeps, key: PayoutKey, by: Actor): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const waiting = await lockWaitingApproval(tx, key);
    const now = deps.clock.now();
    if (!isForMember(waiting) || waiting.expiresAt <= now) {
      throw new Refusal('approval_not_found');
    }
    if (waiting.createdBy !== null && waiting.createdBy === by.id) {
      throw new Refusal('approval_of_own_payout');
    }
    await approve(tx, key, by, now);
  });
}

/**
 * Rejects a payout as a member of its merchant, who may also have requested it: it fails and its
 * money returns, unless the bank has it. Refuses `approval_not_found`.
 */
export function rejectByMember(
  deps: SettleDeps,
  key: PayoutKey,
  rejection: Rejection,
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    if (!isForMember(await lockWaitingApproval(tx, key))) throw new Refusal('approval_not_found');
    await reject(deps, tx, key, rejection);
  });
}

/**
 * Approves or rejects by the answer of the merchant's server, in the caller's transaction. Does
 * nothing when the payout no longer waits, or its time is over.
 */
export async function decideByServer(
  deps: SettleDeps,
  tx: Transaction,
  key: PayoutKey,
  isApproved: boolean,
): Promise<void> {
  const waiting = await lockWaitingApproval(tx, key);
  const now = deps.clock.now();
  if (!waiting || waiting.expiresAt <= now) return;
  const by = { ...systemActor, name: 'servidor do lojista' };
  if (isApproved) await approve(tx, key, by, now);
  else await reject(deps, tx, key, { by, reason: null });
}

/**
 * Fails the payouts that were not approved in time; their money returns.
 * @returns whether there may be more.
 */
export async function expireApprovals(deps: SettleDeps & DueWorkDeps): Promise<boolean> {
  const wanted = { at: deps.clock.now(), limit: EXPIRED_MAX };
  const expired = await selectExpiredApprovals(deps.database, wanted);
  const done = await runDueWork(deps, expired, {
    kind: 'payout',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    run: (database, keys) =>
      database.transaction(async (tx) => {
        for (const key of keys) await expire(deps, tx, key);
        return keys.length;
      }),
  });
  return expired.length === EXPIRED_MAX && done > 0;
}

/** True if an approval waits and has no batch: a batch is decided as a whole. */
function isForMember(waiting: LockedApproval | undefined): waiting is LockedApproval {
  return waiting !== undefined && waiting.batchId === null;
}

async function approve(tx: Transaction, key: PayoutKey, by: Actor, now: number): Promise<void> {
  const decision = { decidedBy: shownActor(by), reason: null, at: now };
  updateApproval(tx, { ...key, ...decision, status: 'approved' });
  const approved = await approvePendingPayout(tx, { ...key, at: now });
  if (!approved) throw new Error(`the payout ${key.id} awaited no approval`);
  const details = { environment: key.environment, amount: centavosToJson(approved.amount) };
  const change = {
    action: 'payout.approved' as const,
    merchantId: key.merchantId,
    subject: key.id,
  };
  recordChange(tx, by, { ...change, details }, now);
}

async function reject(
  deps: SettleDeps,
  tx: Transaction,
  key: PayoutKey,
  { by, reason }: Rejection,
): Promise<void> {
  const now = deps.clock.now();
  updateApproval(tx, { ...key, status: 'rejected', decidedBy: shownActor(by), reason, at: now });
  await failUnsentPayouts(deps, tx, [{ ...key, failure: REJECTED, isUnapproved: true }]);
  const change = {
    action: 'payout.rejected' as const,
    merchantId: key.merchantId,
    subject: key.id,
  };
  const details = { environment: key.environment, ...(reason !== null && { reason }) };
  recordChange(tx, by, { ...change, details }, now);
}

async function expire(deps: SettleDeps, tx: Transaction, key: PayoutKey): Promise<void> {
  if (!(await lockWaitingApproval(tx, key))) return;
  const at = new Date(deps.clock.now());
  const decision = { decidedBy: systemActor.name, reason: null, at };
  updateApproval(tx, { ...key, ...decision, status: 'expired' });
  await failUnsentPayouts(deps, tx, [{ ...key, failure: EXPIRED, isUnapproved: true }]);
}
