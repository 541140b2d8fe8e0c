import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { countRanges, saveCounts, selectCounts } from './charge-day-store.ts';
import { firstUnsettledId } from './first-unsettled-id.ts';

/** Smaller counts are not saved: the next read counts them again. */
const SAVED_COUNT_MIN = 500;

/**
 * Counts the charges that were created on each of the days of a ledger scope. Charges are never
 * deleted, so each read counts only those since the saved count, along the primary key.
 */
export async function countCreated(
  database: Queryable,
  scope: LedgerScope,
  { days, now }: { days: readonly string[]; now: number },
): Promise<ReadonlyMap<string, number>> {
  const period = { firstDay: days.at(0) ?? '', lastDay: days.at(-1) ?? '' };
  const known = await selectCounts(database, scope, period);
  const knownByDay = new Map(known.map((row) => [row.day, row]));
  const settledId = await firstUnsettledId(database, scope, now);
  const ranges = days.map((day) => {
    const row = knownByDay.get(day);
    const beforeId = firstIdAt(startOfBrazilianDay(addDays(day, 1)) ?? 0);
    const fromId = row?.counted_before_id ?? firstIdAt(startOfBrazilianDay(day) ?? 0);
    const before = Number(row?.created_count ?? 0n);
    return { day, fromId, beforeId, before, settled: settledId < beforeId ? settledId : beforeId };
  });
  const open = ranges.filter(({ fromId, beforeId }) => fromId < beforeId);
  if (open.length === 0) return sums(ranges, new Map());
  // Counts of settled ids are saved; among newer ids a charge with an older id may still appear.
  const settled = open
    .filter(({ fromId, settled: until }) => fromId < until)
    .map((one) => ({ ...one, beforeId: one.settled }));
  const fresh = open.map((one) =>
    one.fromId < one.settled ? { ...one, fromId: one.settled } : one,
  );
  const [settledCounts, freshCounts] = await Promise.all([
    countRanges(database, scope, settled),
    countRanges(database, scope, fresh),
  ]);
  const toSave = settled
    .filter(({ day, settled: until }) => {
      const isOver = until === ranges.find((one) => one.day === day)?.beforeId;
      return isOver || (settledCounts.get(day) ?? 0) >= SAVED_COUNT_MIN;
    })
    .map(({ day, before, settled: until }) => ({
      day,
      created_count: before + (settledCounts.get(day) ?? 0),
      counted_before_id: until,
    }));
  if (toSave.length > 0) await saveCounts(database, scope, toSave);
  return sums(ranges, settledCounts, freshCounts);
}

function sums(
  ranges: readonly { day: string; before: number }[],
  ...counted: readonly ReadonlyMap<string, number>[]
): ReadonlyMap<string, number> {
  return new Map(
    ranges.map(({ day, before }) => [
      day,
      counted.reduce((sum, counts) => sum + (counts.get(day) ?? 0), before),
    ]),
  );
}
