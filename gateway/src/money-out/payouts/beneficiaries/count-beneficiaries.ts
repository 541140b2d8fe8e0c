import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { limitExceeded } from '../limits/limit-exceeded.ts';
import {
  beneficiaryTotals,
  nameOfTotal,
  type TotalChange,
  type TotalKey,
} from '../limits/payout-total-store.ts';
import type { Payout } from '../payout.ts';
import type { PayoutCounts, PayoutPlan } from '../payout-owner.ts';

/** Reads the totals of the beneficiaries that have a limit for the day. */
export async function openBeneficiaryTotals(
  tx: Transaction,
  wanted: readonly PayoutPlan[],
): Promise<PayoutCounts> {
  const keys = wanted.flatMap(({ payout, savedLimits }) =>
    (savedLimits?.perDay ?? null) === null ? [] : [keyOf(payout)],
  );
  const requested = await beneficiaryTotals.select(tx, keys);
  const changes = new Map<string, TotalChange>();
  return {
    refusalOf: ({ payout, savedLimits }) => {
      if (!savedLimits) return undefined;
      const { perPayout, perDay } = savedLimits;
      if (perPayout !== null && payout.amount > perPayout) {
        const facts = { period: 'payout', limit: perPayout, left: perPayout } as const;
        return limitExceeded('beneficiary', facts);
      }
      if (perDay === null) return undefined;
      const before = requested.get(nameOfTotal(keyOf(payout))) ?? 0n;
      if (before + payout.amount <= perDay) return undefined;
      const left = before < perDay ? centavos(perDay - before) : ZERO_CENTAVOS;
      return limitExceeded('beneficiary', { period: 'day', limit: perDay, left });
    },
    count: ({ payout, savedLimits }) => {
      if (payout.beneficiaryId === null) return;
      const key = keyOf(payout);
      const name = nameOfTotal(key);
      const amount = (changes.get(name)?.amount ?? 0n) + payout.amount;
      changes.set(name, { ...key, amount, limit: savedLimits?.perDay ?? null });
      requested.set(name, (requested.get(name) ?? 0n) + payout.amount);
    },
    write: () => beneficiaryTotals.add(tx, [...changes.values()]),
  };
}

/**
 * Subtracts failed payouts from the totals of their beneficiaries. The caller has locked the
 * accounts of their scopes.
 */
export function giveBackOfBeneficiaries(tx: Transaction, failed: readonly Payout[]): void {
  const changes = new Map<string, TotalChange>();
  for (const payout of failed) {
    if (payout.beneficiaryId === null) continue;
    const key = keyOf(payout);
    const name = nameOfTotal(key);
    const before = changes.get(name)?.amount ?? 0n;
    changes.set(name, { ...key, amount: before + payout.amount, limit: null });
  }
  beneficiaryTotals.subtract(tx, [...changes.values()]);
}

function keyOf(payout: Payout): TotalKey {
  const { merchantId, environment, createdAt, pixKey } = payout;
  return { merchantId, environment, of: pixKey, startsOn: brazilianDayOf(createdAt) };
}
