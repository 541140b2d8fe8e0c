import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { countRanges, saveCounts, selectCounts } from './charge-day-store.ts';
import { firstNonFinalId } from './first-unsettled-id.ts';

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
  const savedCounts = await selectCounts(database, { ...scope, ...period });
  const savedByDay = new Map(savedCounts.map((row) => [row.day, row]));
  const nonFinalId = await firstNonFinalId(database, scope, now);
  const ranges = days.map((day) => {
    const row = savedByDay.get(day);
    const beforeId = firstIdAt(startOfBrazilianDay(addDays(day, 1)) ?? 0);
    const fromId = row?.countedBeforeId ?? firstIdAt(startOfBrazilianDay(day) ?? 0);
    const before = row?.createdCount ?? 0;
    return {
      day,
      fromId,
      beforeId,
      before,
      finalUntil: nonFinalId < beforeId ? nonFinalId : beforeId,
    };
  });
  const open = ranges.filter(({ fromId, beforeId }) => fromId < beforeId);
  if (open.length === 0) return sums(ranges, new Map());
  // Only counts below `nonFinalId` are saved: above it a charge may still appear between the ids.
  const final = open
    .filter(({ fromId, finalUntil }) => fromId < finalUntil)
    .map((range) => ({ ...range, beforeId: range.finalUntil }));
  const fresh = open.map((range) =>
    range.fromId < range.finalUntil ? { ...range, fromId: range.finalUntil } : range,
  );
  const [finalCounts, freshCounts] = await Promise.all([
    countRanges(database, scope, final),
    countRanges(database, scope, fresh),
  ]);
  const toSave = final
    .filter(({ day, finalUntil }) => {
      const isOver = finalUntil === ranges.find((range) => range.day === day)?.beforeId;
      return isOver || (finalCounts.get(day) ?? 0) >= SAVED_COUNT_MIN;
    })
    .map(({ day, before, finalUntil }) => ({
      day,
      createdCount: before + (finalCounts.get(day) ?? 0),
      countedBeforeId: finalUntil,
    }));
  if (toSave.length > 0) await saveCounts(database, { ...scope, counts: toSave });
  return sums(ranges, finalCounts, freshCounts);
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
