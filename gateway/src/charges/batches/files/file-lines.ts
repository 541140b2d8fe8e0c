import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { parseAmount } from '#src/ground/money/parse-amount.ts';
import { interestModeOf, readTypedRule } from '../../due/typed-rule.ts';
import { fieldRefusal, INSTALLMENTS_MAX } from '../charge-batch.ts';
import type { UncheckedLine } from '../check-lines.ts';
import type { FileCells, FileColumn } from './file-columns.ts';
import { cellFaults } from './file-texts.ts';

const BRAZILIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Spreadsheets write a day as its midnight. */
const MIDNIGHT = /[ T]0{1,2}:00(?::00)?$/;
const NUMBER = /^\d{1,5}$/;
const DAYS: [number, number] = [0, 36_500];
/** A CPF or CNPJ as a spreadsheet writes a number: `5,29982E+10`, or without its first zeros. */
const DAMAGED_DOCUMENT = /^(?:\d(?:[.,]\d{1,15})?E\+\d{1,2}|\d{9,10}|\d{12,13})$/i;

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
  const fault: Fault = (field, name) => void faults.push({ field, message: cellFaults[name] });
  if (isShifted) fault('amount', 'shifted');
  const row = readRow(cells, fault);
  if (faults.length > 0) return [{ line, part: 1, typed, refusal: fieldRefusal(faults) }];
  const count = row.installments;
  return Array.from({ length: count }, (_, index) => ({
    line,
    part: index + 1,
    typed,
    body: bodyOf(row, index),
  }));
}

type Row = ReturnType<typeof readRow>;
type Fault = (field: FileColumn, name: keyof typeof cellFaults) => undefined;

function readRow(cells: FileCells, fault: Fault) {
  const amount = parseAmount(cells.amount) ?? 0;
  if (amount === 0) fault('amount', 'amount');
  if (DAMAGED_DOCUMENT.test(cells.document)) fault('document', 'document');
  const dueDate = readDay(cells.due_date);
  if (dueDate === undefined) fault('due_date', 'dueDate');
  const whole = (column: FileColumn, [min, max]: [number, number], missing: number) => {
    const text = cells[column];
    const value = text === '' ? missing : NUMBER.test(text) ? Number(text) : -1;
    if (value < min || value > max) fault(column, column === 'installments' ? column : 'days');
    return value;
  };
  const part = (column: FileColumn) => {
    if (cells[column] === '') return undefined;
    const rule = readTypedRule(cells[column]);
    if (!rule || rule.period) return fault(column, 'rule');
    return rule.value === 0 ? undefined : { type: rule.type, value: rule.value };
  };
  return {
    cells,
    amount,
    dueDate: dueDate ?? '',
    installments: whole('installments', [1, INSTALLMENTS_MAX], 1),
    daysAfterDue: whole('days_after_due', DAYS, 30),
    discountDays: whole('discount_days', DAYS, 0),
    fine: part('fine'),
    interest: readInterest(cells, fault),
    discount: part('discount'),
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
      name: cells.name,
      document: cells.document,
      ...(cells.email !== '' && { email: cells.email }),
    },
    ...(reference !== '' && { external_id: isOne ? reference : `${reference}-${index + 1}` }),
    ...(cells.description !== '' && { description: cells.description }),
    due_date: dueDate,
    days_after_due: row.daysAfterDue,
    ...(fine && { fine }),
    ...(interest && { interest }),
    ...(discount && {
      discounts: [
        {
          mode: `${discount.type}_until`,
          value: discount.value,
          until: addDays(dueDate, -row.discountDays),
        },
      ],
    }),
  };
}

/** Without a period a percentage is for a month, as the column is called, an amount for a day. */
function readInterest({ interest: cell }: FileCells, fault: Fault) {
  if (cell === '') return undefined;
  const rule = readTypedRule(cell);
  const period = rule?.period ?? (rule?.type === 'fixed' ? 'day' : 'month');
  const mode = rule && interestModeOf(rule.type, period);
  if (!rule || !mode) return fault('interest', 'interest');
  return rule.value === 0 ? undefined : { mode, value: rule.value };
}

/** A day as `2027-01-15` from `15/01/2027`, `15-1-2027` or itself; undefined for another text. */
function readDay(cell: string): string | undefined {
  const typed = cell.replace(MIDNIGHT, '');
  const match = BRAZILIAN_DAY.exec(typed);
  const [, day = '', month = '', year = ''] = match ?? [];
  const text = match ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed;
  return ISO_DAY.test(text) && startOfBrazilianDay(text) !== undefined ? text : undefined;
}

/** The same day of a later month, or its last day: a month after 31 January is 28 February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, ofMonth = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1 + months, Math.min(ofMonth, last)));
  return date.toISOString().slice(0, 10);
}
