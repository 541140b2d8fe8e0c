import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import {
  ChargeMailsAnswer,
  PayerMailSettingsAnswer,
  PayerMailSettingsBody,
  wishesOfBody,
} from './payer-mail-schemas.ts';
import { changeWishes, type PayerMailSettingsDeps, readWishes } from './payer-mail-settings.ts';
import { chargeMailsView, settingsView } from './payer-mail-view.ts';
import { readChargeMails } from './read-charge-mails.ts';

const PATH = '/v1/payer-mails/settings';
const tags = ['PayerMails'];

export interface PayerMailRoutesDeps extends PayerMailSettingsDeps {
  readonly readKey: () => Promise<Buffer>;
  /** The address of the payment pages. */
  readonly baseUrl: string;
}

/** The operations of the merchants' API on mails to payers. */
export function payerMailRoutes(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(settingsRoutes(deps));
    await app.register(chargeMailsRoute(deps));
  };
}

function settingsRoutes(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { keyScope: 'customers:read' },
        schema: {
          operationId: 'getPayerMailSettings',
          summary: 'Lê o que os pagadores recebem por e-mail',
          description: 'Vale para o ambiente da chave. No começo tudo está desligado.',
          tags,
          response: {
            200: PayerMailSettingsAnswer,
            ...guardedResponses(['sandbox_forbidden', 'overloaded']),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        return settingsView(await readWishes(deps.database, caller), deps.hasMailServer);
      },
    );
    app.patch(
      PATH,
      {
        config: { keyScope: 'customers:write' },
        schema: {
          operationId: 'changePayerMailSettings',
          summary: 'Muda o que os pagadores recebem por e-mail',
          description:
            'Lembretes só vão para cobranças e assinaturas com `payer.email`, às 9h de Brasília. ' +
            'No ambiente de teste só recebem e-mails os endereços da sua equipe.',
          tags,
          body: PayerMailSettingsBody,
          response: {
            200: PayerMailSettingsAnswer,
            ...guardedResponses([
              'invalid_json',
              'invalid_request',
              'payload_too_large',
              'unsupported_media_type',
              'mail_not_configured',
              'sandbox_forbidden',
              'overloaded',
            ]),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const { merchantId, environment } = caller;
        const change = { wishes: wishesOfBody(request.body), by: actorOfKey(request) };
        const changed = await changeWishes(deps, { merchantId, environment }, change);
        return settingsView(changed, deps.hasMailServer);
      },
    );
  };
}

function chargeMailsRoute(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/transactions/:internal_id/mails',
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'listPayerMails',
          summary: 'Lista os e-mails ao pagador de uma cobrança',
          description:
            'Os lembretes, os avisos de débitos e o comprovante: programados, enviados, e por ' +
            'que não. Com um link pronto para lembrar pelo WhatsApp.',
          tags,
          params: Type.Object({ internal_id: Type.String() }),
          response: {
            200: ChargeMailsAnswer,
            ...guardedResponses(['transaction_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment, name: merchantName } = callerOf(request);
        const key = { merchantId, environment, id: request.params.internal_id };
        const found = await readChargeMails(deps, key);
        return chargeMailsView(found, { merchantName, baseUrl: deps.baseUrl });
      },
    );
  };
}
