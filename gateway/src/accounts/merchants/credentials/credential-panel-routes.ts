import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import type { CredentialSummary, KeyPair } from './credential.ts';
import { changeKeyRightsRoute } from './key-rights-panel-routes.ts';
import { KeyRightsBody, KeyRightsView } from './key-rights-schemas.ts';
import {
  type CredentialDeps,
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from './manage-credentials.ts';
import { roleCheckOf } from './refuse-money-key.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

const Credential = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  rate_limit_per_minute: Type.Union([Type.Integer(), Type.Null()], {
    description: 'null é o limite padrão do serviço.',
  }),
  ...KeyRightsView,
  created_at: Type.String(),
  revoked_at: Nullable,
  last_used_at: Nullable,
  requests_last_day: Type.Integer(),
});

const NewKeyPair = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Mostrado uma única vez.' }),
});

const CredentialParams = Type.Object({
  ...EnvironmentParams.properties,
  client_id: Type.String(),
});

const PATH = '/api/panel/:environment/credentials';

const CHANGE_CODES: readonly ProblemCode[] = ['second_factor_invalid', 'rate_limited'];

/** The key pairs of a ledger scope: list, create, rotate and revoke. */
export function credentialPanelRoutes(deps: CredentialDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(createRoute(deps));
    await app.register(changeRoutes(deps));
    await app.register(changeKeyRightsRoute(deps));
  };
}

function listRoute({ database }: CredentialDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listCredentials',
          params: EnvironmentParams,
          response: {
            200: Type.Object({ data: Type.Array(Credential) }),
            ...panelReadResponses(),
          },
        },
      },
      async (request) => {
        const credentials = await listCredentials(database, memberScope(request));
        return { data: credentials.map(credentialView) };
      },
    );
  };
}

function createRoute(deps: CredentialDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'createCredential',
          params: EnvironmentParams,
          body: Type.Object({
            name: Type.String({ format: 'name' }),
            ...KeyRightsBody,
            code: OptionalCode,
          }),
          response: {
            201: NewKeyPair,
            ...panelChangeResponses([
              'name_invalid',
              'key_scopes_invalid',
              'key_addresses_invalid',
              'webhook_exam_required',
              ...CHANGE_CODES,
            ]),
          },
        },
      },
      async (request, reply) => {
        const { merchant } = memberOf(request);
        const { name, scopes, addresses } = request.body;
        const { environment } = request.params;
        const rights = { scopes, addresses };
        const settings = { environment, name, rights, checkRole: roleCheckOf(request) };
        const pair = await createCredential(deps, merchant, settings, actorOf(request));
        return reply.code(201).send(pairView(pair));
      },
    );
  };
}

function changeRoutes(deps: CredentialDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:client_id/rotate`,
      {
        schema: {
          operationId: 'rotateCredential',
          params: CredentialParams,
          body: CodeOnly,
          response: {
            201: NewKeyPair,
            ...panelChangeResponses(['credential_not_found', ...CHANGE_CODES]),
          },
        },
      },
      async (request, reply) => {
        const which = {
          clientId: request.params.client_id,
          scope: memberScope(request),
          checkRole: roleCheckOf(request),
        };
        const pair = await rotateCredential(deps, which, actorOf(request));
        return reply.code(201).send(pairView(pair));
      },
    );
    app.delete(
      `${PATH}/:client_id`,
      {
        schema: {
          operationId: 'revokeCredential',
          params: CredentialParams,
          response: { 204: Type.Null(), ...panelChangeResponses(['credential_not_found']) },
        },
      },
      async (request, reply) => {
        const which = {
          clientId: request.params.client_id,
          scope: memberScope(request),
          checkRole: roleCheckOf(request),
        };
        await revokeCredential(deps, which, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}

function pairView({ clientId, clientSecret }: KeyPair) {
  return { client_id: clientId, client_secret: clientSecret };
}

function credentialView(credential: CredentialSummary) {
  const { revokedAt, lastUsedAt, rights } = credential;
  return {
    client_id: credential.clientId,
    name: credential.name,
    rate_limit_per_minute: credential.rateLimitPerMinute,
    scopes: rights.scopes && [...rights.scopes],
    addresses: rights.addresses && [...rights.addresses],
    created_at: isoTime(credential.createdAt),
    revoked_at: revokedAt === null ? null : isoTime(revokedAt),
    last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
    requests_last_day: credential.requestsLastDay,
  };
}
