import type { Queryable } from '#src/ground/database/database.ts';
import type { Lot, LotLine, LotNumber } from './lot.ts';
import { selectLotLines } from './lot-line-store.ts';
import { countLots, type LotPeriod, selectLots } from './lot-store.ts';

export { selectLineOfTxid as findLineOfTxid } from './lot-line-store.ts';
export { selectLot as findLot, selectLotByNumber as findLotByNumber } from './lot-store.ts';

/** Lines that are read at once. */
const LINES_AT_ONCE = 1_000;

/** A page of the lots that were made in a time, the oldest first, and how many there are. */
export async function listLots(
  database: Queryable,
  period: LotPeriod,
  rows: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly lots: readonly Lot[] }> {
  const { count: total } = await countLots(database, period);
  const isEmpty = rows.offset >= total;
  return { total, lots: isEmpty ? [] : await selectLots(database, { ...period, ...rows }) };
}

/** The lines of a lot in their order, in parts; a lot has at least one line. */
export async function* readLines(
  database: Queryable,
  lot: LotNumber,
): AsyncGenerator<readonly LotLine[]> {
  let after = -1;
  while (true) {
    const lines = await selectLotLines(database, lot, { after, limit: LINES_AT_ONCE });
    if (lines.length > 0) yield lines;
    if (lines.length < LINES_AT_ONCE) return;
    after = lines.at(-1)?.line ?? after;
  }
}

/** All lines of a lot, at most 10,000. */
export async function readAllLines(database: Queryable, lot: LotNumber): Promise<LotLine[]> {
  const all: LotLine[] = [];
  for await (const lines of readLines(database, lot)) all.push(...lines);
  return all;
}
