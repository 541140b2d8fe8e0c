import { Type } from 'typebox';
import { CODE, CODE_IN_LIVE, memberRules } from '#src/ground/access/member-access.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { NullableText } from '#src/ground/schemas/text-schemas.ts';
import { changeKeyRights } from './change-key-rights.ts';
import type { CredentialSummary, KeyPair } from './credential.ts';
import { KeyRightsBody, KeyRightsView } from './key-rights-schemas.ts';
import {
  type CredentialDeps,
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from './manage-credentials.ts';
import { keyOfCall, roleCheckOf } from './refuse-money-key.ts';

const { operation } = operationsOf<CredentialDeps>();

const Credential = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  rate_limit_per_minute: Type.Union([Type.Integer(), Type.Null()], {
    description: 'null é o limite padrão do serviço.',
  }),
  ...KeyRightsView,
  created_at: Type.String(),
  revoked_at: NullableText,
  last_used_at: NullableText,
  requests_last_day: Type.Integer(),
});

const NewKeyPair = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Mostrado uma única vez.' }),
});

// `refuseMoneyKey` keeps developers from production keys that send money.
const KEYS_BY_CODE = { ...memberRules.keys, code: CODE };

/** The operations on the key pairs of a ledger scope. */
export const credentialOperations = [
  operation({
    at: 'GET /credentials',
    member: { id: 'listCredentials', access: memberRules.readIntegration },
    answer: [200, Type.Object({ data: Type.Array(Credential) })],
    run: async ({ deps, owner }) => ({
      data: (await listCredentials(deps.database, owner.scope)).map(credentialView),
    }),
  }),
  operation({
    at: 'POST /credentials',
    member: { id: 'createCredential', access: KEYS_BY_CODE },
    body: Type.Object({
      name: Type.String({ format: 'name' }),
      ...KeyRightsBody,
      code: OptionalCode,
    }),
    answer: [201, NewKeyPair],
    refuses: [
      'name_invalid',
      'key_scopes_invalid',
      'key_addresses_invalid',
      'webhook_exam_required',
    ],
    run: async ({ deps, owner, member, by, body: { name, scopes, addresses } }) => {
      const { environment } = owner.scope;
      const checkRole = roleCheckOf(member, environment);
      const settings = { environment, name, rights: { scopes, addresses }, checkRole };
      return pairView(await createCredential(deps, owner.merchant, settings, by));
    },
  }),
  operation({
    at: 'POST /credentials/:client_id/rotate',
    member: { id: 'rotateCredential', access: KEYS_BY_CODE },
    body: CodeOnly,
    answer: [201, NewKeyPair],
    refuses: ['credential_not_found'],
    run: async (call) => pairView(await rotateCredential(call.deps, keyOfCall(call), call.by)),
  }),
  operation({
    at: 'DELETE /credentials/:client_id',
    member: { id: 'revokeCredential', access: memberRules.keys },
    answer: [204, Type.Null()],
    refuses: ['credential_not_found'],
    run: async (call) => {
      await revokeCredential(call.deps, keyOfCall(call), call.by);
      return null;
    },
  }),
  operation({
    at: 'PATCH /credentials/:client_id',
    member: { id: 'changeKeyRights', access: { ...memberRules.keys, code: CODE_IN_LIVE } },
    body: Type.Object({ ...KeyRightsBody, code: OptionalCode }),
    answer: [200, Type.Object(KeyRightsView)],
    refuses: ['credential_not_found', 'key_scopes_invalid', 'key_addresses_invalid'],
    run: async (call) => {
      const { code: _, ...change } = call.body;
      const changed = await changeKeyRights(call.deps, keyOfCall(call), change, call.by);
      const { scopes, addresses } = changed;
      return { scopes: scopes && [...scopes], addresses: addresses && [...addresses] };
    },
  }),
];

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
