import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { guardedResponses, IDEMPOTENCY_CODES } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { firstIdAt, ID_MAX, ID_MIN } from '#src/ground/ids.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { SubscriptionRequest } from './create-subscriptions.ts';
import {
  keyOf,
  linkIdOf,
  positionOfCursor,
  readCycles,
  readStory,
  readSubscriptions,
} from './read-subscriptions.ts';
import { type LiveOffer, refuseUnoffered } from './refuse-live.ts';
import { requestFromBody } from './request-from-body.ts';
import {
  CyclePageAnswer,
  CycleQuery,
  SubscriptionAnswer,
  SubscriptionBody,
  SubscriptionPageAnswer,
  SubscriptionParams,
  SubscriptionQuery,
} from './subscription-schemas.ts';
import { cycleView, subscriptionView } from './subscription-view.ts';

export const PATH = '/v1/subscriptions';
const LIMIT_DEFAULT = 20;
export const tags = ['Subscriptions'];
const OPERATION = {
  name: `POST ${PATH}`,
  fields: fieldsOf(
    'reference',
    'payer.name',
    'payer.document',
    'description',
    'amount',
    'min_amount',
    'interval',
    'first_due_on',
    'ends_on',
    'retries',
    'journey',
    'splits',
    'metadata',
  ),
};

export interface SubscriptionRoutesDeps {
  /** For reads. */
  readonly database: Database;
  readonly createSubscription: (request: SubscriptionRequest) => Promise<CreatedResource>;
  readonly isIdempotencyRequired: boolean;
  readonly live: LiveOffer;
}

/** POST /v1/subscriptions: creates a subscription. */
export function createSubscriptionRoute(deps: SubscriptionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { keyScope: 'charges:write' },
        schema: {
          operationId: 'createSubscription',
          summary: 'Cria uma assinatura por Pix Automático',
          description:
            'O pagador autoriza uma vez, e o banco dele paga cada cobrança no vencimento. Com ' +
            '`amount` o gateway cria cada cobrança quatro dias antes; com `min_amount` você cria ' +
            'cada uma. Com `Idempotency-Key`, repetir devolve a mesma assinatura. Com chaves de ' +
            'produção o banco da plataforma precisa ter Pix Automático.',
          tags,
          body: SubscriptionBody,
          response: { 201: SubscriptionAnswer, ...createResponses() },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseUnoffered(deps.live, caller);
        const wanted = requestFromBody(request.body, caller);
        const idempotency = idempotencyOf(request, OPERATION);
        return sendCreated(reply, await deps.createSubscription({ ...wanted, idempotency }));
      },
    );
  };
}

function createResponses() {
  return guardedResponses([
    ...IDEMPOTENCY_CODES,
    'invalid_json',
    'invalid_request',
    'payload_too_large',
    'unsupported_media_type',
    'sandbox_forbidden',
    'subscriptions_unavailable',
    'too_many_subscriptions',
    'amount_too_small',
    'test_clock_not_found',
    'demo_cannot_split',
    'invalid_split',
    'too_many_splits',
    'invalid_percentage',
    'duplicate_username',
    'self_split',
    'sum_exceeds_90',
    'username_not_found',
    'split_exceeds_net',
    'provider_unavailable',
    'provider_refused',
    'overloaded',
  ]);
}

/** The reads of subscriptions. */
export function readSubscriptionRoutes(deps: SubscriptionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, oneRoute, cyclesRoute]) await app.register(routes(deps));
  };
}

function listRoute({ database }: SubscriptionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'listSubscriptions',
          summary: 'Lista assinaturas',
          description: 'As mais novas primeiro. Siga `next_cursor` até que seja null.',
          tags,
          querystring: SubscriptionQuery,
          response: {
            200: SubscriptionPageAnswer,
            ...guardedResponses(['invalid_request', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const { cursor, limit = LIMIT_DEFAULT, status, reference, document } = request.query;
        const { created_from: from, created_to: to, payment_link_id: link } = request.query;
        const { rows, next } = await readSubscriptions(database, {
          merchantId,
          environment,
          limit,
          beforeId: idOfCursor(cursor) ?? ID_MAX,
          fromId: idAt(from) ?? ID_MIN,
          untilId: idAt(to) ?? ID_MAX,
          status: status ?? null,
          reference: reference?.trim() ?? null,
          document: document ? digitsOf(document) : null,
          linkId: linkIdOf(link),
        });
        return { data: rows.map((row) => subscriptionView(row)), next_cursor: cursorOf(next) };
      },
    );
  };
}

function oneRoute({ database }: SubscriptionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id`,
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'getSubscription',
          summary: 'Lê uma assinatura',
          tags,
          params: SubscriptionParams,
          response: {
            200: SubscriptionAnswer,
            ...guardedResponses(['subscription_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const key = keyOf(callerOf(request), request.params.id);
        return subscriptionView(await readStory(database, key));
      },
    );
  };
}

function cyclesRoute({ database }: SubscriptionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/cycles`,
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'listSubscriptionCycles',
          summary: 'Lista as cobranças de uma assinatura',
          description: 'As mais novas primeiro. Siga `next_cursor` até que seja null.',
          tags,
          params: SubscriptionParams,
          querystring: CycleQuery,
          response: {
            200: CyclePageAnswer,
            ...guardedResponses(['invalid_request', 'subscription_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const { subscription } = await readStory(
          database,
          keyOf(callerOf(request), request.params.id),
        );
        const page = { before: positionOfCursor(cursor), limit };
        const { rows, next } = await readCycles(database, subscription, page);
        return {
          data: rows.map((cycle) => cycleView(subscription, cycle)),
          next_cursor: cursorOf(next),
        };
      },
    );
  };
}

function idAt(text: string | undefined): string | undefined {
  const at = text === undefined ? undefined : parseInstant(text);
  return at === undefined ? undefined : firstIdAt(at);
}

function digitsOf(document: string): string {
  return parseTaxId(document, { checkDigits: false })?.digits ?? document;
}
