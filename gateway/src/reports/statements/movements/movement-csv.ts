import { CSV_BEGINNING, csvDay, csvLine, csvMoney, csvTime } from '#src/ground/csv.ts';
import type { Language } from '#src/ground/http/language.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { dueCsvCells } from '../../due-columns.ts';
import { dueOfPayment } from '../statement.ts';
import { labelOfKind } from '../texts/entry-labels.ts';
import { dueAmounts } from './due-totals.ts';
import type { Movement } from './movement.ts';
import { movementTexts } from './movement-texts.ts';
import { collectTotals, type DayTotals } from './movement-totals.ts';

/** Movements as a CSV file, one line a movement, oldest first. */
export async function* movementCsv(
  pages: AsyncIterable<Movement[]>,
  language: Language,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(movementTexts[language].columns, language);
  for await (const movements of pages) {
    yield movements.map((movement) => lineOf(movement, language)).join('');
  }
}

/**
 * The totals of each day as a CSV file. After each page of movements it yields an empty text, so
 * that the work ends when its reader has disconnected.
 */
export async function* dayCsv(
  pages: AsyncIterable<Movement[]>,
  opening: bigint,
  language: Language,
): AsyncGenerator<string> {
  const collector = collectTotals(opening);
  for await (const movements of pages) {
    for (const movement of movements) collector.add(movement);
    yield '';
  }
  yield CSV_BEGINNING + csvLine(movementTexts[language].dayColumns, language);
  yield collector
    .totals()
    .days.map((day) => dayLine(day, language))
    .join('');
}

function lineOf(movement: Movement, language: Language): string {
  const { subject } = movement;
  const cells = [
    csvTime(movement.createdAt, language),
    labelOfKind(movement.kind, language),
    csvMoney(movement.gross, language),
    csvMoney(movement.splits, language),
    csvMoney(movement.fee, language),
    csvMoney(movement.net, language),
    csvMoney(movement.balanceAfter, language),
    subject?.name ?? null,
    subject?.document ? formatTaxId(subject.document) : null,
    subject?.externalId ?? null,
    subject?.endToEndId ?? null,
    subject?.transactionId ?? null,
    movement.referenceId,
    movement.sequence,
    ...dueCsvCells(dueOfPayment(movement), language),
  ];
  return csvLine(cells, language);
}

function dayLine(totals: DayTotals, language: Language): string {
  const { day, opening, received, sent, fees, closing, count, due } = totals;
  const amounts = [opening, received, sent, fees, closing];
  const cells = [
    csvDay(day, language),
    ...amounts.map((amount) => csvMoney(amount, language)),
    count,
    due.count,
    ...dueAmounts(due).map((amount) => csvMoney(amount, language)),
  ];
  return csvLine(cells, language);
}
