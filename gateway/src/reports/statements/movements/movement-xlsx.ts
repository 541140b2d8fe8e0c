import type { Language } from '#src/ground/http/language.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { type Cell, writeXlsx } from '#src/ground/xlsx/write-xlsx.ts';
import { dueCellsOf } from '../../due-columns.ts';
import { dueOfPayment } from '../statement.ts';
import { labelOfKind } from '../texts/entry-labels.ts';
import { dueAmounts } from './due-totals.ts';
import type { Movement } from './movement.ts';
import { movementTexts } from './movement-texts.ts';
import { collectTotals, type TotalsCollector } from './movement-totals.ts';

const MOVEMENT_WIDTHS = [
  20, 28, 14, 14, 12, 14, 16, 32, 20, 24, 36, 38, 38, 10, 12, 14, 12, 12, 12, 12,
];
const DAY_WIDTHS = [12, 16, 16, 16, 14, 16, 12, 24, 14, 12, 12, 12, 12, 20];

/** Movements as a workbook: one row a movement, and a sheet with the totals of each day. */
export function movementXlsx(
  pages: AsyncIterable<Movement[]>,
  opening: bigint,
  language: Language,
): AsyncGenerator<Buffer> {
  const { sheetNames, columns, dayColumns } = movementTexts[language];
  const collector = collectTotals(opening);
  return writeXlsx([
    {
      name: sheetNames.movements,
      columns,
      widths: MOVEMENT_WIDTHS,
      pages: movementRows(pages, collector, language),
    },
    {
      name: sheetNames.days,
      columns: dayColumns,
      widths: DAY_WIDTHS,
      pages: dayRows(collector),
    },
  ]);
}

async function* movementRows(
  pages: AsyncIterable<Movement[]>,
  collector: TotalsCollector,
  language: Language,
) {
  for await (const movements of pages) {
    for (const movement of movements) collector.add(movement);
    yield movements.map((movement) => rowOf(movement, language));
  }
}

// The second sheet is written when all rows of the first have passed.
async function* dayRows(collector: TotalsCollector): AsyncGenerator<Cell[][]> {
  yield collector
    .totals()
    .days.map(({ day, opening, received, sent, fees, closing, count, due }) => [
      { day },
      ...[opening, received, sent, fees, closing].map((centavos) => ({ centavos })),
      { integer: count },
      { integer: due.count },
      ...dueAmounts(due).map((centavos) => ({ centavos })),
    ]);
}

function rowOf(movement: Movement, language: Language): Cell[] {
  const { subject } = movement;
  const { gross, splits, fee, net, balanceAfter } = movement;
  const due = dueCellsOf(dueOfPayment(movement));
  return [
    { at: movement.createdAt },
    { text: labelOfKind(movement.kind, language) },
    ...[gross, splits, fee, net, balanceAfter].map((centavos) => ({ centavos })),
    textOrEmpty(subject?.name),
    textOrEmpty(subject?.document && formatTaxId(subject.document)),
    textOrEmpty(subject?.externalId),
    textOrEmpty(subject?.endToEndId),
    textOrEmpty(subject?.transactionId),
    { text: movement.referenceId },
    { integer: movement.sequence },
    due.day === null ? null : { day: due.day },
    ...due.amounts.map((centavos) => (centavos === null ? null : { centavos })),
  ];
}

function textOrEmpty(text: string | null | undefined): Cell {
  return text ? { text } : null;
}
