import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { ResumeBody, ScopeStopsView, StopBody, scopeStopsView } from './payout-stop-schemas.ts';
import { readScopeStops } from './read-payout-stops.ts';
import { resumePayouts, type StopDeps, stopPayouts } from './stop-payouts.ts';

const PATH = '/api/panel/:environment/payout-stop';
const FOR_MERCHANT = { isForMerchant: true };

/** The merchant's own switch: stopping is one step, resuming needs the second factor. */
export function payoutStopPanelRoutes(deps: StopDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoute(deps));
    await app.register(changeRoutes(deps));
  };
}

function readRoute({ database }: StopDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getPayoutStop',
          params: EnvironmentParams,
          response: { 200: ScopeStopsView, ...panelReadResponses() },
        },
      },
      async (request) =>
        scopeStopsView(await readScopeStops(database, memberScope(request)), FOR_MERCHANT),
    );
  };
}

function changeRoutes(deps: StopDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'stopPayouts',
          params: EnvironmentParams,
          body: StopBody,
          response: { 200: ScopeStopsView, ...panelChangeResponses() },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        const reason = request.body.reason?.trim() || null;
        await stopPayouts(deps, { ...scope, stoppedBy: 'merchant' }, reason, actorOf(request));
        return scopeStopsView(await readScopeStops(deps.database, scope), FOR_MERCHANT);
      },
    );
    app.post(
      `${PATH}/resume`,
      {
        schema: {
          operationId: 'resumePayouts',
          params: EnvironmentParams,
          body: ResumeBody,
          response: { 200: ScopeStopsView, ...panelChangeResponses(['second_factor_invalid']) },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        await resumePayouts(deps, { ...scope, stoppedBy: 'merchant' }, actorOf(request));
        return scopeStopsView(await readScopeStops(deps.database, scope), FOR_MERCHANT);
      },
    );
  };
}
