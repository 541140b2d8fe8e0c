import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Actor } from '#src/ground/access/actor.ts';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import type { EventRoutesDeps } from './event-routes.ts';
import { EventDetails, ResendBody } from './event-schemas.ts';
import { selectDeliveriesOf, selectEventBefore } from './event-store.ts';
import { detailsJson } from './event-view.ts';
import { type EventWithDeliveries, findEvent } from './read-event.ts';
import { type EventToResend, resendEventIn } from './resend-event.ts';

/** The scenarios of an event that is sent again. */
const resendScenarios = ['doubled', 'out_of_order', 'old_time', 'wrong_secret'] as const;
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

/** POST /v1/test/webhook-scenarios: sends an event of the test environment again in a scenario. */
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
        const target = {
          merchantId,
          environment,
          scopes,
          eventId,
          scenario,
          endpointId: endpointId ?? undefined,
        };
        const { event, deliveries } = await resendInScenario(deps, target, actorOfKey(request));
        return sendJsonText(reply, 202, detailsJson(event, deliveries, false));
      },
    );
  };
}

type ResendScenario = (typeof resendScenarios)[number];

/**
 * Sends an event of the test environment again in a scenario. `out_of_order`: the previous event of
 * the same transaction is sent again 5 seconds later. Refuses the codes of `resendEvent`, and
 * `event_is_first` when there is no previous event.
 */
function resendInScenario(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  target: EventToResend & { readonly scenario: ResendScenario },
  by: Actor,
): Promise<EventWithDeliveries> {
  const { scenario } = target;
  return database.transaction(async (tx) => {
    const event = await findEvent(tx, target);
    const sent = { at: clock.now(), by };
    if (scenario === 'out_of_order') {
      const before = await selectEventBefore(tx, target, event);
      if (!before) throw new Refusal('event_is_first');
      await resendEventIn(tx, target, { ...sent, event });
      await resendEventIn(tx, target, { ...sent, event: before, trouble: 'late' });
    } else {
      await resendEventIn(tx, target, { ...sent, event, trouble: scenario });
    }
    return { event, deliveries: await selectDeliveriesOf(tx, target, event.id) };
  });
}
