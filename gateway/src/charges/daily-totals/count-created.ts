import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { addDays, startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { MINUTE_MS } from '#src/platform/durations.ts';
import { firstIdAt } from '#src/platform/ids.ts';
import { countStretches, keepCounts, selectCounts, selectFirstDraft } from './charge-day-store.ts';

/** Longer than any transaction lives, and than processes' clocks differ: older ids are all seen. */
const SETTLED_AFTER_MS = MINUTE_MS;
/** Fewer are counted again at the next look, rather than written at each. */
const KEPT_FROM = 500;

/**
 * How many charges were created on each of a book's days. What was created stays, so each look
 * counts only what is new since the one before, along the primary key.
 */
export async function countCreated(
  database: Queryable,
  scope: LedgerScope,
  { days, now }: { days: readonly string[]; now: number },
): Promise<ReadonlyMap<string, number>> {
  const period = { firstDay: days.at(0) ?? '', lastDay: days.at(-1) ?? '' };
  const known = await selectCounts(database, scope, period);
  const knownByDay = new Map(known.map((row) => [row.day, row]));
  const settledId = await firstUnsettled(database, scope, now);
  const stretches = days.map((day) => {
    const row = knownByDay.get(day);
    const beforeId = firstIdAt(startOfBrazilianDay(addDays(day, 1)) ?? 0);
    const fromId = row?.counted_before_id ?? firstIdAt(startOfBrazilianDay(day) ?? 0);
    const before = Number(row?.created_count ?? 0n);
    return { day, fromId, beforeId, before, settled: settledId < beforeId ? settledId : beforeId };
  });
  const open = stretches.filter(({ fromId, beforeId }) => fromId < beforeId);
  if (open.length === 0) return sums(stretches, new Map());
  // What is settled is kept; what is not may still be joined by a charge with an older id.
  const settled = open
    .filter(({ fromId, settled: until }) => fromId < until)
    .map((one) => ({ ...one, beforeId: one.settled }));
  const fresh = open.map((one) =>
    one.fromId < one.settled ? { ...one, fromId: one.settled } : one,
  );
  const [settledCounts, freshCounts] = await Promise.all([
    countStretches(database, scope, settled),
    countStretches(database, scope, fresh),
  ]);
  const kept = settled
    .filter(({ day, settled: until }) => {
      const isOver = until === stretches.find((one) => one.day === day)?.beforeId;
      return isOver || (settledCounts.get(day) ?? 0) >= KEPT_FROM;
    })
    .map(({ day, before, settled: until }) => ({
      day,
      created_count: before + (settledCounts.get(day) ?? 0),
      counted_before_id: until,
    }));
  if (kept.length > 0) await keepCounts(database, scope, kept);
  return sums(stretches, settledCounts, freshCounts);
}

/**
 * The id below which every charge of a book is there. A draft that is finished late becomes a
 * charge with an old id, so nothing from the oldest draft on is settled. It is read before anything
 * is counted: a draft that is gone by then is a charge that the count sees.
 */
async function firstUnsettled(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<string> {
  const recent = firstIdAt(now - SETTLED_AFTER_MS);
  const draft = await selectFirstDraft(database, scope);
  return draft !== undefined && draft < recent ? draft : recent;
}

function sums(
  stretches: readonly { day: string; before: number }[],
  ...counted: readonly ReadonlyMap<string, number>[]
): ReadonlyMap<string, number> {
  return new Map(
    stretches.map(({ day, before }) => [
      day,
      counted.reduce((sum, counts) => sum + (counts.get(day) ?? 0), before),
    ]),
  );
}
