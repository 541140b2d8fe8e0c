import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { limitExceeded } from './limit-exceeded.ts';
import type { PayoutLimits } from './payout-limits.ts';
import { type PayoutPeriod, periodsOf } from './payout-periods.ts';
import {
  addToTotals,
  nameOfTotal,
  selectTotals,
  subtractFromTotals,
  type TotalChange,
} from './payout-total-store.ts';

/** A payout to count, with the limits of its merchant. */
export interface PayoutToCount extends LedgerScope {
  readonly amount: Centavos;
  readonly createdAt: number;
}

/** The totals of scopes whose accounts the caller's transaction has locked. */
export interface PayoutTotals {
  /** The refusal `payout_limit_exceeded` of a payout; undefined when all limits allow it. */
  refusalOf(payout: PayoutToCount, limits: PayoutLimits): Refusal | undefined;
  /** Counts a payout in its day and night. */
  count(payout: PayoutToCount, limits: PayoutLimits): void;
  /** Sends the counts. Call it once, after all `count`. */
  write(): void;
}

/**
 * Reads the totals against which payouts are counted. The lock of the accounts keeps other payouts
 * of the same scopes from being counted meanwhile.
 */
export async function openTotals(
  tx: Transaction,
  wanted: readonly { readonly payout: PayoutToCount; readonly limits: PayoutLimits }[],
): Promise<PayoutTotals> {
  const keys = wanted.flatMap(({ payout, limits }) =>
    periodsOf(payout.createdAt)
      .filter((period) => limitOf(limits, period) !== null)
      .map((period) => ({ ...payout, ...period })),
  );
  const requested = await selectTotals(tx, keys);
  const changes = new Map<string, TotalChange>();
  return {
    refusalOf: (payout, limits) => {
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
        const before = requested.get(nameOfTotal({ ...payout, ...period })) ?? 0n;
        if (before + payout.amount <= limit) continue;
        const left = before < limit ? centavos(limit - before) : ZERO_CENTAVOS;
        return limitExceeded('account', { period: period.period, limit, left });
      }
      return undefined;
    },
    count: (payout, limits) => {
      for (const period of periodsOf(payout.createdAt)) {
        const { merchantId, environment } = payout;
        const key = { merchantId, environment, ...period };
        const name = nameOfTotal(key);
        const amount = (changes.get(name)?.amount ?? 0n) + payout.amount;
        changes.set(name, { ...key, amount, limit: limitOf(limits, period) });
        requested.set(name, (requested.get(name) ?? 0n) + payout.amount);
      }
    },
    write: () => addToTotals(tx, [...changes.values()]),
  };
}

/** Subtracts failed payouts from the totals. The caller has locked the accounts of their scopes. */
export function giveBack(tx: Transaction, failed: readonly PayoutToCount[]): void {
  const changes = new Map<string, TotalChange>();
  for (const { merchantId, environment, amount, createdAt } of failed) {
    for (const period of periodsOf(createdAt)) {
      const key = { merchantId, environment, ...period };
      const before = changes.get(nameOfTotal(key))?.amount ?? 0n;
      changes.set(nameOfTotal(key), { ...key, amount: before + amount, limit: null });
    }
  }
  subtractFromTotals(tx, [...changes.values()]);
}

function limitOf(limits: PayoutLimits, { period }: PayoutPeriod): Centavos | null {
  return period === 'day' ? limits.perDay : limits.perNight;
}
