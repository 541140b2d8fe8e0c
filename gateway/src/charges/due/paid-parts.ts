import { DAY_MS } from '#src/ground/durations.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { AmountDue } from './amount-due.ts';
import { amountDueAt, type DueTerms } from './due-terms.ts';

/**
 * How a paid amount of a charge with a due date came about: as our rules say of the day of the
 * payment (milliseconds), or of the day before (a payer who begins before midnight), else the
 * original amount with the difference as interest or discount.
 */
export function partsOfPayment(terms: DueTerms, amount: Centavos, paidAt: number): AmountDue {
  const known = [paidAt, paidAt - DAY_MS].map((at) => amountDueAt(terms, at));
  return (
    known.find((parts) => parts.amount === amount) ?? partsByDifference(terms.rules.amount, amount)
  );
}

/** How the amount of a charge came about that was paid; null if there is nothing to explain. */
export function paidPartsOf(charge: {
  readonly amount: bigint | number;
  readonly expected?: bigint | number;
  readonly due: Pick<DueTerms, 'paid'> | null;
}): AmountDue | null {
  if (charge.due) return charge.due.paid;
  if (!charge.expected) return null;
  return partsByDifference(centavos(charge.expected), centavos(charge.amount));
}

/** The amount that a paid charge asked for, if another one was taken; null if it was paid. */
export function otherExpected(charge: {
  readonly expected?: Centavos;
  readonly due: Pick<DueTerms, 'expected'> | null;
}): Centavos | null {
  return charge.due?.expected ?? charge.expected ?? null;
}

function partsByDifference(original: Centavos, amount: Centavos): AmountDue {
  const none = ZERO_CENTAVOS;
  const difference = amount - original;
  return {
    original,
    fine: none,
    rebate: none,
    amount,
    interest: difference > 0n ? centavos(difference) : none,
    discount: difference < 0n ? centavos(-difference) : none,
  };
}
