import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import type { EventRoutesDeps } from './event-routes.ts';
import { EventDetails, ResendBody } from './event-schemas.ts';
import { detailsJson } from './event-view.ts';
import { resendScenarios, sendInTrouble } from './webhook-scenario.ts';

const ScenarioBody = Type.Object(
  {
    event_id: text('O evento a enviar.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72'),
    scenario: oneOf(resendScenarios, {
      description:
        'doubled: duas vezes. out_of_order: o evento anterior da mesma transação chega 5 s ' +
        'depois. ' +
        'old_time: assinatura de 10 minutos atrás. wrong_secret: assinatura de outro ' +
        'segredo. Nos ' +
        'dois últimos só a próxima tentativa é assim.',
      examples: ['old_time'],
    }),
    ...ResendBody.properties,
  },
  { title: 'WebhookScenario', description: 'O que dá errado na entrega de um evento.' },
);

/** POST /v1/test/webhook-scenarios: sends an event of the test environment again, in trouble. */
export function webhookScenarioRoute(deps: EventRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/test/webhook-scenarios',
      {
        config: { keyScope: 'webhooks:write' },
        schema: {
          operationId: 'runWebhookScenario',
          summary: 'Envia um evento de teste com defeito',
          description:
            'Só com chave de teste, e só aos seus webhooks: para ver como o seu programa reage a ' +
            'repetições, à ordem trocada e a assinaturas que deve recusar.',
          tags: ['Testing'],
          body: ScenarioBody,
          response: {
            202: EventDetails,
            ...guardedResponses([
              'invalid_json',
              'invalid_request',
              'payload_too_large',
              'unsupported_media_type',
              'sandbox_forbidden',
              'event_not_found',
              'webhook_not_found',
              'event_has_no_webhook',
              'event_is_first',
              'overloaded',
            ]),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const { merchantId, environment, scopes } = caller;
        if (environment !== 'test') throw new Refusal('event_not_found');
        const { event_id: eventId, scenario, webhook_endpoint_id: endpointId } = request.body;
        const asked = {
          ...{ merchantId, environment, scopes, eventId, scenario },
          endpointId: endpointId ?? undefined,
        };
        const { event, deliveries } = await sendInTrouble(deps, asked, actorOfKey(request));
        return sendJsonText(reply, 202, detailsJson(event, deliveries, false));
      },
    );
  };
}
