import type { Centavos } from '#src/ground/money/centavos.ts';
import type { ApprovalCause } from './payout.ts';

/**
 * The limits of a merchant's payouts in one environment; null is no limit. A payout above an
 * approval amount waits for an approval.
 */
export interface PayoutLimits {
  readonly perPayout: Centavos | null;
  /** By the day in Brasília. */
  readonly perDay: Centavos | null;
  /** From 20:00 to 06:00 in Brasília; it counts in the day too. */
  readonly perNight: Centavos | null;
  readonly approvalAbove: Centavos | null;
  /** For a Pix key that the merchant has not paid yet. */
  readonly newDestinationApprovalAbove: Centavos | null;
  /** How long a payout to a new Pix key waits before it is sent, unless it was approved. */
  readonly newDestinationWaitMinutes: number;
  /** Whether payouts to Pix keys that are not saved beneficiaries are refused. */
  readonly isOnlyToSaved: boolean;
}

/** The limits of one saved beneficiary; null is no limit. */
export interface BeneficiaryLimits {
  readonly perPayout: Centavos | null;
  /** By the day in Brasília. */
  readonly perDay: Centavos | null;
}

/** The names of the limits that are amounts. */
export const AMOUNT_LIMITS = [
  'perPayout',
  'perDay',
  'perNight',
  'approvalAbove',
  'newDestinationApprovalAbove',
] as const satisfies readonly (keyof PayoutLimits)[];

export const NEW_DESTINATION_WAIT_MINUTES_MAX = 7 * 24 * 60;

export const NO_LIMITS: PayoutLimits = {
  perPayout: null,
  perDay: null,
  perNight: null,
  approvalAbove: null,
  newDestinationApprovalAbove: null,
  newDestinationWaitMinutes: 0,
  isOnlyToSaved: false,
};

/** The limits that are set for one scope. `pending` replaces `merchant` at its instant. */
export interface LimitSettings {
  readonly operator: PayoutLimits;
  readonly merchant: PayoutLimits;
  readonly pending: PendingLimits | null;
}

/** Limits that a merchant has raised. `effectiveAt` in milliseconds since 1970. */
export interface PendingLimits {
  readonly limits: PayoutLimits;
  readonly effectiveAt: number;
}

export const NO_SETTINGS: LimitSettings = {
  operator: NO_LIMITS,
  merchant: NO_LIMITS,
  pending: null,
};

/** The merchant's own limits at an instant. */
export function merchantLimits({ merchant, pending }: LimitSettings, now: number): PayoutLimits {
  return pending && pending.effectiveAt <= now ? pending.limits : merchant;
}

/** The limits in force at an instant: the stricter of the operator's and the merchant's. */
export function limitsInForce(settings: LimitSettings, now: number): PayoutLimits {
  return stricter(settings.operator, merchantLimits(settings, now));
}

/** Combines limits, each as the stricter of the two: the lower amount, the longer wait. */
export function stricter(left: PayoutLimits, right: PayoutLimits): PayoutLimits {
  return {
    perPayout: lower(left.perPayout, right.perPayout),
    perDay: lower(left.perDay, right.perDay),
    perNight: lower(left.perNight, right.perNight),
    approvalAbove: lower(left.approvalAbove, right.approvalAbove),
    newDestinationApprovalAbove: lower(
      left.newDestinationApprovalAbove,
      right.newDestinationApprovalAbove,
    ),
    newDestinationWaitMinutes: Math.max(
      left.newDestinationWaitMinutes,
      right.newDestinationWaitMinutes,
    ),
    isOnlyToSaved: left.isOnlyToSaved || right.isOnlyToSaved,
  };
}

/** True if at least one of the wanted limits allows more than the current one. */
export function isLooser(wanted: PayoutLimits, current: PayoutLimits): boolean {
  return (
    wanted.newDestinationWaitMinutes < current.newDestinationWaitMinutes ||
    (current.isOnlyToSaved && !wanted.isOnlyToSaved) ||
    AMOUNT_LIMITS.some((name) => isAbove(wanted[name], current[name]))
  );
}

/** Compares amounts where null is infinite: true if `amount` is above `limit`. */
export function isAbove(amount: Centavos | null, limit: Centavos | null): boolean {
  return limit !== null && (amount === null || amount > limit);
}

/** The limit of an approval that an amount passes; null when it passes none. */
export function passedLimit(
  amount: Centavos,
  cause: ApprovalCause,
  { approvalAbove, newDestinationApprovalAbove }: PayoutLimits,
): Centavos | null {
  const limit = cause === 'amount' ? approvalAbove : newDestinationApprovalAbove;
  return isAbove(amount, limit) ? limit : null;
}

/** The lower of two limits; null is no limit. */
export function lower(left: Centavos | null, right: Centavos | null): Centavos | null {
  if (left === null) return right;
  return right === null || left < right ? left : right;
}
