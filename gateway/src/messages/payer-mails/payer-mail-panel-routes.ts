import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import type { PayerMailRoutesDeps } from './payer-mail-routes.ts';
import {
  ChargeMailsAnswer,
  PayerMailSettingsAnswer,
  PayerMailSettingsBody,
  SubscriptionMailsAnswer,
  wishesOfBody,
} from './payer-mail-schemas.ts';
import { changeWishes, readWishes } from './payer-mail-settings.ts';
import { chargeMailsView, mailsView, settingsView } from './payer-mail-view.ts';
import { readChargeMails, readSubscriptionMails } from './read-charge-mails.ts';

const PATH = '/api/panel/:environment/payer-mails';
const IdParams = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });

/** The panel's routes for mails to payers: what they get, and the mails of one of them. */
export function payerMailPanelRoutes(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(settingsRoutes(deps));
    await app.register(chargeMailsRoute(deps));
    await app.register(subscriptionMailsRoute(deps));
  };
}

function settingsRoutes(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getOwnPayerMailSettings',
          params: EnvironmentParams,
          response: { 200: PayerMailSettingsAnswer, ...panelReadResponses() },
        },
      },
      async (request) =>
        settingsView(await readWishes(deps.database, memberScope(request)), deps.hasMailServer),
    );
    app.patch(
      PATH,
      {
        schema: {
          operationId: 'setOwnPayerMailSettings',
          params: EnvironmentParams,
          body: PayerMailSettingsBody,
          response: {
            200: PayerMailSettingsAnswer,
            ...panelChangeResponses(['mail_not_configured']),
          },
        },
      },
      async (request) => {
        const change = { wishes: wishesOfBody(request.body), by: actorOf(request) };
        const changed = await changeWishes(deps, memberScope(request), change);
        return settingsView(changed, deps.hasMailServer);
      },
    );
  };
}

function chargeMailsRoute(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/transactions/:id/mails',
      {
        schema: {
          operationId: 'listOwnPayerMails',
          params: IdParams,
          response: { 200: ChargeMailsAnswer, ...panelReadResponses(['transaction_not_found']) },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: request.params.id };
        const found = await readChargeMails(deps, key);
        const merchantName = memberOf(request).merchant.name;
        return chargeMailsView(found, { merchantName, baseUrl: deps.baseUrl });
      },
    );
  };
}

function subscriptionMailsRoute(deps: PayerMailRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/subscriptions/:id/mails',
      {
        schema: {
          operationId: 'listOwnSubscriptionMails',
          params: IdParams,
          response: {
            200: SubscriptionMailsAnswer,
            ...panelReadResponses(['subscription_not_found']),
          },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: request.params.id };
        return mailsView(await readSubscriptionMails(deps, key));
      },
    );
  };
}
