import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { EventParams, type EventRoutesDeps } from './event-routes.ts';
import { EventDetails, ResendBody } from './event-schemas.ts';
import { detailsJson } from './event-view.ts';
import { resendEvent } from './resend-event.ts';

/** POST /v1/events/:id/resend: sends an event again now. */
export function resendEventRoute(deps: EventRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/events/:id/resend',
      {
        config: { keyScope: 'webhooks:write', isBodyOptional: true },
        schema: {
          operationId: 'resendEvent',
          summary: 'Reenvia um evento',
          description:
            'Envia agora a cada webhook que recebe o evento, também aos que o escolheram depois. ' +
            'Uma entrega mantém o seu id: deduplique por ele. A de um webhook pausado continua ' +
            'à espera.',
          tags: ['Events'],
          params: EventParams,
          body: ResendBody,
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
              'overloaded',
            ]),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSandbox(caller);
        const { merchantId, environment, scopes, isSandbox } = caller;
        const target = {
          merchantId,
          environment,
          scopes,
          eventId: request.params.id,
          endpointId: request.body.webhook_endpoint_id ?? undefined,
        };
        const { event, deliveries } = await resendEvent(deps, target, actorOfKey(request));
        return sendJsonText(reply, 202, detailsJson(event, deliveries, isSandbox));
      },
    );
  };
}
