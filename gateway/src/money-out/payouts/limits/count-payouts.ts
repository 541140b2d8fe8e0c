import type { Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { Payout } from '../payout.ts';
import type { PayoutLimits } from '../payout-limits.ts';
import type { PayoutCounts, PayoutPlan } from '../payout-owner.ts';
import { limitExceeded } from './limit-exceeded.ts';
import { keyOfPeriod, type PayoutPeriod, periodsOf } from './payout-periods.ts';
import { nameOfTotal, periodTotals, type TotalChange } from './payout-total-store.ts';

/** Reads the totals of the days and nights in which payouts are counted. */
export async function openTotals(
  tx: Transaction,
  wanted: readonly PayoutPlan[],
): Promise<PayoutCounts> {
  const keys = wanted.flatMap(({ payout, limits }) =>
    periodsOf(payout.createdAt)
      .filter((period) => limitOf(limits, period) !== null)
      .map((period) => keyOfPeriod(payout, period)),
  );
  const requested = await periodTotals.select(tx, keys);
  const changes = new Map<string, TotalChange>();
  return {
    refusalOf: ({ payout, limits }) => {
      if (limits.perPayout !== null && payout.amount > limits.perPayout) {
        const facts = {
          period: 'payout',
          limit: limits.perPayout,
          left: limits.perPayout,
        } as const;
        return limitExceeded('account', facts);
      }
      for (const period of periodsOf(payout.createdAt)) {
        const limit = limitOf(limits, period);
        if (limit === null) continue;
        const before = requested.get(nameOfTotal(keyOfPeriod(payout, period))) ?? 0n;
        if (before + payout.amount <= limit) continue;
        const left = before < limit ? centavos(limit - before) : ZERO_CENTAVOS;
        return limitExceeded('account', { period: period.period, limit, left });
      }
      return undefined;
    },
    count: ({ payout, limits }) => {
      for (const period of periodsOf(payout.createdAt)) {
        const key = keyOfPeriod(payout, period);
        const name = nameOfTotal(key);
        const amount = (changes.get(name)?.amount ?? 0n) + payout.amount;
        changes.set(name, { ...key, amount, limit: limitOf(limits, period) });
        requested.set(name, (requested.get(name) ?? 0n) + payout.amount);
      }
    },
    write: () => periodTotals.add(tx, [...changes.values()]),
  };
}

/** Subtracts failed payouts from the totals. The caller has locked the accounts of their scopes. */
export function giveBack(tx: Transaction, failed: readonly Payout[]): void {
  const changes = new Map<string, TotalChange>();
  for (const payout of failed) {
    for (const period of periodsOf(payout.createdAt)) {
      const key = keyOfPeriod(payout, period);
      const before = changes.get(nameOfTotal(key))?.amount ?? 0n;
      changes.set(nameOfTotal(key), { ...key, amount: before + payout.amount, limit: null });
    }
  }
  periodTotals.subtract(tx, [...changes.values()]);
}

function limitOf(limits: PayoutLimits, { period }: PayoutPeriod): Centavos | null {
  return period === 'day' ? limits.perDay : limits.perNight;
}
