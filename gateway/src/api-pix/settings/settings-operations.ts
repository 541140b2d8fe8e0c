import { Type } from 'typebox';
import { readDefaultSplits } from '#src/accounts/merchants/credentials/default-split.ts';
import { keyOfCall } from '#src/accounts/merchants/credentials/refuse-money-key.ts';
import { CODE_IN_LIVE, memberRules } from '#src/ground/access/member-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { certificateView, ShownCertificate } from '../certificates/certificate-operations.ts';
import { selectCertificates } from '../certificates/certificate-store.ts';
import { type OwnKeysDeps, sharedPixKeys } from '../pix-keys/own-pix-keys.ts';
import { selectPixKeys } from '../pix-keys/pix-key-store.ts';
import { PIX_KEYS_MAX, setPixKeys, setSplitOfKey } from './change-settings.ts';

const SPLITS_MAX = 20;

const PixKeys = Type.Array(Type.String({ maxLength: 100 }), { maxItems: PIX_KEYS_MAX });
const SplitEntry = Type.Object({
  username: Type.String(),
  percentage: Type.Optional(Type.Number()),
  amount: Type.Optional(Type.Integer()),
});
const Split = Type.Array(SplitEntry, { maxItems: SPLITS_MAX });

const Settings = Type.Object({
  api_url: Type.String({ description: 'O endereço a digitar no ERP.' }),
  token_url: Type.String(),
  with_certificate: Type.Union(
    [Type.Object({ api_url: Type.String(), token_url: Type.String() }), Type.Null()],
    { description: 'Os mesmos endereços na porta que pede certificado (mTLS), se há uma.' },
  ),
  shared_pix_keys: Type.Array(Type.String(), {
    description: 'As chaves Pix que todas as contas podem informar.',
  }),
  pix_keys: PixKeys,
  splits: Type.Array(Type.Object({ client_id: Type.String(), split: Split }), {
    description: 'O split das cobranças de cada chave de API que tem um.',
  }),
  takes_certificates: Type.Boolean({
    description: 'Se a plataforma pede certificados aos clientes, em uma porta ou em um proxy.',
  }),
  certificates: Type.Array(ShownCertificate, {
    description: 'Os certificados com que se pede um token sem o segredo da chave de API.',
  }),
});

interface ApiSettingsDeps extends DatabaseAndClock, OwnKeysDeps {
  readonly baseUrl: string;
  /** The port that asks clients for a certificate; undefined: none. */
  readonly tlsPort: number | undefined;
  /** Whether clients can show a certificate: to that port or to a proxy. */
  readonly takesCertificates: boolean;
}

const { operation } = operationsOf<ApiSettingsDeps>();

/** The operations on the settings of the Central Bank's API: Pix keys and splits of keys. */
export const settingsOperations = [
  operation({
    at: 'GET /api-pix',
    member: { id: 'getApiPixSettings', access: memberRules.readIntegration },
    answer: [200, Settings],
    run: async ({ deps, owner: { scope } }) => {
      const { database, baseUrl, tlsPort } = deps;
      return {
        ...apiAddresses(baseUrl),
        with_certificate: tlsPort === undefined ? null : tlsAddresses(baseUrl, tlsPort),
        shared_pix_keys: [...sharedPixKeys(deps, scope)],
        pix_keys: await selectPixKeys(database, scope),
        splits: (await readDefaultSplits(database, scope)).map(({ clientId, split }) => ({
          client_id: clientId,
          split,
        })),
        takes_certificates: deps.takesCertificates,
        certificates: (await selectCertificates(database, scope)).map(certificateView),
      };
    },
  }),
  operation({
    at: 'PUT /api-pix/pix-keys',
    member: { id: 'setApiPixKeys', access: memberRules.integration },
    body: Type.Object({ pix_keys: PixKeys }),
    answer: [200, Type.Object({ pix_keys: PixKeys })],
    refuses: ['pix_keys_invalid'],
    run: async ({ deps, owner, body, by }) => {
      const { isSandbox } = owner.merchant;
      return {
        pix_keys: [...(await setPixKeys(deps, { ...owner.scope, isSandbox }, body.pix_keys, by))],
      };
    },
  }),
  operation({
    at: 'PUT /api-pix/credentials/:client_id/split',
    // A split sends a part of each payment to other merchants.
    member: { id: 'setSplitOfKey', access: { ...memberRules.keys, code: CODE_IN_LIVE } },
    body: Type.Object({ split: Split, code: OptionalCode }),
    answer: [200, Type.Object({ split: Split })],
    refuses: [
      'credential_not_found',
      'invalid_split',
      'invalid_percentage',
      'duplicate_username',
      'self_split',
      'sum_exceeds_90',
      'username_not_found',
      'too_many_splits',
    ],
    run: async (call) => {
      const { deps, owner, body, by } = call;
      const which = { ...keyOfCall(call), merchant: owner.merchant };
      await setSplitOfKey(deps, which, body.split, by);
      return { split: body.split };
    },
  }),
];

/** The addresses of the Central Bank's API on a base URL. */
function apiAddresses(baseUrl: string) {
  return { api_url: `${baseUrl}/pix/v2`, token_url: `${baseUrl}/pix/oauth/token` };
}

/** The same on the port that asks clients for a certificate. */
function tlsAddresses(baseUrl: string, port: number) {
  return apiAddresses(`https://${new URL(baseUrl).hostname}:${port}`);
}
