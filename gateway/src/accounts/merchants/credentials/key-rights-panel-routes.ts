import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { changeKeyRights } from './change-key-rights.ts';
import { KeyRightsBody, KeyRightsView } from './key-rights-schemas.ts';
import type { CredentialDeps } from './manage-credentials.ts';
import { roleCheckOf } from './refuse-money-key.ts';

/** Changes the scopes and the addresses of a key pair. */
export function changeKeyRightsRoute(deps: CredentialDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/api/panel/:environment/credentials/:client_id',
      {
        schema: {
          operationId: 'changeKeyRights',
          params: Type.Object({ ...EnvironmentParams.properties, client_id: Type.String() }),
          body: Type.Object({ ...KeyRightsBody, code: OptionalCode }),
          response: {
            200: Type.Object(KeyRightsView),
            ...panelChangeResponses([
              'credential_not_found',
              'key_scopes_invalid',
              'key_addresses_invalid',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const { code: _, ...change } = request.body;
        const which = {
          clientId: request.params.client_id,
          scope: memberScope(request),
          checkRole: roleCheckOf(request),
        };
        const { scopes, addresses } = await changeKeyRights(deps, which, change, actorOf(request));
        return { scopes: scopes && [...scopes], addresses: addresses && [...addresses] };
      },
    );
  };
}
