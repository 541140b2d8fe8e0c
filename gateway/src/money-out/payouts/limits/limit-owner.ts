import type { Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { type ApprovalCause, nameOfScope, type Payout } from '../payout.ts';
import { isAbove, limitsInForce, NO_LIMITS, type PayoutLimits } from '../payout-limits.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import { giveBack, openTotals } from './count-payouts.ts';
import {
  nameOfDestination,
  selectLimitSettings,
  selectPaidDestinations,
} from './payout-limit-store.ts';
import { firstDayOfTotals } from './payout-periods.ts';
import { periodTotals } from './payout-total-store.ts';

/** The limits of a merchant: for one payout, a day, a night and a new destination. */
export const limitOwner: PayoutOwner = {
  name: 'limits',
  rules,
  openCounts: openTotals,
  giveBack,
  expire: (database, { now, limit }) =>
    periodTotals.delete(database, { beforeDay: firstDayOfTotals(now), limit }),
};

async function rules(
  tx: Transaction,
  payouts: readonly Payout[],
  now: number,
): ReturnType<NonNullable<PayoutOwner['rules']>> {
  const settings = await selectLimitSettings(tx, payouts);
  const limitsOf = (payout: Payout) => {
    const ofScope = settings.get(nameOfScope(payout));
    return ofScope ? limitsInForce(ofScope, now) : NO_LIMITS;
  };
  const careful = payouts.filter((payout) => hasRuleForNewDestinations(limitsOf(payout)));
  const paid = careful.length > 0 ? await selectPaidDestinations(tx, careful) : new Set();
  return (plan) => {
    const limits = limitsOf(plan.payout);
    const isNew = !paid.has(nameOfDestination(plan.payout));
    const cause = causeOf(plan.payout, limits, isNew);
    const waitMs = isNew && cause === null ? limits.newDestinationWaitMinutes * MINUTE_MS : 0;
    const waitsUntil = waitMs > 0 ? now + waitMs : null;
    return { ...plan, limits, cause, waitsUntil };
  };
}

/** True if the limits have a rule for new destinations. */
function hasRuleForNewDestinations(limits: PayoutLimits): boolean {
  return limits.newDestinationWaitMinutes > 0 || limits.newDestinationApprovalAbove !== null;
}

function causeOf(
  { amount }: Payout,
  { approvalAbove, newDestinationApprovalAbove }: PayoutLimits,
  isNew: boolean,
): ApprovalCause | null {
  if (isAbove(amount, approvalAbove)) return 'amount';
  return isNew && isAbove(amount, newDestinationApprovalAbove) ? 'new_destination' : null;
}
