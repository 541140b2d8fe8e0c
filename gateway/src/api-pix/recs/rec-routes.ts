import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSubscriptions } from '#src/subscriptions/refuse-subscriptions.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { type ListQuery, textAt } from '../lists/page-of-list.ts';
import { listRecs } from './list-recs.ts';
import { readRec, readRecRevision } from './read-rec.ts';
import { readWithCode } from './rec-code.ts';
import { type RecDeps, shownRec } from './rec-deps.ts';
import { recComplete, recGenerated } from './rec-view.ts';
import { cancelRec, createRec, reviseRec } from './write-rec.ts';

const IdParams = Type.Object({ idRec: Type.String() });
const Body = Type.Unknown();
const read = { problemFamily: 'Rec', ...scopeOfRoute('rec.read') } as const;
const write = { problemFamily: 'Rec', ...scopeOfRoute('rec.write') } as const;

/** /pix/v2/rec: recurrences of Pix Automático, which are subscriptions. */
export function recRoutes(deps: RecDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps));
    await app.register(readRoutes(deps));
  };
}

function changeRoutes(deps: RecDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pix/v2/rec',
      { config: write, schema: { hide: true, operationId: 'apiPixPostRec', body: Body } },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(deps.subscriptions.live, caller);
        const fields = readRec(request.body, caller.environment);
        return reply.code(201).send(recGenerated(await createRec(deps, caller, fields)));
      },
    );
    app.patch(
      '/pix/v2/rec/:idRec',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPatchRec', params: IdParams, body: Body },
      },
      async (request) => {
        const caller = callerOf(request);
        refuseSubscriptions(deps.subscriptions.live, caller);
        const which = { caller, idRec: request.params.idRec };
        const change = readRecRevision(request.body);
        if (change === 'canceled') return recGenerated(await cancelRec(deps, which));
        return recGenerated(await reviseRec(deps, which, change));
      },
    );
  };
}

function readRoutes(deps: RecDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/rec/:idRec',
      { config: read, schema: { hide: true, operationId: 'apiPixGetRec', params: IdParams } },
      async (request) => {
        const caller = callerOf(request);
        const which = { caller, idRec: request.params.idRec };
        const txid = textAt(request.query as ListQuery, 'txid');
        const { subscription, dadosQR } = await readWithCode(deps, which, txid);
        const shown = await shownRec(deps.database, caller, subscription);
        return { ...recComplete(shown), ...(dadosQR && { dadosQR }) };
      },
    );
    app.get(
      '/pix/v2/rec',
      { config: read, schema: { hide: true, operationId: 'apiPixListRecs' } },
      (request, reply) =>
        listRecs(deps, callerOf(request), { query: request.query as ListQuery, reply }),
    );
  };
}
