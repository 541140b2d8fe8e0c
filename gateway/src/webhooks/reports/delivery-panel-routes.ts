import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { isoTime, parseInstant } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { signedHeaders } from '../delivery/send-delivery.ts';
import type { EndpointDeps } from '../endpoints/manage-endpoints.ts';
import {
  DeliveryList,
  DeliveryParams,
  DeliveryQuery,
  DeliveryWithAttempts,
  ResendFailedBody,
  Resent,
  WebhookParams,
} from '../endpoints/webhook-panel-schemas.ts';
import type { CallbackReads } from '../pix-callbacks/write-pix-body.ts';
import { type Attempt, type Delivery, listDeliveries, readDelivery } from './read-deliveries.ts';
import { resendDelivery, resendUndelivered } from './resend-deliveries.ts';

const PATH = '/api/panel/:environment/webhooks/:id';
const LIMIT_DEFAULT = 20;

interface DeliveryRoutesDeps extends EndpointDeps {
  readonly callbackReads: CallbackReads;
}

/** The panel's routes for deliveries: list, details with attempts, send again. */
export function deliveryPanelRoutes(deps: DeliveryRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, readRoute, resendRoutes]) await app.register(routes(deps));
  };
}

function listRoute({ database }: DeliveryRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/deliveries`,
      {
        schema: {
          operationId: 'listDeliveries',
          params: WebhookParams,
          querystring: DeliveryQuery,
          response: {
            200: DeliveryList,
            ...panelReadResponses(['invalid_request', 'webhook_not_found']),
          },
        },
      },
      async (request) => {
        const { cursor, status, limit = LIMIT_DEFAULT } = request.query;
        const which = { id: request.params.id, scope: memberScope(request) };
        const after = idOfCursor(cursor);
        const page = await listDeliveries(database, which, { cursor: after, limit, status });
        return { data: page.rows.map(deliveryView(request)), next_cursor: cursorOf(page.next) };
      },
    );
  };
}

function readRoute(deps: DeliveryRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/deliveries/:delivery_id`,
      {
        schema: {
          operationId: 'getDelivery',
          params: DeliveryParams,
          response: {
            200: DeliveryWithAttempts,
            ...panelReadResponses(['webhook_not_found', 'delivery_not_found']),
          },
        },
      },
      async (request) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        const delivery = await readDelivery(deps, which, request.params.delivery_id);
        return deliveryDetails(request, delivery);
      },
    );
  };
}

function resendRoutes(deps: DeliveryRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/deliveries/:delivery_id/resend`,
      {
        schema: {
          operationId: 'resendDelivery',
          params: DeliveryParams,
          response: {
            202: DeliveryWithAttempts,
            ...panelChangeResponses(['webhook_not_found', 'delivery_not_found']),
          },
        },
      },
      async (request, reply) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        const deliveryId = request.params.delivery_id;
        await resendDelivery(deps, { ...which, deliveryId }, actorOf(request));
        const delivery = await readDelivery(deps, which, deliveryId);
        return reply.code(202).send(deliveryDetails(request, delivery));
      },
    );
    app.post(
      `${PATH}/resend-failed`,
      {
        schema: {
          operationId: 'resendFailedDeliveries',
          params: WebhookParams,
          body: ResendFailedBody,
          response: { 202: Resent, ...panelChangeResponses(['webhook_not_found']) },
        },
      },
      async (request, reply) => {
        const which = { id: request.params.id, scope: memberScope(request) };
        const since = parseInstant(request.body.since ?? '') ?? 0;
        const outcome = await resendUndelivered(deps, { ...which, since }, actorOf(request));
        return reply.code(202).send({ resent: outcome.resent, has_more: outcome.hasMore });
      },
    );
  };
}

type DeliveryToShow = Awaited<ReturnType<typeof readDelivery>>;

function deliveryDetails(
  request: FastifyRequest,
  { delivery, isPix, body, attempts }: DeliveryToShow,
) {
  return {
    ...deliveryView(request)(delivery),
    body,
    attempts: attempts.map(attemptViewFor(request, { ...delivery, isPix })),
  };
}

/** The view of a delivery. For the sandbox without answers, because visitors choose the targets. */
function deliveryView(request: FastifyRequest) {
  const { isSandbox } = memberOf(request).merchant;
  const hidden = { reference: null, last_status: null, last_duration_ms: null };
  return (delivery: Delivery) => ({ ...ownDeliveryView(delivery), ...(isSandbox && hidden) });
}

function ownDeliveryView(delivery: Delivery) {
  const { nextAttemptAt } = delivery;
  return {
    id: delivery.deliveryId,
    event: delivery.kind,
    resource_id: delivery.resourceId,
    reference: delivery.externalId,
    last_status: delivery.lastStatus,
    last_duration_ms: delivery.lastDurationMs,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
    created_at: isoTime(delivery.createdAt),
  };
}

interface SentDelivery extends Delivery {
  readonly isPix: boolean;
}

function attemptViewFor(request: FastifyRequest, delivery: SentDelivery) {
  const { isSandbox } = memberOf(request).merchant;
  const hidden = {
    duration_ms: 0,
    response_status: null,
    response_excerpt: null,
    failure: null,
    request_headers: null,
  };
  return (attempt: Attempt) => ({
    ...attemptView(attempt, delivery),
    failure: failureTextIn(attempt.failure, languageOf(request)),
    ...(isSandbox && hidden),
  });
}

function attemptView(attempt: Attempt, { kind, deliveryId, isPix }: SentDelivery) {
  const { signature } = attempt;
  return {
    attempt: attempt.attempt,
    started_at: isoTime(attempt.startedAt),
    duration_ms: attempt.durationMs,
    response_status: attempt.responseStatus,
    response_excerpt: attempt.responseExcerpt,
    request_headers:
      signature === null
        ? null
        : Object.entries(signedHeaders({ kind, deliveryId, signature, isPix })).map(
            ([name, value]) => ({
              name,
              value,
            }),
          ),
  };
}
