import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf, memberScope } from '#src/access/member-of-request.ts';
import {
  OptionalCode,
  requireSecondFactor,
  type SecondFactorDeps,
} from '#src/access/second-factor-of-member.ts';
import { panelChangeResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { EnvironmentParams } from '#src/platform/schemas/panel-schemas.ts';
import { changeKeyRights } from './change-key-rights.ts';
import { KeyRightsBody, KeyRightsView } from './key-rights-schemas.ts';
import type { CredentialDeps } from './manage-credentials.ts';

/** Changes the scopes and the addresses of a key pair; in production with a second factor. */
export function changeKeyRightsRoute(
  deps: CredentialDeps & SecondFactorDeps,
): FastifyPluginAsyncTypebox {
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
              'second_factor_required',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const { code, ...change } = request.body;
        if (request.params.environment === 'live') {
          const member = memberOf(request);
          if (!member.hasSecondFactor) throw new Refusal('second_factor_required');
          await requireSecondFactor(deps, member, code);
        }
        const which = { clientId: request.params.client_id, scope: memberScope(request) };
        const { scopes, addresses } = await changeKeyRights(deps, which, change, actorOf(request));
        return { scopes: scopes && [...scopes], addresses: addresses && [...addresses] };
      },
    );
  };
}
