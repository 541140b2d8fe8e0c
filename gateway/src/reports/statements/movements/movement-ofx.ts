import { csvMoney } from '#src/ground/csv.ts';
import type { OfxLine } from '../statement-ofx.ts';
import type { Movement } from './movement.ts';

/**
 * Movements as lines of an OFX file: one transaction a movement with its net amount, so that the
 * amounts of a file and its closing balance agree. The memo has the gross amount and the fee.
 */
export async function* ofxLines(pages: AsyncIterable<Movement[]>): AsyncGenerator<OfxLine[]> {
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
