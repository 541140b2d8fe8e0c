import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { parseAmount } from '#src/ground/money/parse-amount.ts';
import { fieldRefusal, INSTALLMENTS_MAX } from '../charge-batch.ts';
import type { UncheckedLine } from '../check-lines.ts';
import type { FileCells, FileColumn } from './file-columns.ts';
import { cellFaults } from './file-texts.ts';

const BRAZILIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const RATE = /^(\d{1,5})(?:[.,](\d{1,2}))?\s*%/;
const NUMBER = /^\d{1,5}$/;
const PER_DAY = /dia|day/i;

/** A value of a rule: an amount in centavos, or a rate in basis points. */
interface RuleValue {
  readonly type: 'fixed' | 'percent';
  readonly value: number;
}

/**
 * The charges of a row: one, or one a month for a row with instalments. A row that can't be read is
 * one line with its faults, by column.
 */
export function linesOfRow(
  line: number,
  cells: FileCells,
  isShifted: boolean,
): readonly UncheckedLine[] {
  const typed = { ...cells };
  const faults: ProblemField[] = [];
  const fault = (field: FileColumn, name: keyof typeof cellFaults) =>
    void faults.push({ field, message: cellFaults[name] });
  if (isShifted) fault('amount', 'shifted');
  const row = readRow(cells, fault);
  if (faults.length > 0) return [{ line, part: 1, typed, refusal: fieldRefusal(faults) }];
  const count = row.installments;
  return Array.from({ length: count }, (_, index) => ({
    ...{ line, part: index + 1, typed },
    body: bodyOf(row, index),
  }));
}

type Row = ReturnType<typeof readRow>;
type Fault = (field: FileColumn, name: keyof typeof cellFaults) => void;

function readRow(cells: FileCells, fault: Fault) {
  const amount = parseAmount(cells.amount) ?? 0;
  if (amount === 0) fault('amount', 'amount');
  const dueDate = readDay(cells.due_date);
  if (dueDate === undefined) fault('due_date', 'dueDate');
  const whole = (column: FileColumn, [min, max]: [number, number], missing: number) => {
    const text = cells[column];
    const value = text === '' ? missing : NUMBER.test(text) ? Number(text) : -1;
    if (value < min || value > max) fault(column, 'wholeNumber');
    return value;
  };
  const rule = (column: FileColumn) => {
    const value = readRule(cells[column]);
    if (cells[column] !== '' && !value) fault(column, 'rule');
    return value;
  };
  return {
    ...{ cells, amount, dueDate: dueDate ?? '' },
    installments: whole('installments', [1, INSTALLMENTS_MAX], 1),
    daysAfterDue: whole('days_after_due', [0, 36_500], 30),
    discountDays: whole('discount_days', [0, 36_500], 0),
    ...{ fine: rule('fine'), interest: rule('interest'), discount: rule('discount') },
  };
}

/** The body of the instalment with this index. */
function bodyOf(row: Row, index: number) {
  const { cells, amount, installments, fine, interest, discount } = row;
  const dueDate = addMonths(row.dueDate, index);
  const isOne = installments === 1;
  const reference = cells.external_id;
  return {
    amount,
    payer: {
      ...{ name: cells.name, document: cells.document },
      ...(cells.email !== '' && { email: cells.email }),
    },
    ...(reference !== '' && { external_id: isOne ? reference : `${reference}-${index + 1}` }),
    ...(cells.description !== '' && { description: cells.description }),
    ...{ due_date: dueDate, days_after_due: row.daysAfterDue },
    ...(fine && { fine }),
    ...(interest && { interest: interestOf(interest, cells.interest) }),
    ...(discount && {
      discounts: [
        {
          ...{ mode: `${discount.type}_until`, value: discount.value },
          until: addDays(dueDate, -row.discountDays),
        },
      ],
    }),
  };
}

/** Interest is per cent a month, or a day if the cell says so; an amount is for each day. */
function interestOf({ type, value }: RuleValue, cell: string) {
  if (type === 'fixed') return { mode: 'fixed_per_day', value };
  return { mode: PER_DAY.test(cell) ? 'percent_per_day' : 'percent_per_month', value };
}

/** `2%` and `0,5 % ao mês` are rates, `5,00` is an amount. */
function readRule(cell: string): RuleValue | undefined {
  const rate = RATE.exec(cell);
  if (rate) {
    const value = Number(rate[1]) * 100 + Number((rate[2] ?? '').padEnd(2, '0'));
    return value > 0 ? { type: 'percent', value } : undefined;
  }
  const value = parseAmount(cell.replace(/(?<!\s)\s*(por dia|ao dia|a day|per day)$/i, '')) ?? 0;
  return value > 0 ? { type: 'fixed', value } : undefined;
}

/** A day as `2027-01-15` from `15/01/2027`, `15-1-2027` or itself; undefined for another text. */
function readDay(cell: string): string | undefined {
  const match = BRAZILIAN_DAY.exec(cell);
  const [, day = '', month = '', year = ''] = match ?? [];
  const text = match ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
  return ISO_DAY.test(text) && startOfBrazilianDay(text) !== undefined ? text : undefined;
}

/** The same day of a later month, or its last day: a month after 31 January is 28 February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, ofMonth = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1 + months, Math.min(ofMonth, last)));
  return date.toISOString().slice(0, 10);
}
