import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { actorOf, memberOf, memberScope } from '#src/access/member-of-request.ts';
import { isoTime, parseInstant } from '#src/platform/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/platform/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/platform/http/page-cursor.ts';
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
import {
  type AttemptRow,
  type DeliveryListRow,
  listDeliveries,
  readDelivery,
  resendDelivery,
  resendUndelivered,
} from './inspect-deliveries.ts';

const PATH = '/api/panel/:environment/webhooks/:id';
const LIMIT_DEFAULT = 20;

/** The panel's routes for deliveries: list, details with attempts, send again. */
export function deliveryPanelRoutes(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, readRoute, resendRoutes]) await app.register(routes(deps));
  };
}

function listRoute({ database }: EndpointDeps): FastifyPluginAsyncTypebox {
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
        return { data: page.rows.map(deliveryView), next_cursor: cursorOf(page.next) };
      },
    );
  };
}

function readRoute({ database }: EndpointDeps): FastifyPluginAsyncTypebox {
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
        const found = await readDelivery(database, which, request.params.delivery_id);
        return {
          ...deliveryView(found.delivery),
          body: found.delivery.body,
          attempts: found.attempts.map(attemptViewFor(request)),
        };
      },
    );
  };
}

function resendRoutes(deps: EndpointDeps): FastifyPluginAsyncTypebox {
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
        const { delivery, attempts } = await readDelivery(deps.database, which, deliveryId);
        const view = { ...deliveryView(delivery), body: delivery.body };
        return reply.code(202).send({ ...view, attempts: attempts.map(attemptViewFor(request)) });
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

function deliveryView(row: DeliveryListRow) {
  return {
    id: row.id,
    event: row.kind,
    resource_id: row.resource_id,
    status: row.status,
    attempt_count: Number(row.attempt_count),
    next_attempt_at: row.next_attempt_at === null ? null : isoTime(row.next_attempt_at),
    created_at: isoTime(row.created_at),
  };
}

/** Hides the answers of targets from the sandbox, where every visitor may choose the targets. */
function attemptViewFor(request: FastifyRequest) {
  const { isSandbox } = memberOf(request).merchant;
  const hidden = { duration_ms: 0, response_status: null, response_excerpt: null, failure: null };
  return (row: AttemptRow) => ({ ...attemptView(row), ...(isSandbox && hidden) });
}

function attemptView(row: AttemptRow) {
  return {
    attempt: Number(row.attempt),
    started_at: isoTime(row.started_at),
    duration_ms: Number(row.duration_ms),
    response_status: row.response_status === null ? null : Number(row.response_status),
    response_excerpt: row.response_excerpt,
    failure: row.failure,
  };
}
