import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { limitExceeded } from '../limits/limit-exceeded.ts';
import {
  addToBeneficiaryTotals,
  type BeneficiaryTotalChange,
  type BeneficiaryTotalKey,
  nameOfBeneficiaryTotal,
  selectBeneficiaryTotals,
  subtractFromBeneficiaryTotals,
} from './beneficiary-total-store.ts';
import type { SavedBeneficiary } from './saved-beneficiary.ts';

/** A payout to count for its beneficiary. */
export interface PayoutOfBeneficiary extends LedgerScope {
  readonly amount: Centavos;
  readonly createdAt: number;
  readonly pixKey: string;
  /** Null when its key was not saved at its creation. */
  readonly beneficiaryId: string | null;
}

/** A payout, and the saved beneficiary of its key. */
export interface PlanOfBeneficiary {
  readonly payout: PayoutOfBeneficiary;
  readonly saved: SavedBeneficiary | undefined;
}

/** The totals of beneficiaries, of scopes whose accounts the caller's transaction has locked. */
export interface BeneficiaryTotals {
  /** The refusal `payout_limit_exceeded` of a payout; undefined when its limits allow it. */
  refusalOf(plan: PlanOfBeneficiary): Refusal | undefined;
  /** Counts a payout in the day of its beneficiary. */
  count(plan: PlanOfBeneficiary): void;
  /** Sends the counts. Call it once, after all `count`. */
  write(): void;
}

/** Reads the totals of the beneficiaries that have a limit for the day. */
export async function openBeneficiaryTotals(
  tx: Transaction,
  wanted: readonly PlanOfBeneficiary[],
): Promise<BeneficiaryTotals> {
  const keys = wanted.flatMap(({ payout, saved }) =>
    (saved?.limits.perDay ?? null) === null ? [] : [keyOf(payout)],
  );
  const requested = await selectBeneficiaryTotals(tx, keys);
  const changes = new Map<string, BeneficiaryTotalChange>();
  return {
    refusalOf: ({ payout, saved }) => {
      if (!saved) return undefined;
      const { perPayout, perDay } = saved.limits;
      if (perPayout !== null && payout.amount > perPayout) {
        const facts = { period: 'payout', limit: perPayout, left: perPayout } as const;
        return limitExceeded('beneficiary', facts);
      }
      if (perDay === null) return undefined;
      const before = requested.get(nameOfBeneficiaryTotal(keyOf(payout))) ?? 0n;
      if (before + payout.amount <= perDay) return undefined;
      const left = before < perDay ? centavos(perDay - before) : ZERO_CENTAVOS;
      return limitExceeded('beneficiary', { period: 'day', limit: perDay, left });
    },
    count: ({ payout, saved }) => {
      if (!saved) return;
      const key = keyOf(payout);
      const name = nameOfBeneficiaryTotal(key);
      const amount = (changes.get(name)?.amount ?? 0n) + payout.amount;
      changes.set(name, { ...key, amount, limit: saved.limits.perDay });
      requested.set(name, (requested.get(name) ?? 0n) + payout.amount);
    },
    write: () => addToBeneficiaryTotals(tx, [...changes.values()]),
  };
}

/**
 * Subtracts failed payouts from the totals of their beneficiaries. The caller has locked the
 * accounts of their scopes.
 */
export function giveBackOfBeneficiaries(
  tx: Transaction,
  failed: readonly PayoutOfBeneficiary[],
): void {
  const changes = new Map<string, BeneficiaryTotalChange>();
  for (const payout of failed) {
    if (payout.beneficiaryId === null) continue;
    const key = keyOf(payout);
    const name = nameOfBeneficiaryTotal(key);
    const before = changes.get(name)?.amount ?? 0n;
    changes.set(name, { ...key, amount: before + payout.amount, limit: null });
  }
  subtractFromBeneficiaryTotals(tx, [...changes.values()]);
}

function keyOf(payout: PayoutOfBeneficiary): BeneficiaryTotalKey {
  const { merchantId, environment, createdAt, pixKey } = payout;
  return { merchantId, environment, startsOn: brazilianDayOf(createdAt), pixKey };
}
