import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Clock, parseInstant } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { isId } from '#src/ground/ids.ts';
import { EventAttempts, EventDetails, EventPage, EventQuery } from './event-schemas.ts';
import { attemptView, detailsJson, pageJson } from './event-view.ts';
import { readEvent, readEventAttempts } from './read-event.ts';
import { cursorSince, type FeedCursor, positionOf, readFeed } from './read-feed.ts';
import { requestedKinds } from './readable-kinds.ts';

const LIMIT_DEFAULT = 20;

export interface EventRoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export const EventParams = Type.Object({ id: Type.String() });

/** GET /v1/events: a page of the feed, oldest first. */
export function listEventsRoute({ database }: EventRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/events',
      {
        config: { keyScope: 'webhooks:read' },
        schema: {
          operationId: 'listEvents',
          summary: 'Lista eventos',
          description:
            'Tudo o que aconteceu na sua conta neste ambiente, também o que nenhum webhook ' +
            'recebe, os mais antigos primeiro. Guarde `next_cursor` e envie-o como `after`: nada ' +
            'é pulado nem repetido, mesmo com eventos simultâneos. Só traz os tipos que a chave ' +
            'pode ler.',
          tags: ['Events'],
          querystring: EventQuery,
          response: {
            200: EventPage,
            ...guardedResponses(['invalid_request', 'cursor_expired', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, environment, scopes } = callerOf(request);
        const scope = { merchantId, environment };
        const { type, resource, delivered, after, since, limit = LIMIT_DEFAULT } = request.query;
        const kinds = requestedKinds(scopes, type);
        const resourceId = requireId('resource', resource);
        const from = requireId('after', after);
        const start = requireStart(from, since);
        const page = await readFeed(database, scope, {
          kinds,
          resourceId,
          limit,
          isDelivered: delivered,
          after: (await cursorOfStart(database, scope, start)).position,
        });
        return sendJsonText(reply, 200, pageJson(page, from));
      },
    );
  };
}

/** The start of a reader: after an event, at an instant (milliseconds), or before all events. */
export type FeedStart =
  | { readonly eventId: string }
  | { readonly since: number }
  | { readonly isBeginning: true };

/** Refuses `invalid_request` if `since` is not an instant, or is sent together with `after`. */
export function requireStart(after: string | undefined, since: string | undefined): FeedStart {
  if (since === undefined) return after === undefined ? { isBeginning: true } : { eventId: after };
  const at = parseInstant(since);
  if (at !== undefined && after === undefined) return { since: at };
  const message = fieldText((texts) => (at === undefined ? texts.instant : texts.notWithAfter));
  throw new Refusal('invalid_request', { fields: [{ field: 'since', message }] });
}

/** The cursor of a start. Refuses `cursor_expired` if its event does not exist any more. */
export async function cursorOfStart(
  database: Queryable,
  scope: LedgerScope,
  start: FeedStart,
): Promise<FeedCursor> {
  if ('since' in start) return cursorSince(database, scope, start.since);
  if ('isBeginning' in start) return { id: undefined, position: 0n };
  const position = await positionOf(database, scope, start.eventId);
  return { id: position === 0n ? undefined : start.eventId, position };
}

/**
 * The id in a parameter; undefined if it is missing, and for an empty `after`, which programs
 * without a cursor send. Refuses `invalid_request` for a text that is not an id.
 */
export function requireId(field: string, id: string | undefined): string | undefined {
  if (id === undefined || (id === '' && field === 'after')) return undefined;
  if (isId(id)) return id;
  const message = fieldText((texts) => texts.id);
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}

/** GET /v1/events/:id: an event with its deliveries. */
export function readEventRoute({ database }: EventRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/events/:id',
      {
        config: { keyScope: 'webhooks:read' },
        schema: {
          operationId: 'getEvent',
          summary: 'Lê um evento',
          tags: ['Events'],
          params: EventParams,
          response: { 200: EventDetails, ...guardedResponses(['event_not_found', 'overloaded']) },
        },
      },
      async (request, reply) => {
        const { merchantId, environment, scopes, isSandbox } = callerOf(request);
        const target = { merchantId, environment, scopes, eventId: request.params.id };
        const { event, deliveries } = await readEvent(database, target);
        return sendJsonText(reply, 200, detailsJson(event, deliveries, isSandbox));
      },
    );
  };
}

/** GET /v1/events/:id/attempts: the attempts to deliver an event. */
export function listAttemptsRoute({ database }: EventRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/events/:id/attempts',
      {
        config: { keyScope: 'webhooks:read' },
        schema: {
          operationId: 'listEventAttempts',
          summary: 'Lista tentativas de entrega',
          description: 'As tentativas de entregar um evento, com a resposta do seu servidor.',
          tags: ['Events'],
          params: EventParams,
          response: { 200: EventAttempts, ...guardedResponses(['event_not_found', 'overloaded']) },
        },
      },
      async (request, reply) => {
        const { merchantId, environment, scopes, isSandbox } = callerOf(request);
        const target = { merchantId, environment, scopes, eventId: request.params.id };
        const attempts = await readEventAttempts(database, target);
        const data = attempts.map((attempt) => attemptView(attempt, isSandbox));
        return sendJsonText(reply, 200, JSON.stringify({ data }));
      },
    );
  };
}
