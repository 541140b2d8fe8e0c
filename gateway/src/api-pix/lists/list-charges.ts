import type { ChargeStatus } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { countCyclesOf } from '#src/subscriptions/recurrences/find-cycles.ts';
import type { CobStatus } from '../cobs/cob-view.ts';
import type { ProblemFamily } from '../problems/standard-problem.ts';
import {
  type CreatedRange,
  countCreated,
  countDue,
  countFiltered,
  countPaid,
  countPaidFiltered,
  countStatus,
  countWithoutLocation,
  type PaidFilter,
  type PaidRange,
  pageCreated,
  pageFiltered,
  pagePaid,
  pagePaidFiltered,
  pageStatus,
  pageTwoStatuses,
  type Rows,
} from './charge-list-store.ts';
import { type CountedTime, countPeriod, partOf, type Time } from './count-by-days.ts';
import { type ListPage, QueryFaults } from './page-of-list.ts';

/** A filter that no index serves reads each charge of its period, so the period is bounded. */
export const FILTERED_MAX = 100_000;
/** The last instant of which an id can be made. */
const LAST_INSTANT = 2 ** 48 - 2;

/** The ids of a page, in the order of the list, and how many items the list has. */
export interface PageOfIds {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Which charges a list shows. */
export interface CobListFilter {
  readonly status: CobStatus | undefined;
  readonly document: string | undefined;
  readonly hasLocation: boolean | undefined;
}

/** The lists of a caller, at an instant in milliseconds. */
export interface ListOfCaller extends LedgerScope {
  readonly isSandbox: boolean;
  readonly now: number;
}

/**
 * A page of the charges that were made in a period, oldest first, so that a new charge moves no
 * page. Days that are over have stored counts; the rest is counted in an index. Refuses
 * `CobConsultaInvalida` for a filter without an index on a period with more than 100,000 charges.
 */
export async function listCobs(
  database: Queryable,
  list: ListOfCaller,
  { page, filter }: { readonly page: ListPage; readonly filter: CobListFilter },
): Promise<PageOfIds> {
  const time = timeOf(page);
  const range = createdRange(list, time);
  const rows = rowsOf(page);
  const { status, document } = filter;
  const hasLocation = await locationFilter(database, range, filter.hasLocation);
  if (hasLocation === 'none') return { total: 0, ids: [] };
  const chosen = { statuses: statusesOf(status), document: document ?? null, hasLocation };
  const [ofDue, ofCycles] = await Promise.all([
    countDue(database, range),
    countCyclesOf(database, range, null),
  ]);
  const dueCount = ofDue + ofCycles;
  const isOfAnyPlace = document === undefined && hasLocation === null;
  const isIndexed = isOfAnyPlace && status !== 'CONCLUIDA' && dueCount === 0;
  if (isIndexed && status !== undefined) return listIndexed(database, range, { status, rows });
  const parts = await countPeriod(database, list, {
    ...list,
    time,
    countOf: ({ created }) => created,
    countTime: (part) => countCreated(database, createdRange(list, part)),
  });
  const all = sumOf(parts);
  if (isIndexed) {
    const { from, offset } = partOf(parts, rows.offset);
    const rest = createdRange(list, { from, before: time.before });
    return pageOf(all, rows, () => pageCreated(database, { ...rest, ...rows, offset }));
  }
  const isAll = isOfAnyPlace && status === undefined;
  if (!isAll) refuseManyRows('Cob', all);
  const total = isAll ? all - dueCount : await countFiltered(database, { ...range, ...chosen });
  return pageOf(total, rows, () => pageFiltered(database, { ...range, ...chosen, ...rows }));
}

/**
 * The filter by location: null where it changes nothing because all charges have one, and `none`
 * where no charge fits.
 */
export async function locationFilter(
  database: Queryable,
  range: CreatedRange,
  wanted: boolean | undefined,
): Promise<boolean | null | 'none'> {
  if (wanted === undefined) return null;
  if ((await countWithoutLocation(database, range)) > 0) return wanted;
  return wanted ? null : 'none';
}

/** The ids that were made in the period of a page. */
export function rangeOf(scope: LedgerScope, page: ListPage): CreatedRange {
  return createdRange(scope, timeOf(page));
}

function createdRange({ merchantId, environment }: LedgerScope, { from, before }: Time) {
  return { merchantId, environment, fromId: firstIdAt(from), beforeId: firstIdAt(before) };
}

/** The period of a page, both of whose ends are in the list. */
function timeOf({ from = 0, to = LAST_INSTANT }: ListPage): Time {
  return { from: Math.min(from, LAST_INSTANT), before: Math.min(to, LAST_INSTANT) + 1 };
}

function sumOf(parts: readonly CountedTime[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** The states whose statuses have an index. */
async function listIndexed(
  database: Queryable,
  range: CreatedRange,
  { status, rows }: { readonly status: CobStatus | undefined; readonly rows: Rows },
): Promise<PageOfIds> {
  // The bank removes no charge by itself.
  if (status === 'REMOVIDA_PELO_PSP') return { total: 0, ids: [] };
  const [first, other] =
    status === 'ATIVA' ? (['pending', 'expired'] as const) : (['canceled'] as const);
  const page = { ...range, ...rows, status: first };
  const count = (wanted: 'pending' | 'expired' | 'canceled') =>
    countStatus(database, { ...range, status: wanted });
  if (other === undefined) {
    return pageOf(await count(first), rows, () => pageStatus(database, page));
  }
  const [ofFirst, ofOther] = await Promise.all([count(first), count(other)]);
  return pageOf(ofFirst + ofOther, rows, () => pageTwoStatuses(database, { ...page, other }));
}

/** The statuses of a state; null for any. */
export function statusesOf(status: CobStatus | undefined): readonly ChargeStatus[] | null {
  switch (status) {
    case undefined:
      return null;
    case 'ATIVA':
      return ['pending', 'expired'];
    case 'CONCLUIDA':
      return ['paid', 'partially_refunded', 'refunded'];
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
      return ['canceled'];
    default:
      return [];
  }
}

/** A page of the payments that were received in a period, oldest first. */
export async function listPaid(
  database: Queryable,
  list: ListOfCaller,
  { page, filter }: { readonly page: ListPage; readonly filter: PaidFilter },
): Promise<PageOfIds> {
  const time = timeOf(page);
  const range = paidRange(list, time);
  const rows = rowsOf(page);
  const parts = await countPeriod(database, list, {
    ...list,
    time,
    countOf: ({ paid }) => paid,
    countTime: (part) => countPaid(database, paidRange(list, part)),
  });
  const all = sumOf(parts);
  if (filter.isRefunded === null && filter.document === null) {
    const { from, offset } = partOf(parts, rows.offset);
    const rest = paidRange(list, { from, before: time.before });
    return pageOf(all, rows, () => pagePaid(database, { ...rest, ...rows, offset }));
  }
  refuseManyRows('Pix', all);
  const total = await countPaidFiltered(database, { ...range, ...filter });
  return pageOf(total, rows, () => pagePaidFiltered(database, { ...range, ...filter, ...rows }));
}

function paidRange({ merchantId, environment }: LedgerScope, { from, before }: Time): PaidRange {
  return { merchantId, environment, from, to: before - 1 };
}

/** Refuses a filter without an index on a period with more than 100,000 items. */
export function refuseManyRows(family: ProblemFamily, count: number): void {
  if (count <= FILTERED_MAX) return;
  const faults = new QueryFaults();
  const razao = 'O período tem mais de 100.000 itens para este filtro: consulte um período menor.';
  faults.add('inicio', razao);
  faults.refuse(family);
}

export function rowsOf({ page, items }: ListPage): Rows {
  return { offset: page * items, limit: items };
}

export async function pageOf(
  total: number,
  { offset }: Rows,
  read: () => Promise<readonly string[]>,
): Promise<PageOfIds> {
  return { total, ids: offset < total ? await read() : [] };
}
