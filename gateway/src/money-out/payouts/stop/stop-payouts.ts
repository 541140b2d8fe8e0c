import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { tellOfPayoutChange } from '../mails/tell-of-payouts.ts';
import { isPlatformStop, type StopScope } from './payout-stop.ts';
import {
  insertStop,
  lockForSend,
  resumeStop,
  selectSendLease,
  selectStopsOfScope,
} from './payout-stop-store.ts';

const PAUSE_MS = 100;

/**
 * Stops the payouts of a scope. After it returns no attempt to send a payout of the scope begins;
 * an attempt that has begun ends by itself (`untilSendsEnd`). Does nothing while the same stop is
 * in force.
 */
export async function stopPayouts(
  { database, clock }: DatabaseAndClock,
  scope: StopScope,
  reason: string | null,
  by: Actor,
): Promise<void> {
  const stoppedAt = clock.now();
  await database.transaction(async (tx) => {
    const stop = { ...scope, stoppedAt, actorName: by.name, reason };
    if (!(await insertStop(tx, stop))) return;
    record(tx, by, scope, { kind: 'stopped', reason, at: stoppedAt });
  });
}

/** Ends a stop: the payouts that waited become due. Does nothing when it is not in force. */
export async function resumePayouts(
  { database, clock }: DatabaseAndClock,
  scope: StopScope,
  by: Actor,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    if ((await resumeStop(tx, { ...scope, at })) === 0) return;
    record(tx, by, scope, { kind: 'resumed', reason: null, at });
  });
}

/**
 * Waits until the attempt that was being made when this call began has ended, at the latest until
 * the sender's lease ends.
 */
export async function untilSendsEnd({ database, clock }: DatabaseAndClock): Promise<void> {
  const busyUntil = await selectSendLease(database);
  while (clock.now() < busyUntil && (await selectSendLease(database)) === busyUntil) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * Refuses `transfers_stopped` while money of a scope may not leave, for money that moves at once: a
 * transfer. A stop commits only before or after the caller's transaction.
 */
export async function refuseStopped(tx: Transaction, scope: LedgerScope): Promise<void> {
  lockForSend(tx);
  if (await arePayoutsStopped(tx, scope)) throw new Refusal('transfers_stopped');
}

/** Whether a stop holds the payouts of a scope. */
export async function arePayoutsStopped(database: Queryable, scope: LedgerScope): Promise<boolean> {
  return (await selectStopsOfScope(database, scope)).length > 0;
}

function record(
  tx: Transaction,
  by: Actor,
  scope: StopScope,
  { kind, reason, at }: { kind: 'stopped' | 'resumed'; reason: string | null; at: number },
): void {
  const { merchantId, environment, stoppedBy } = scope;
  const isPlatform = isPlatformStop(scope);
  const change = {
    action: `payouts.${kind}` as const,
    merchantId: isPlatform ? null : merchantId,
    subject: isPlatform ? 'platform' : merchantId,
    details: { environment, stopped_by: stoppedBy, ...(reason !== null && { reason }) },
  };
  recordChange(tx, by, change, at);
  // Merchants don't see the names and reasons of operators.
  const isShown = isPlatform || stoppedBy === 'merchant';
  const details = isShown ? { actor: by.name, reason } : { actor: 'plataforma', reason: null };
  tellOfPayoutChange(tx, kind, scope, { details, now: at });
}
