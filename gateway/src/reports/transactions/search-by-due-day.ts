import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { isBusinessDay } from '#src/ground/business-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import {
  countDueUntil,
  type DueSearch,
  lastDueOfWindow,
  searchDueCharges,
  selectDueDay,
} from './due-search-store.ts';
import { ROWS_READ_MAX } from './search-lines.ts';
import type { ListedTransaction } from './transaction.ts';

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';
const COUNT_MAX = 1_000;

/** The due dates of a search, both included; days as `2026-11-20`. */
export interface DueDays {
  readonly dueFrom: string | undefined;
  readonly dueTo: string | undefined;
}

/** Whether a search is for due dates: for pending charges only. */
export function hasDueDays({ dueFrom, dueTo }: DueDays): boolean {
  return dueFrom !== undefined || dueTo !== undefined;
}

/** Whether a transaction is a pending charge with one of these due dates. */
export function isDueWithin({ dueFrom, dueTo }: DueDays, row: ListedTransaction): boolean {
  const { dueOn, status } = row;
  if (dueOn === null || status !== 'pending') return false;
  return dueOn >= (dueFrom ?? FIRST_DAY) && dueOn <= (dueTo ?? LAST_DAY);
}

/** The days of a query. `overdue` leaves those whose payment is late now (milliseconds). */
export function dueDaysOf(
  query: {
    readonly due_from?: string | undefined;
    readonly due_to?: string | undefined;
    readonly overdue?: boolean | undefined;
  },
  now: number,
): DueDays {
  const { due_from: dueFrom, due_to: to, overdue = false } = query;
  if (!overdue) return { dueFrom, dueTo: to };
  const latest = lastOverdueDay(now);
  return { dueFrom, dueTo: to !== undefined && to < latest ? to : latest };
}

/**
 * The last due date whose payment is late now: a due date that is no business day moves to the next
 * one, so that the last business day before today decides. Local holidays are not known here.
 */
export function lastOverdueDay(now: number): string {
  let day = addDays(brazilianDayOf(now), -1);
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/** Counts the pending charges whose payment is late now (milliseconds); at most 1,000. */
export function countOverdue(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<number> {
  const { merchantId, environment } = scope;
  const until = { lastDay: lastOverdueDay(now), limit: COUNT_MAX };
  return countDueUntil(database, { merchantId, environment, ...until });
}

/** A page of the pending charges with these due dates, the earliest first, after a charge. */
export async function searchByDueDay(
  database: Queryable,
  search: Omit<DueSearch, 'after' | 'lastDay' | 'window'> & DueDays,
  cursor: string | undefined,
) {
  const { dueFrom = FIRST_DAY, dueTo: lastDay = LAST_DAY } = search;
  const day =
    cursor === undefined
      ? undefined
      : ((await selectDueDay(database, { ...search, id: cursor })) ?? undefined);
  const isInside = cursor !== undefined && day !== undefined && day >= dueFrom;
  const start = { day: dueFrom, id: ID_MIN };
  const after = isInside ? { day, id: cursor } : start;
  const window = { ...search, after, lastDay, window: ROWS_READ_MAX };
  const found = await searchDueCharges(database, window);
  const limit = search.limit - 1;
  const rows = found.slice(0, limit);
  const next = found.length > limit ? rows.at(-1)?.id : await lastDueOfWindow(database, window);
  return { rows, nextId: next ?? null, searchedUntil: null };
}
