import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { readDefaultSplits } from '#src/accounts/merchants/credentials/read-default-splits.ts';
import { roleCheckOf } from '#src/accounts/merchants/credentials/refuse-money-key.ts';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { certificateView, ShownCertificate } from '../certificates/certificate-panel-routes.ts';
import { selectCertificates } from '../certificates/certificate-store.ts';
import { type OwnKeysDeps, sharedPixKeys } from '../pix-keys/own-pix-keys.ts';
import { selectPixKeys } from '../pix-keys/pix-key-store.ts';
import { apiAddresses, tlsAddresses } from './api-addresses.ts';
import { PIX_KEYS_MAX, type SettingsDeps, setPixKeys, setSplitOfKey } from './change-settings.ts';

const PATH = '/api/panel/:environment/api-pix';
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

export interface SettingsRoutesDeps extends SettingsDeps, OwnKeysDeps {
  readonly baseUrl: string;
  /** The port that asks clients for a certificate; undefined: none. */
  readonly tlsPort: number | undefined;
  /** Whether clients can show a certificate: to that port or to a proxy. */
  readonly takesCertificates: boolean;
}

/** The panel's settings of the Central Bank's API: Pix keys and splits of keys. */
export function settingsPanelRoutes(deps: SettingsRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoute(deps));
    await app.register(changeRoutes(deps));
  };
}

function readRoute(deps: SettingsRoutesDeps): FastifyPluginAsyncTypebox {
  const { database, baseUrl, tlsPort } = deps;
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getApiPixSettings',
          params: EnvironmentParams,
          response: { 200: Settings, ...panelReadResponses() },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        return {
          ...apiAddresses(baseUrl),
          with_certificate: tlsPort === undefined ? null : tlsAddresses(baseUrl, tlsPort),
          shared_pix_keys: [...sharedPixKeys(deps, scope)],
          pix_keys: await selectPixKeys(database, scope),
          splits: await readDefaultSplits(database, scope),
          takes_certificates: deps.takesCertificates,
          certificates: (await selectCertificates(database, scope)).map(certificateView),
        };
      },
    );
  };
}

function changeRoutes(deps: SettingsRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      `${PATH}/pix-keys`,
      {
        schema: {
          operationId: 'setApiPixKeys',
          params: EnvironmentParams,
          body: Type.Object({ pix_keys: PixKeys }),
          response: {
            200: Type.Object({ pix_keys: PixKeys }),
            ...panelChangeResponses(['pix_keys_invalid']),
          },
        },
      },
      async (request) => {
        const { isSandbox } = memberOf(request).merchant;
        const scope = { ...memberScope(request), isSandbox };
        const { pix_keys: wanted } = request.body;
        return { pix_keys: [...(await setPixKeys(deps, scope, wanted, actorOf(request)))] };
      },
    );
    app.put(
      `${PATH}/credentials/:client_id/split`,
      {
        schema: {
          operationId: 'setSplitOfKey',
          params: Type.Object({ ...EnvironmentParams.properties, client_id: Type.String() }),
          body: Type.Object({ split: Split, code: OptionalCode }),
          response: {
            200: Type.Object({ split: Split }),
            ...panelChangeResponses([
              'credential_not_found',
              'invalid_split',
              'invalid_percentage',
              'duplicate_username',
              'self_split',
              'sum_exceeds_90',
              'username_not_found',
              'too_many_splits',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const { merchant } = memberOf(request);
        const { split } = request.body;
        const which = {
          clientId: request.params.client_id,
          scope: memberScope(request),
          checkRole: roleCheckOf(memberOf(request), request.params.environment),
        };
        await setSplitOfKey(deps, { ...which, merchant }, split, actorOf(request));
        return { split };
      },
    );
  };
}
