import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLot, findLotByNumber } from '#src/charges/batches/lots/read-lots.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type CobDeps, markOf, readCobs } from '../cobs/cob-deps.ts';
import { readCobQuery } from '../cobs/cob-routes.ts';
import type { CobFilter, CreatedRange, Rows } from '../lists/charge-list-store.ts';
import {
  locationFilter,
  type PageOfIds,
  pageOf,
  rangeOf,
  refuseManyRows,
  rowsOf,
  statusesOf,
} from '../lists/list-charges.ts';
import { type ListQuery, shownParameters, textAt } from '../lists/page-of-list.ts';
import { sendList } from '../lists/send-list.ts';
import { numberOfName } from '../lots/read-lot.ts';
import { countCobvs, countOfLot, pageCobvs, pageOfLot } from './cobv-list-store.ts';
import { cobvComplete } from './cobv-view.ts';
import { receiverOfCaller, shownOf } from './write-cobv.ts';

/**
 * Sends a page of the charges with a due date that were made in a period, oldest first. Refuses
 * `CobVConsultaInvalida` for a filter on a period with more than 100,000 of them.
 */
export async function listCobvs(
  deps: CobDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const query = request.query as ListQuery;
  const { page, filter, shown } = readCobQuery(query, 'CobV');
  const range = rangeOf(caller, page);
  const { document = null, status } = filter;
  const located = await locationFilter(deps.database, range, filter.hasLocation);
  const hasLocation = located === 'none' ? false : located;
  const chosen = { statuses: statusesOf(status), document, hasLocation };
  const lot = await readLotFilter(deps.database, caller, query);
  const rows = rowsOf(page);
  const { total, ids } =
    located === 'none' || lot === 'unknown'
      ? { total: 0, ids: [] }
      : await (lot === undefined
          ? listAll(deps.database, range, { ...chosen, ...rows })
          : listOfLot(deps.database, range, { ...chosen, ...rows, lot }));
  const receiver = await receiverOfCaller(deps, caller);
  return sendList(reply, {
    name: 'cobs',
    ids,
    parametros: shownParameters(page, total, shown),
    read: async (some) =>
      (await readCobs(deps, caller, some)).flatMap((charge) => {
        const { named, paid } = charge;
        const { due } = named.charge;
        if (!due) return [];
        const shown = shownOf(deps, caller, { named, due });
        return [{ ...cobvComplete(shown, receiver, paid), ...markOf(charge) }];
      }),
  });
}

async function listAll(
  database: Queryable,
  range: CreatedRange,
  { offset, limit, ...chosen }: CobFilter & Rows,
): Promise<PageOfIds> {
  if (chosen.document !== null || chosen.statuses !== null || chosen.hasLocation !== null) {
    const any = { statuses: null, document: null, hasLocation: null };
    refuseManyRows('CobV', await countCobvs(database, { ...range, ...any }));
  }
  const rows = { offset, limit };
  const total = await countCobvs(database, { ...range, ...chosen });
  return pageOf(total, rows, () => pageCobvs(database, { ...range, ...chosen, ...rows }));
}

/** A lot has at most 10,000 charges, so any filter is possible. */
async function listOfLot(
  database: Queryable,
  range: CreatedRange,
  { offset, limit, ...chosen }: CobFilter & Rows & { readonly lot: number },
): Promise<PageOfIds> {
  const rows = { offset, limit };
  const total = await countOfLot(database, { ...range, ...chosen });
  return pageOf(total, rows, () => pageOfLot(database, { ...range, ...chosen, ...rows }));
}

/**
 * The number of the lot that a query names, by its number or by the id of its path; the document
 * and the manual spell the parameter in two ways.
 */
async function readLotFilter(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  query: ListQuery,
): Promise<number | 'unknown' | undefined> {
  const text = textAt(query, 'loteCobVId') ?? textAt(query, 'lotecobvid');
  if (text === undefined) return undefined;
  const scope = { merchantId, environment };
  const number = numberOfName(text);
  const found =
    (number !== undefined && (await findLotByNumber(database, { ...scope, number }))) ||
    (await findLot(database, { ...scope, name: text }));
  return found?.number ?? 'unknown';
}
