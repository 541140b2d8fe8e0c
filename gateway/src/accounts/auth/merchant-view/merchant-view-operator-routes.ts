import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, operatorOf } from '#src/ground/access/member-of-request.ts';
import { type Clock, isoTime } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Done } from '../auth-schemas.ts';
import { beginView, endView } from './view-merchant.ts';

const DONE = { status: 'ok' } as const;

/** Begins and ends the operator's view of a merchant's panel. */
export function merchantViewOperatorRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/merchants/:username/view',
      {
        schema: {
          operationId: 'viewMerchant',
          params: Type.Object({ username: Type.String({ maxLength: 64 }) }),
          response: {
            200: Type.Object({ expires_at: Type.String() }),
            ...operatorChangeResponses(['merchant_not_found']),
          },
        },
      },
      async (request) => {
        const { username } = request.params;
        const { sessionId } = operatorOf(request);
        const view = await beginView(deps, { username, sessionId, by: actorOf(request) });
        return { expires_at: isoTime(view.expiresAt) };
      },
    );
    app.delete(
      '/api/operator/merchant-view',
      {
        schema: {
          operationId: 'endMerchantView',
          response: { 200: Done, ...operatorChangeResponses() },
        },
      },
      async (request) => {
        await endView(deps, operatorOf(request).sessionId);
        return DONE;
      },
    );
  };
}
