import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { operatorChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { type EndSessionsDeps, endSessionsOf } from './end-sessions.ts';

/** The operators' route that ends the sessions of a merchant's user. */
export function userOperatorRoutes(deps: EndSessionsDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      '/api/operator/merchants/:username/users/:user_id/sessions',
      {
        schema: {
          operationId: 'endSessionsOfUser',
          params: Type.Object({ username: Type.String(), user_id: Type.String() }),
          response: {
            204: Type.Null(),
            ...operatorChangeResponses(['merchant_not_found', 'user_not_found']),
          },
        },
      },
      async (request, reply) => {
        const { username, user_id: userId } = request.params;
        const { merchantId } = await findMerchant(deps.database, username);
        await endSessionsOf(deps, { userId, merchantId }, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}
