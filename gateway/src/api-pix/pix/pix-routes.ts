import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { findByTxid, type NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import { isTxid } from '#src/ground/pix/txid.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { type CobDeps, type ReadCob, readCobs, withPayments } from '../cobs/cob-deps.ts';
import { listPaid, type PageOfIds } from '../lists/list-charges.ts';
import {
  type ListPage,
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
  textAt,
} from '../lists/page-of-list.ts';
import { readDocumentFilter, readFlag } from '../lists/read-filter.ts';
import { sendList } from '../lists/send-list.ts';
import { notFound } from '../problems/standard-problem.ts';
import { selectChargeOfPayment } from './payment-store.ts';
import { pixOf, returnOf, returnsOf } from './pix-view.ts';
import { type ReturnDeps, requestReturn } from './request-return.ts';

// The txid of any Pix: only that of a charge has 26 characters or more.
const TXID = /^[a-zA-Z0-9]{1,35}$/;
const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;
const PixParams = Type.Object({ e2eid: Type.String() });
const ReturnParams = Type.Object({ e2eid: Type.String(), id: Type.String() });
const read = { problemFamily: 'Pix', ...scopeOfRoute('pix.read') } as const;
const readReturn = { problemFamily: 'PixDevolucao', ...scopeOfRoute('pix.read') } as const;
const writeReturn = { problemFamily: 'PixDevolucao', ...scopeOfRoute('pix.write') } as const;

export interface PixRoutesDeps extends CobDeps, ReturnDeps {
  readonly clock: Clock;
}

/** /pix/v2/pix: payments that were received, and their refunds. */
export function pixRoutes(deps: PixRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/pix/:e2eid',
      { config: read, schema: { hide: true, operationId: 'apiPixGetPix', params: PixParams } },
      async (request) => shownPix(await findPaid(deps, callerOf(request), request.params.e2eid)),
    );
    app.get(
      '/pix/v2/pix',
      { config: read, schema: { hide: true, operationId: 'apiPixListPix' } },
      async (request, reply) => {
        const caller = callerOf(request);
        const query = readQuery(request.query as ListQuery);
        const { total, ids } = await pageOfPix(deps, caller, query);
        return sendList(reply, {
          name: 'pix',
          ids,
          parametros: shownParameters(query.page, total, query.shown),
          read: async (some) => (await readCobs(deps, caller, some)).map(shownPix),
        });
      },
    );
    await app.register(returnRoutes(deps));
  };
}

function returnRoutes(deps: PixRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/pix/v2/pix/:e2eid/devolucao/:id',
      {
        config: writeReturn,
        schema: {
          hide: true,
          operationId: 'apiPixPutReturn',
          params: ReturnParams,
          body: Type.Unknown(),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { e2eid, id } = request.params;
        const { named } = await findPaid(deps, caller, e2eid);
        const { body } = request;
        const refundId = await requestReturn(deps, {
          caller,
          charge: named.charge,
          name: id,
          body,
        });
        const { paid } = await findPaid(deps, caller, e2eid);
        const made = paid.returns.find(({ refund }) => refund.internal_id === refundId);
        if (!made) throw new Error('a refund that was made is missing');
        return reply.code(201).send(returnOf(made));
      },
    );
    app.get(
      '/pix/v2/pix/:e2eid/devolucao/:id',
      {
        config: readReturn,
        schema: { hide: true, operationId: 'apiPixGetReturn', params: ReturnParams },
      },
      async (request) => {
        const { e2eid, id } = request.params;
        const { paid } = await findPaid(deps, callerOf(request), e2eid);
        const found = returnsOf(paid).find((devolution) => devolution.id === id);
        if (!found) throw notFound('PixDevolucao');
        return found;
      },
    );
  };
}

/** @throws {StandardProblem} PixNaoEncontrado */
async function findPaid(deps: PixRoutesDeps, caller: Caller, e2eid: string): Promise<ReadCob> {
  const id = END_TO_END_ID.test(e2eid)
    ? await selectChargeOfPayment(deps.database, { ...caller, endToEndId: e2eid })
    : undefined;
  const [found] = id === undefined ? [] : await readCobs(deps, caller, [id]);
  if (!found) throw notFound('Pix');
  return found;
}

function shownPix({ named, paid }: ReadCob) {
  const pix = pixOf(named, paid);
  if (!pix) throw new Error('a charge in a list of payments is not paid');
  return pix;
}

type PixQuery = ReturnType<typeof readQuery>;

function readQuery(query: ListQuery) {
  const faults = new QueryFaults();
  const page: ListPage = readListPage(query, faults, { areTimesRequired: true });
  const { document, shown } = readDocumentFilter(query, faults);
  const hasTxid = readFlag(query, 'txIdPresente', faults);
  const isRefunded = readFlag(query, 'devolucaoPresente', faults);
  const isOfMed = readFlag(query, 'finalidadeMED', faults);
  const txid = textAt(query, 'txid');
  if (txid !== undefined && !TXID.test(txid)) {
    faults.add('txid', 'O txid tem de 1 a 35 letras e dígitos.', txid);
  }
  faults.refuse('Pix');
  return {
    page,
    txid,
    isRefunded: isRefunded ?? null,
    document: document ?? null,
    shown: {
      // The document repeats only txids of charges.
      ...(txid !== undefined && isTxid(txid) && { txid }),
      ...(hasTxid !== undefined && { txIdPresente: hasTxid }),
      ...(isRefunded !== undefined && { devolucaoPresente: isRefunded }),
      ...(isOfMed !== undefined && { finalidadeMED: isOfMed }),
      ...shown,
    },
    // A payment without a txid pays no charge of a merchant, and what a bank pays back by the MED
    // has none: a merchant's list has only payments of charges.
    isEmpty: hasTxid === false || isOfMed === true,
  };
}

async function pageOfPix(deps: PixRoutesDeps, caller: Caller, query: PixQuery): Promise<PageOfIds> {
  const { page, txid, isRefunded, document, isEmpty } = query;
  if (isEmpty) return { total: 0, ids: [] };
  if (txid === undefined) {
    const list = { ...caller, now: deps.clock.now() };
    return listPaid(deps.database, list, { page, filter: { isRefunded, document } });
  }
  const { merchantId, environment } = caller;
  const found = await findByTxid(deps.database, { merchantId, environment, txid });
  if (!found || found === 'creating') return { total: 0, ids: [] };
  const { id, paidAt, payer } = found.charge;
  const { from = 0, to = Number.POSITIVE_INFINITY } = page;
  const isListed =
    paidAt !== null &&
    paidAt >= from &&
    paidAt <= to &&
    (document === null || document === payer.document) &&
    (isRefunded === null || isRefunded === (await hasReturns(deps, found)));
  return isListed ? { total: 1, ids: page.page === 0 ? [id] : [] } : { total: 0, ids: [] };
}

async function hasReturns(deps: PixRoutesDeps, found: NamedCharge): Promise<boolean> {
  const [read] = await withPayments(deps, [found]);
  return read !== undefined && returnsOf(read.paid).length > 0;
}
