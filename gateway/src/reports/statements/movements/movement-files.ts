import { Readable } from 'node:stream';
import { csvMoney } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { closingPdf } from '../closing/closing-pdf.ts';
import { type Closing, readClosing } from '../closing/read-closing.ts';
import { type OfxLine, statementOfx } from '../statement-ofx.ts';
import { type DueTotals, watchDue } from './due-totals.ts';
import { type FileRequest, MOVEMENT_FILES } from './file-request.ts';
import type { Movement, MovementRange } from './movement.ts';
import { dayCsv, movementCsv } from './movement-csv.ts';
import { movementXlsx } from './movement-xlsx.ts';
import { findMovementRange, readMovements } from './read-movements.ts';

export interface MovementFile {
  readonly type: string;
  /** Its name for a download: `padaria-sol-movimentos-2026-11.xlsx`. */
  readonly name: string;
  readonly content: Readable;
  /** The amount paid for charges with a due date, when the content has been read. */
  readonly due: () => DueTotals;
}

/**
 * The file of a period, as a stream that stops reading when its reader has disconnected.
 * @throws {Refusal} export_too_large.
 */
export async function movementFile(
  database: Queryable,
  request: FileRequest,
): Promise<MovementFile> {
  const { readPaperBrand, ...parts } = request;
  const { account: scope, days, period, format } = parts;
  const { type, name, ending } = MOVEMENT_FILES[format];
  const range = await findMovementRange(database, scope, period);
  const { pages, totals } = watchDue(readMovements(database, scope, range));
  return {
    due: totals,
    type,
    name: fileNameOf(parts.merchant, name, { environment: scope.environment, days, ending }),
    content: Readable.from(
      format === 'pdf'
        ? closingFile(await readPaperBrand(), readClosing(database, { ...parts, range, pages }))
        : contentOf(request, range, pages),
    ),
  };
}

async function* closingFile(
  brand: PaperBrand,
  closing: AsyncGenerator<string, Closing>,
): AsyncGenerator<string | Buffer> {
  yield await closingPdf(yield* closing, brand);
}

function contentOf(
  { account: scope, format, merchant, productName, period, now, language }: FileRequest,
  range: MovementRange,
  pages: AsyncIterable<Movement[]>,
): AsyncGenerator<string | Buffer> {
  if (format === 'csv') return movementCsv(pages, language);
  if (format === 'days_csv') return dayCsv(pages, range.opening, language);
  if (format === 'xlsx') return movementXlsx(pages, range.opening, language);
  const account = { ...scope, account: 'total' as const };
  const { username } = merchant;
  return statementOfx({ account, username, productName, period, range, now }, ofxLines(pages));
}

/**
 * Movements as lines of an OFX file: one transaction a movement with its net amount, so that the
 * amounts of a file and its closing balance agree. The memo has the gross amount and the fee.
 */
async function* ofxLines(pages: AsyncIterable<Movement[]>): AsyncGenerator<OfxLine[]> {
  for await (const movements of pages) yield movements.map(lineOf);
}

function lineOf(movement: Movement): OfxLine {
  const { sequence, kind, referenceId, net, createdAt, subject } = movement;
  return { sequence, kind, referenceId, amount: net, createdAt, subject, note: noteOf(movement) };
}

function noteOf({ gross, splits, fee }: Movement): string | null {
  if (splits === 0n && fee === 0n) return null;
  const parts = [
    `bruto ${csvMoney(gross)}`,
    ...(splits === 0n ? [] : [`splits ${csvMoney(splits)}`]),
    ...(fee === 0n ? [] : [`tarifa ${csvMoney(fee)}`]),
  ];
  return parts.join(' ');
}
