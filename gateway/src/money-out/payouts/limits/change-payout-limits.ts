import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { AuditAction, ChangeDetails } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { deleteRaiseMail, tellOfRaise } from '../mails/tell-of-payouts.ts';
import {
  AMOUNT_LIMITS,
  isAbove,
  isLooser,
  type LimitSettings,
  merchantLimits,
  type PayoutLimits,
  stricter,
} from '../payout-limits.ts';
import { deletePendingLimits, lockLimitSettings, saveLimits } from './payout-limit-store.ts';

/** How long a raise by the merchant waits. */
const RAISE_DELAY_MS = DAY_MS;

/** Sets the operator's limits, with effect at once. The merchant's own limits stay. */
export function setOperatorLimits(
  deps: DatabaseAndClock,
  scope: LedgerScope,
  change: (current: PayoutLimits) => PayoutLimits,
  by: Actor,
): Promise<void> {
  return changing(deps, scope, async (tx, { operator }, now) => {
    const limits = change(operator);
    saveLimits(tx, scope, { setBy: 'operator', limits });
    record(tx, by, { scope, action: 'payout_limits.set', details: factsOf(limits), now });
  });
}

/**
 * Sets the merchant's own limits. A stricter limit has effect at once. A looser limit has effect a
 * day later, and replaces an earlier raise that is pending. Refuses `payout_limit_above_maximum`
 * for an amount above the operator's.
 */
export function setMerchantLimits(
  deps: DatabaseAndClock,
  scope: LedgerScope,
  wanted: PayoutLimits,
  by: Actor,
): Promise<void> {
  return changing(deps, scope, async (tx, settings, now) => {
    const { operator } = settings;
    const isTooHigh = AMOUNT_LIMITS.some(
      (name) => wanted[name] !== null && isAbove(wanted[name], operator[name]),
    );
    if (isTooHigh) throw new Refusal('payout_limit_above_maximum');
    const current = merchantLimits(settings, now);
    saveLimits(tx, scope, { setBy: 'merchant', limits: stricter(current, wanted) });
    const effectiveAt = now + RAISE_DELAY_MS;
    const isRaise = isLooser(wanted, current);
    if (isRaise) {
      saveLimits(tx, scope, { setBy: 'pending', limits: wanted, effectiveAt });
      tellOfRaise(tx, scope, { asked: { actor: by.name }, now, effectiveAt });
    } else {
      deletePendingLimits(tx, scope);
      deleteRaiseMail(tx, scope);
    }
    const details = {
      ...factsOf(wanted),
      ...(isRaise && { raised_from: isoTime(effectiveAt) }),
    };
    record(tx, by, { scope, action: 'payout_limits.changed', details, now });
  });
}

/** Cancels a raise that has no effect yet. Refuses `payout_raise_not_found`. */
export function cancelRaise(deps: DatabaseAndClock, scope: LedgerScope, by: Actor): Promise<void> {
  return changing(deps, scope, async (tx, { pending }, now) => {
    if (!pending || pending.effectiveAt <= now) throw new Refusal('payout_raise_not_found');
    deletePendingLimits(tx, scope);
    deleteRaiseMail(tx, scope);
    const details = factsOf(pending.limits);
    record(tx, by, { scope, action: 'payout_limits.raise_cancelled', details, now });
  });
}

function changing(
  { database, clock }: DatabaseAndClock,
  scope: LedgerScope,
  work: (tx: Transaction, settings: LimitSettings, now: number) => Promise<void>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const settings = await lockLimitSettings(tx, scope);
    await work(tx, settings, clock.now());
  });
}

interface LimitChange {
  readonly scope: LedgerScope;
  readonly action: AuditAction;
  readonly details: ChangeDetails;
  readonly now: number;
}

function record(tx: Transaction, by: Actor, { scope, action, details, now }: LimitChange): void {
  const { merchantId, environment } = scope;
  const change = { action, merchantId, subject: merchantId };
  recordChange(tx, by, { ...change, details: { environment, ...details } }, now);
}

/** The limits as the panel, the commands and the audit log name them. */
export function factsOf(limits: PayoutLimits) {
  const amount = (name: (typeof AMOUNT_LIMITS)[number]) => {
    const limit = limits[name];
    return centavosToJsonOrNull(limit);
  };
  return {
    per_payout: amount('perPayout'),
    per_day: amount('perDay'),
    per_night: amount('perNight'),
    approval_above: amount('approvalAbove'),
    new_destination_approval_above: amount('newDestinationApprovalAbove'),
    new_destination_wait_minutes: limits.newDestinationWaitMinutes,
    only_saved_beneficiaries: limits.isOnlyToSaved,
  };
}
