import type { ChargeStatus } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
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
  type PaidFilter,
  type PaidRange,
  pageCreated,
  pageFiltered,
  pagePaid,
  pagePaidFiltered,
  pageStatuses,
  type Rows,
} from './charge-list-store.ts';
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
}

/**
 * A page of the charges that were made in a period, oldest first, so that a new charge moves no
 * page. The total is counted in the index with each page. Refuses `CobConsultaInvalida` for a
 * filter without an index on a period with more than 100,000 charges.
 */
export async function listCobs(
  database: Queryable,
  scope: LedgerScope,
  { page, filter }: { readonly page: ListPage; readonly filter: CobListFilter },
): Promise<PageOfIds> {
  const { merchantId, environment } = scope;
  const { from = 0, to = LAST_INSTANT } = page;
  const range: CreatedRange = {
    ...{ merchantId, environment, fromId: firstIdAt(Math.min(from, LAST_INSTANT)) },
    beforeId: firstIdAt(Math.min(to, LAST_INSTANT) + 1),
  };
  const rows = rowsOf(page);
  const { status, document } = filter;
  const chosen = { statuses: statusesOf(status), document: document ?? null };
  const dueCount = await countDue(database, range);
  if (document === undefined && status === undefined) {
    const total = (await countCreated(database, range)) - dueCount;
    return pageOf(total, rows, () =>
      dueCount === 0
        ? pageCreated(database, range, rows)
        : pageFiltered(database, range, { ...chosen, ...rows }),
    );
  }
  if (document === undefined && status !== 'CONCLUIDA' && dueCount === 0) {
    return listIndexed(database, range, { status, rows });
  }
  await refuseManyRows('Cob', () => countCreated(database, range));
  const total = await countFiltered(database, range, chosen);
  return pageOf(total, rows, () => pageFiltered(database, range, { ...chosen, ...rows }));
}

/** The states whose statuses have an index. */
async function listIndexed(
  database: Queryable,
  range: CreatedRange,
  { status, rows }: { readonly status: CobStatus | undefined; readonly rows: Rows },
): Promise<PageOfIds> {
  // The bank removes no charge by itself.
  if (status === 'REMOVIDA_PELO_PSP') return { total: 0, ids: [] };
  const statuses = status === 'ATIVA' ? (['pending', 'expired'] as const) : (['canceled'] as const);
  const counts = await Promise.all(statuses.map((one) => countStatus(database, range, one)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return pageOf(total, rows, () => pageStatuses(database, range, { statuses, ...rows }));
}

function statusesOf(status: CobStatus | undefined): readonly ChargeStatus[] | null {
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
  { merchantId, environment }: LedgerScope,
  { page, filter }: { readonly page: ListPage; readonly filter: PaidFilter },
): Promise<PageOfIds> {
  const { from = 0, to = LAST_INSTANT } = page;
  const range: PaidRange = { merchantId, environment, from, to: Math.min(to, LAST_INSTANT) };
  const rows = rowsOf(page);
  if (filter.isRefunded === null && filter.document === null) {
    const total = await countPaid(database, range);
    return pageOf(total, rows, () => pagePaid(database, range, rows));
  }
  await refuseManyRows('Pix', () => countPaid(database, range));
  const total = await countPaidFiltered(database, range, filter);
  return pageOf(total, rows, () => pagePaidFiltered(database, range, { ...filter, ...rows }));
}

async function refuseManyRows(family: ProblemFamily, count: () => Promise<number>): Promise<void> {
  if ((await count()) <= FILTERED_MAX) return;
  const faults = new QueryFaults();
  const razao = 'O período tem mais de 100.000 itens para este filtro: consulte um período menor.';
  faults.add('inicio', razao);
  faults.refuse(family);
}

function rowsOf({ page, items }: ListPage): Rows {
  return { offset: page * items, limit: items };
}

async function pageOf(
  total: number,
  { offset }: Rows,
  read: () => Promise<readonly string[]>,
): Promise<PageOfIds> {
  return { total, ids: offset < total ? await read() : [] };
}
