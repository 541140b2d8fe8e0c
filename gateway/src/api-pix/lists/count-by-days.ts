import {
  type ChargeDay,
  readChargeDays,
  readFirstChargeDay,
} from '#src/charges/daily-totals/charge-days.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { selectNewestItems } from '#src/ground/clocks/clock-item-store.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';

/** A time: `from` inclusive, `before` exclusive, in milliseconds. */
export interface Time {
  readonly from: number;
  readonly before: number;
}

/** A part of a period, and how many items of a list are in it. */
export interface CountedTime extends Time {
  readonly count: number;
}

export interface DayCount {
  readonly now: number;
  /** Whether the scope is the public sandbox's, whose old charges are deleted. */
  readonly isSandbox: boolean;
  /** The count of a day. */
  readonly countOf: (day: ChargeDay) => number;
  /** Counts the items of a time in an index. */
  readonly countTime: (time: Time) => Promise<number>;
}

/**
 * Counts the items of a period in parts. Days that are over have stored counts, so only the two
 * ends of the period are counted in an index: many items cost no more. Where stored counts may be
 * too small (the sandbox, and charges of test clocks, which may appear in the past) all is
 * counted.
 */
export async function countPeriod(
  database: Queryable,
  scope: LedgerScope,
  { time, ...rules }: DayCount & { readonly time: Time },
): Promise<CountedTime[]> {
  const { countTime, now, countOf } = rules;
  const days = (await hasFinalDays(database, scope, rules))
    ? wholeDays(await clamped(database, scope, { time, now }))
    : [];
  const counted = async (part: Time): Promise<CountedTime> => ({
    ...part,
    count: part.from < part.before ? await countTime(part) : 0,
  });
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [await counted(time)];
  const [start, end] = [startOfKnownDay(first), startOfKnownDay(addDays(last, 1))];
  const [head, tail, totals] = await Promise.all([
    counted({ from: time.from, before: start }),
    counted({ from: end, before: time.before }),
    readChargeDays(database, scope, { now, days }),
  ]);
  const middle = totals
    .filter((day) => countOf(day) > 0)
    .map((day) => ({
      from: startOfKnownDay(day.day),
      before: startOfKnownDay(addDays(day.day, 1)),
      count: countOf(day),
    }));
  return [head, ...middle, tail];
}

/** Where to read on for an item: the part that has it, and how many of its items are before. */
export function partOf(
  parts: readonly CountedTime[],
  offset: number,
): { readonly from: number; readonly offset: number } {
  let left = offset;
  for (const { from, count } of parts) {
    if (left < count) return { from, offset: left };
    left -= count;
  }
  return { from: parts.at(-1)?.before ?? 0, offset: 0 };
}

async function hasFinalDays(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { isSandbox }: Pick<DayCount, 'isSandbox'>,
): Promise<boolean> {
  if (environment === 'live') return true;
  if (isSandbox) return false;
  const clocked = await selectNewestItems(database, merchantId, { kind: 'charge', limit: 1 });
  return clocked.length === 0;
}

/** The part of a time from the day of the first charge of a scope to tomorrow. */
async function clamped(
  database: Queryable,
  scope: LedgerScope,
  { time, now }: { readonly time: Time; readonly now: number },
): Promise<Time> {
  const first = await readFirstChargeDay(database, scope);
  if (first === null) return { from: time.before, before: time.before };
  return {
    from: Math.max(time.from, startOfKnownDay(first)),
    before: Math.min(time.before, now + DAY_MS),
  };
}

/** The days at Brasília that are wholly in a time. */
function wholeDays({ from, before }: Time): string[] {
  if (from >= before) return [];
  const days: string[] = [];
  const firstDay = brazilianDayOf(from);
  const endDay = brazilianDayOf(before);
  let day = startOfKnownDay(firstDay) === from ? firstDay : addDays(firstDay, 1);
  for (; day < endDay; day = addDays(day, 1)) days.push(day);
  return days;
}
