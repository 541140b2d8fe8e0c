import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { createId } from '#src/ground/ids.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { refuseSubscriptions } from '#src/subscriptions/refuse-subscriptions.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { knownTxid, newTxid } from '../cobs/request-of-charge.ts';
import type { ListQuery } from '../lists/page-of-list.ts';
import type { CobrDeps } from './cobr-deps.ts';
import { cobrComplete, cobrGenerated } from './cobr-view.ts';
import { listCobrs } from './list-cobrs.ts';
import { readCancellation, readCobr } from './read-cobr.ts';
import { cancelCobr, found, putCobr, retryCobr } from './write-cobr.ts';

const TxidParams = Type.Object({ txid: Type.String() });
const RetryParams = Type.Object({ txid: Type.String(), data: Type.String() });
const Body = Type.Unknown();
const read = { problemFamily: 'CobR', ...scopeOfRoute('cobr.read') } as const;
const write = { problemFamily: 'CobR', ...scopeOfRoute('cobr.write') } as const;

/** /pix/v2/cobr: charges of the cycles of a recurrence. */
export function cobrRoutes(deps: CobrDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(creationRoutes(deps));
    await app.register(changeRoutes(deps));
    await app.register(readRoutes(deps));
  };
}

function creationRoutes(deps: CobrDeps): FastifyPluginAsyncTypebox {
  const { live } = deps.subscriptions;
  return async (app) => {
    app.put(
      '/pix/v2/cobr/:txid',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPutCobr', params: TxidParams, body: Body },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(live, caller);
        const which = { caller, txid: newTxid(request.params.txid, 'CobR') };
        const cobr = await putCobr(deps, which, readCobr(request.body));
        return reply.code(201).send(cobrGenerated(cobr));
      },
    );
    app.post(
      '/pix/v2/cobr',
      { config: write, schema: { hide: true, operationId: 'apiPixPostCobr', body: Body } },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(live, caller);
        const which = { caller, txid: txidFromId(createId(deps.clock.now())) };
        const cobr = await putCobr(deps, which, readCobr(request.body));
        return reply.code(201).send(cobrGenerated(cobr));
      },
    );
  };
}

function changeRoutes(deps: CobrDeps): FastifyPluginAsyncTypebox {
  const { live } = deps.subscriptions;
  return async (app) => {
    app.patch(
      '/pix/v2/cobr/:txid',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPatchCobr', params: TxidParams, body: Body },
      },
      async (request) => {
        const caller = callerOf(request);
        refuseSubscriptions(live, caller);
        const which = { caller, txid: knownTxid(request.params.txid, 'CobR') };
        readCancellation(request.body);
        return cobrGenerated(await cancelCobr(deps, which));
      },
    );
    app.post(
      '/pix/v2/cobr/:txid/retentativa/:data',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixRetryCobr', params: RetryParams },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(live, caller);
        const { txid, data } = request.params;
        const which = { caller, txid: knownTxid(txid, 'CobR') };
        return reply.code(201).send(cobrComplete(await retryCobr(deps, which, data)));
      },
    );
  };
}

function readRoutes(deps: CobrDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/cobr/:txid',
      { config: read, schema: { hide: true, operationId: 'apiPixGetCobr', params: TxidParams } },
      async (request) => {
        const which = { caller: callerOf(request), txid: knownTxid(request.params.txid, 'CobR') };
        return cobrComplete(await found(deps, which));
      },
    );
    app.get(
      '/pix/v2/cobr',
      { config: read, schema: { hide: true, operationId: 'apiPixListCobrs' } },
      (request, reply) =>
        listCobrs(deps, callerOf(request), { query: request.query as ListQuery, reply }),
    );
  };
}
