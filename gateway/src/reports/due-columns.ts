import type { StoredTerms } from '#src/charges/due/due-terms.ts';
import { csvDay, csvMoney } from '#src/ground/csv.ts';
import type { Language } from '#src/ground/http/language.ts';

/** The last columns of files that list charges: the due date and the parts of the amount. */
export const dueColumns: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': ['Vencimento', 'Valor original', 'Abatimento', 'Desconto', 'Juros', 'Multa'],
  en: ['Due date', 'Original amount', 'Rebate', 'Discount', 'Interest', 'Fine'],
};

/** The last columns of totals by day: how many such charges were paid, and their sums. */
export const dueSumColumns: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': ['Cobranças com vencimento', ...dueColumns['pt-BR'].slice(1), 'Pago com vencimento'],
  en: ['Charges with a due date', ...dueColumns.en.slice(1), 'Paid with a due date'],
};

/** The due date of a charge and the parts of its amount, which are null until it is paid. */
export interface DueCells {
  readonly day: string | null;
  /** Centavos, in the order of the columns. */
  readonly amounts: readonly (bigint | null)[];
}

/** The cells of a charge; all of them are null for a charge without a due date. */
export function dueCellsOf(due: StoredTerms | null | undefined): DueCells {
  const paid = due?.paid;
  const amounts = [due?.rules.amount, paid?.rebate, paid?.discount, paid?.interest, paid?.fine];
  return {
    day: due?.rules.dueDate ?? null,
    amounts: amounts.map((amount) => (amount === undefined ? null : BigInt(amount))),
  };
}

/** The cells of a charge in a CSV file. */
export function dueCsvCells(due: StoredTerms | null | undefined, language: Language) {
  const { day, amounts } = dueCellsOf(due);
  return [
    day === null ? null : csvDay(day, language),
    ...amounts.map((amount) => (amount === null ? null : csvMoney(amount, language))),
  ];
}
