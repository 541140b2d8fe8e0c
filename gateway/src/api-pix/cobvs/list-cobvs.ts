import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { type CobDeps, readCobs } from '../cobs/cob-deps.ts';
import { readCobQuery } from '../cobs/cob-routes.ts';
import {
  locationFilter,
  pageOf,
  rangeOf,
  refuseManyRows,
  rowsOf,
  statusesOf,
} from '../lists/list-charges.ts';
import { type ListQuery, shownParameters } from '../lists/page-of-list.ts';
import { sendList } from '../lists/send-list.ts';
import { countCobvs, pageCobvs } from './cobv-list-store.ts';
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
  const { page, filter, shown } = readCobQuery(request.query as ListQuery, 'CobV');
  const range = rangeOf(caller, page);
  const { document = null, status } = filter;
  const located = await locationFilter(deps.database, range, filter.hasLocation);
  const hasLocation = located === 'none' ? false : located;
  const chosen = { statuses: statusesOf(status), document, hasLocation };
  const any = { statuses: null, document: null, hasLocation: null };
  if (document !== null || status !== undefined || hasLocation !== null) {
    refuseManyRows('CobV', await countCobvs(deps.database, range, any));
  }
  const total = located === 'none' ? 0 : await countCobvs(deps.database, range, chosen);
  const rows = rowsOf(page);
  const { ids } = await pageOf(total, rows, () =>
    pageCobvs(deps.database, range, { ...chosen, ...rows }),
  );
  const receiver = await receiverOfCaller(deps, caller);
  return sendList(reply, {
    ...{ name: 'cobs', ids, parametros: shownParameters(page, total, shown) },
    read: async (some) =>
      (await readCobs(deps, caller, some)).flatMap(({ named, paid }) => {
        const { due } = named.charge;
        return due ? [cobvComplete(shownOf(deps, caller, { named, due }), receiver, paid)] : [];
      }),
  });
}
