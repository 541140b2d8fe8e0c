import { dueOfPayment } from '../statement.ts';
import type { Movement } from './movement.ts';

/**
 * The sums of paid charges with a due date, in centavos, as they were booked when each was paid:
 * original + fine + interest − rebate − discount = paid.
 */
export interface DueTotals {
  /** How many charges were paid. */
  readonly count: number;
  readonly original: bigint;
  readonly fine: bigint;
  readonly interest: bigint;
  readonly rebate: bigint;
  readonly discount: bigint;
  readonly paid: bigint;
}

/** The sums of no charge. */
export const NO_DUE: DueTotals = {
  count: 0,
  original: 0n,
  fine: 0n,
  interest: 0n,
  rebate: 0n,
  discount: 0n,
  paid: 0n,
};

/** Adds a movement to sums; one that is no payment of a charge with a due date changes nothing. */
export function addDue(totals: DueTotals, movement: Movement): DueTotals {
  const parts = dueOfPayment(movement)?.paid;
  if (!parts) return totals;
  return sumOf(totals, {
    count: 1,
    original: BigInt(parts.original),
    fine: BigInt(parts.fine),
    interest: BigInt(parts.interest),
    rebate: BigInt(parts.rebate),
    discount: BigInt(parts.discount),
    paid: BigInt(parts.amount),
  });
}

function sumOf(left: DueTotals, right: DueTotals): DueTotals {
  return {
    count: left.count + right.count,
    original: left.original + right.original,
    fine: left.fine + right.fine,
    interest: left.interest + right.interest,
    rebate: left.rebate + right.rebate,
    discount: left.discount + right.discount,
    paid: left.paid + right.paid,
  };
}

/** The amounts in the order of the columns of files, the paid one last. */
export function dueAmounts(totals: DueTotals): readonly bigint[] {
  const { original, rebate, discount, interest, fine, paid } = totals;
  return [original, rebate, discount, interest, fine, paid];
}

/** The sums of several sums. */
export function sumDue(all: readonly DueTotals[]): DueTotals {
  return all.reduce(sumOf, NO_DUE);
}

/** Passes pages of movements on and adds them up meanwhile. */
export function watchDue(pages: AsyncIterable<Movement[]>): {
  readonly pages: AsyncGenerator<Movement[]>;
  /** The sums of the pages that have passed. */
  readonly totals: () => DueTotals;
} {
  let totals = NO_DUE;
  async function* watched(): AsyncGenerator<Movement[]> {
    for await (const movements of pages) {
      totals = movements.reduce(addDue, totals);
      yield movements;
    }
  }
  return { pages: watched(), totals: () => totals };
}
