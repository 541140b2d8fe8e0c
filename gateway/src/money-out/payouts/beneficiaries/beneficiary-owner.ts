import { Refusal } from '#src/ground/errors/problems.ts';
import { nameOfDestination } from '../limits/payout-limit-store.ts';
import { firstDayOfTotals } from '../limits/payout-periods.ts';
import { beneficiaryTotals } from '../limits/payout-total-store.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import { selectSavedDestinations } from './beneficiary-store.ts';
import { giveBackOfBeneficiaries, openBeneficiaryTotals } from './count-beneficiaries.ts';

/** The saved beneficiaries of a merchant, and their limits. */
export const beneficiaryOwner: PayoutOwner = {
  name: 'beneficiaries',
  rules: async (tx, payouts) => {
    const savedByKey = await selectSavedDestinations(tx, payouts);
    return (plan) => {
      const saved = savedByKey.get(nameOfDestination(plan.payout));
      if (plan.limits.isOnlyToSaved && !saved) return new Refusal('beneficiary_not_saved');
      const payout = { ...plan.payout, beneficiaryId: saved?.id ?? null };
      return { ...plan, payout, savedLimits: saved?.limits };
    };
  },
  openCounts: openBeneficiaryTotals,
  giveBack: giveBackOfBeneficiaries,
  expire: (database, { now, limit }) =>
    beneficiaryTotals.delete(database, { beforeDay: firstDayOfTotals(now), limit }),
};
