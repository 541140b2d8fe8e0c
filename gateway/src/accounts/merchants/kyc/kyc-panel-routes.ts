import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';

import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { languageOf } from '#src/ground/http/language.ts';
import type { KycDeps } from './kyc-deps.ts';
import { KycBody, OwnKyc } from './kyc-schemas.ts';
import { dataOfBody, ownKyc } from './kyc-view.ts';
import { readKyc } from './read-kyc.ts';
import { saveKyc } from './save-kyc.ts';
import { reopenKyc, submitKyc } from './submit-kyc.ts';

/** A merchant's own application: read it, save it, submit it, and reopen it when rejected. */
export function kycPanelRoutes(deps: KycDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(draftRoutes(deps));
    await app.register(statusRoutes(deps));
  };
}

function draftRoutes(deps: KycDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/kyc',
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getKyc',
          response: { 200: OwnKyc, ...panelReadResponses(['sandbox_forbidden']) },
        },
      },
      async (request) => read(deps, request),
    );
    app.put(
      '/api/panel/kyc',
      {
        config: { isOpenToUnapproved: true },
        schema: {
          operationId: 'saveKyc',
          body: KycBody,
          response: { 200: OwnKyc, ...panelChangeResponses(['kyc_closed']) },
        },
      },
      async (request) => {
        const member = memberOf(request);
        const change = { data: dataOfBody(request.body), by: actorOf(request) };
        await saveKyc(deps, member.merchant, change);
        return read(deps, request);
      },
    );
  };
}

function statusRoutes(deps: KycDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const steps = [
      ['submit', 'submitKyc', submitKyc],
      ['reopen', 'reopenKyc', reopenKyc],
    ] as const;
    for (const [step, operationId, change] of steps) {
      app.post(
        `/api/panel/kyc/${step}`,
        {
          config: { isOpenToUnapproved: true },
          schema: {
            operationId,
            response: { 200: OwnKyc, ...panelChangeResponses(['kyc_closed']) },
          },
        },
        async (request) => {
          const member = memberOf(request);
          await change(deps, member.merchant, actorOf(request));
          return read(deps, request);
        },
      );
    }
  };
}

async function read(deps: KycDeps, request: FastifyRequest) {
  const { merchant } = memberOf(request);
  const view = { now: deps.clock.now(), language: languageOf(request) };
  return ownKyc(await readKyc(deps.database, merchant.merchantId), merchant, view);
}
