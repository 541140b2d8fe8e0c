import type { Actor } from '#src/ground/access/actor.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { AMOUNT_CENTAVOS_MAX, centavos } from '#src/ground/money/centavos.ts';
import { type FeePlan, type StatusChange, statusChanges } from './merchant.ts';
import { lockMerchant, updateMerchantFee, updateMerchantStatus } from './merchant-store.ts';

export const BASIS_POINTS_MAX = 10_000;
/** The largest fixed fee, in centavos. */
export const FEE_CENTAVOS_MAX = Number(AMOUNT_CENTAVOS_MAX);

/** A change of a merchant's status, with the reason of a suspension. */
export interface StatusDecision {
  readonly change: StatusChange;
  readonly reason?: string;
}

const CHANGE_DONE = {
  approve: 'merchant.approved',
  reject: 'merchant.rejected',
  resubmit: 'merchant.resubmitted',
  suspend: 'merchant.suspended',
  reinstate: 'merchant.reinstated',
} as const satisfies Record<StatusChange, string>;

/**
 * Approves, rejects, suspends or reinstates a merchant, with effect from its next request. Refuses
 * `merchant_not_found`, `sandbox_forbidden`, and `status_change_refused` if its status does not
 * allow the change.
 */
export async function changeMerchantStatus(
  deps: DatabaseAndClock,
  username: string,
  { change, reason }: StatusDecision,
  by: Actor,
): Promise<Merchant> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const before = await lockMerchant(tx, { username });
    if (!before) throw new Refusal('merchant_not_found');
    refuseSandbox(before);
    const suspension = { at: now, reason: reason ?? null };
    const move = { ...statusChanges[change], suspension };
    const changed = await updateMerchantStatus(tx, username, move);
    if (!changed) throw new Refusal('status_change_refused');
    const details = { from: before.status, to: changed.status, ...(reason && { reason }) };
    const { merchantId } = changed;
    const entry = { action: CHANGE_DONE[change], merchantId, subject: username, details };
    recordChange(tx, by, entry, now);
    return changed;
  });
}

/** Fees before they are checked: in basis points and centavos. */
export interface UncheckedFee {
  readonly basisPoints: number;
  readonly fixedCentavos: number;
  /** Undefined leaves it unchanged. */
  readonly payoutFeeCentavos?: number | undefined;
}

/**
 * Sets the fees of charges and payouts that are created from now on. Refuses `fee_invalid` and
 * `merchant_not_found`.
 */
export async function setMerchantFee(
  deps: DatabaseAndClock,
  username: string,
  fee: UncheckedFee,
  by: Actor,
): Promise<Merchant> {
  const { basisPoints: rate, fixedCentavos, payoutFeeCentavos } = fee;
  const amounts = [fixedCentavos, payoutFeeCentavos ?? 0];
  const isValid =
    isWholeUpTo(rate, BASIS_POINTS_MAX) &&
    amounts.every((amount) => isWholeUpTo(amount, FEE_CENTAVOS_MAX));
  if (!isValid) throw new Refusal('fee_invalid');
  return deps.database.transaction(async (tx) => {
    const before = await lockMerchant(tx, { username });
    if (!before) throw new Refusal('merchant_not_found');
    const plan = {
      feeRate: basisPoints(rate),
      feeFixed: centavos(fixedCentavos),
      payoutFee:
        payoutFeeCentavos === undefined ? before.feePlan.payoutFee : centavos(payoutFeeCentavos),
    };
    const changed = await updateMerchantFee(tx, { ...plan, username });
    if (!changed) throw new Refusal('merchant_not_found');
    const details = { ...feeDetails(before.feePlan, 'old_'), ...feeDetails(plan, '') };
    const { merchantId } = changed;
    const entry = {
      action: 'merchant.fee_changed' as const,
      merchantId,
      subject: username,
      details,
    };
    recordChange(tx, by, entry, deps.clock.now());
    return changed;
  });
}

function isWholeUpTo(amount: number, max: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= max;
}

function feeDetails(plan: FeePlan, prefix: string): Record<string, number> {
  return {
    [`${prefix}basis_points`]: Number(plan.feeRate),
    [`${prefix}fixed_centavos`]: Number(plan.feeFixed),
    [`${prefix}payout_fee_centavos`]: Number(plan.payoutFee),
  };
}
