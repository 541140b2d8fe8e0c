import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { PostingKind } from '#src/ledger/chart-of-accounts.ts';
import { addDue, type DueTotals, NO_DUE, sumDue } from './due-totals.ts';
import type { Movement } from './movement.ts';

/**
 * The totals of one day in Brasília, in signed centavos: opening + received + sent + fees =
 * closing.
 */
export interface DayTotals {
  readonly day: string;
  readonly opening: bigint;
  /** The sum of incoming amounts, less the shares of recipients. */
  readonly received: bigint;
  /** The sum of outgoing amounts; negative. */
  readonly sent: bigint;
  readonly fees: bigint;
  readonly closing: bigint;
  readonly count: number;
  /** The amount paid for charges with a due date; part of `received`. */
  readonly due: DueTotals;
}

/** The totals of all movements of a kind, in signed centavos. */
export interface KindTotals {
  readonly kind: PostingKind;
  readonly count: number;
  readonly gross: bigint;
  readonly splits: bigint;
  readonly fees: bigint;
  readonly net: bigint;
}

export interface MovementTotals {
  /** The amount paid for charges with a due date. */
  readonly due: DueTotals;
  /** The days with movements, oldest first. */
  readonly days: DayTotals[];
  readonly kinds: KindTotals[];
}

const NO_MOVEMENTS = { received: 0n, sent: 0n, fees: 0n, count: 0, due: NO_DUE } as const;

/** Adds movements up, one at a time. */
export interface TotalsCollector {
  add(movement: Movement): void;
  totals(): MovementTotals;
}

/** @param opening the merchant's total before the first movement. */
export function collectTotals(opening: bigint): TotalsCollector {
  const days = new Map<string, Omit<DayTotals, 'opening' | 'closing'>>();
  const kinds = new Map<PostingKind, KindTotals>();
  return {
    add(movement) {
      const { kind, gross, splits, fee, net } = movement;
      const day = brazilianDayOf(movement.createdAt);
      const moved = gross + splits;
      const before = days.get(day) ?? { day, ...NO_MOVEMENTS };
      days.set(day, {
        day,
        received: before.received + (moved > 0n ? moved : 0n),
        sent: before.sent + (moved < 0n ? moved : 0n),
        fees: before.fees + fee,
        count: before.count + 1,
        due: addDue(before.due, movement),
      });
      const sum = kinds.get(kind) ?? { kind, count: 0, gross: 0n, splits: 0n, fees: 0n, net: 0n };
      kinds.set(kind, {
        kind,
        count: sum.count + 1,
        gross: sum.gross + gross,
        splits: sum.splits + splits,
        fees: sum.fees + fee,
        net: sum.net + net,
      });
    },
    totals: () => ({
      days: withBalances([...days.values()], opening),
      kinds: [...kinds.values()],
      due: sumDue([...days.values()].map(({ due }) => due)),
    }),
  };
}

/** The days in order, with opening and closing balances. */
function withBalances(
  days: readonly Omit<DayTotals, 'opening' | 'closing'>[],
  opening: bigint,
): DayTotals[] {
  let total = opening;
  return days
    .toSorted((first, second) => (first.day < second.day ? -1 : 1))
    .map((day) => {
      const before = total;
      total += day.received + day.sent + day.fees;
      return { ...day, opening: before, closing: total };
    });
}
