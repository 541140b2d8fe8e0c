import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianDate, brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney } from '#src/platform/csv.ts';
import { labelOfKind } from '../texts/entry-labels.ts';
import type { Movement } from './movement.ts';
import { dayColumns, movementColumns } from './movement-texts.ts';
import { collectTotals, type DayTotals } from './movement-totals.ts';

/** Movements as a CSV file for Brazilian spreadsheets, one line a movement, oldest first. */
export async function* movementCsv(pages: AsyncIterable<Movement[]>): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(movementColumns);
  for await (const movements of pages) yield movements.map(lineOf).join('');
}

/**
 * The totals of each day as a CSV file. After each page of movements it yields an empty text, so
 * that a reader that has gone ends the work.
 */
export async function* dayCsv(
  pages: AsyncIterable<Movement[]>,
  opening: bigint,
): AsyncGenerator<string> {
  const collector = collectTotals(opening);
  for await (const movements of pages) {
    for (const one of movements) collector.add(one);
    yield '';
  }
  yield CSV_BEGINNING + csvLine(dayColumns);
  yield collector.totals().days.map(dayLine).join('');
}

function lineOf(movement: Movement): string {
  const { subject } = movement;
  return csvLine([
    brazilianTime(movement.createdAt),
    labelOfKind(movement.kind),
    csvMoney(movement.gross),
    csvMoney(movement.splits),
    csvMoney(movement.fee),
    csvMoney(movement.net),
    csvMoney(movement.balanceAfter),
    subject?.name ?? null,
    subject?.document ? formatTaxId(subject.document) : null,
    subject?.externalId ?? null,
    subject?.endToEndId ?? null,
    subject?.transactionId ?? null,
    movement.referenceId,
    movement.sequence,
  ]);
}

function dayLine({ day, opening, received, sent, fees, closing, count }: DayTotals): string {
  return csvLine([
    brazilianDate(day),
    ...[opening, received, sent, fees, closing].map(csvMoney),
    count,
  ]);
}
