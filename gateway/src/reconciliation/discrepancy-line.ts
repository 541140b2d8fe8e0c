import { type Centavos, centavosToJson } from '#src/money/centavos.ts';
import type { Discrepancy, DiscrepancyKind } from './discrepancy.ts';

/** A difference as JSON keeps it: amounts in centavos. */
export interface KeptLine {
  readonly kind: DiscrepancyKind;
  readonly subject: string | null;
  readonly amount_here: number | null;
  readonly amount_at_bank: number | null;
  readonly words_here: string | null;
  readonly words_at_bank: string | null;
}

/** A difference as it is kept and told. */
export function lineOf(one: Discrepancy): KeptLine {
  return {
    kind: one.kind,
    subject: one.subject,
    amount_here: jsonOrNull(one.amountHere),
    amount_at_bank: jsonOrNull(one.amountAtBank),
    words_here: one.wordsHere,
    words_at_bank: one.wordsAtBank,
  };
}

function jsonOrNull(amount: Centavos | null): number | null {
  return amount === null ? null : centavosToJson(amount);
}
