import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses, IDEMPOTENCY_CODES } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import {
  LinkChangeBody,
  LinkParams,
  LinkQuery,
  NewLinkBody,
  PaymentLinkAnswer,
  PaymentLinkPage,
} from './link-schemas.ts';
import { linkView } from './link-view.ts';
import {
  changeLink,
  createLink,
  type LinkDeps,
  type LinkOwner,
  listLinks,
  readLink,
} from './manage-links.ts';

const PATH = '/v1/payment-links';
const LIMIT_DEFAULT = 20;
const tags = ['PaymentLinks'];
const OPERATION = {
  name: 'POST /v1/payment-links',
  fields: fieldsOf(
    'title',
    'description',
    'amount',
    'min_amount',
    'max_amount',
    'stock',
    'status',
    'expires_at',
    'return_url',
    'product_id',
    'due_in_days',
    'days_after_due',
    'fine',
    'interest',
    'rebate',
    'discounts',
    'subscription',
  ),
};

export interface LinkRoutesDeps extends LinkDeps {
  readonly isIdempotencyRequired: boolean;
}

/** The operations of the merchants' API on payment links. */
export function paymentLinkRoutes(deps: LinkRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [createRoute, readRoutes, changeRoute]) await app.register(routes(deps));
  };
}

function createRoute(deps: LinkRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { keyScope: 'payment_links:write' },
        schema: {
          operationId: 'createPaymentLink',
          summary: 'Cria um link de pagamento',
          description:
            'Uma página em que cada pagador cria a sua cobrança. Com `due_in_days` a cobrança ' +
            'vence depois. Com `Idempotency-Key`, repetir devolve o mesmo link, como ele está no ' +
            'momento.',
          tags,
          body: NewLinkBody,
          response: {
            201: PaymentLinkAnswer,
            ...changeResponses([
              ...IDEMPOTENCY_CODES,
              ...LINK_RULE_CODES,
              'product_not_found',
              'too_many_payment_links',
            ]),
          },
        },
      },
      async (request, reply) => {
        const idempotency = idempotencyOf(request, OPERATION);
        const wanted = { body: request.body, idempotency };
        return sendCreated(reply, await createLink(deps, ownerOf(request), wanted));
      },
    );
  };
}

function readRoutes({ database }: LinkRoutesDeps): FastifyPluginAsyncTypebox {
  const config = { keyScope: 'payment_links:read' } as const;
  return async (app) => {
    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'listPaymentLinks',
          summary: 'Lista links de pagamento',
          description: 'Os mais novos primeiro. Siga `next_cursor` até que seja null.',
          tags,
          querystring: LinkQuery,
          response: {
            200: PaymentLinkPage,
            ...guardedResponses(['invalid_request', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const filter = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await listLinks(database, callerOf(request), filter);
        return { data: rows.map(linkView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'getPaymentLink',
          summary: 'Lê um link de pagamento',
          tags,
          params: LinkParams,
          response: {
            200: PaymentLinkAnswer,
            ...guardedResponses(['payment_link_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        return linkView(await readLink(database, { merchantId, environment, ...request.params }));
      },
    );
  };
}

function changeRoute(deps: LinkRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      `${PATH}/:id`,
      {
        config: { keyScope: 'payment_links:write' },
        schema: {
          operationId: 'changePaymentLink',
          summary: 'Muda, pausa ou reativa um link de pagamento',
          description: 'O que não é enviado fica como está. Cobranças feitas não mudam.',
          tags,
          params: LinkParams,
          body: LinkChangeBody,
          response: {
            200: PaymentLinkAnswer,
            ...changeResponses([...LINK_RULE_CODES, 'payment_link_not_found', 'product_not_found']),
          },
        },
      },
      async (request) => {
        const change = { id: request.params.id, body: request.body };
        return linkView(await changeLink(deps, ownerOf(request), change));
      },
    );
  };
}

/** The owner of a link or a product, as the key says. */
export function ownerOf(request: FastifyRequest): LinkOwner {
  const merchant = callerOf(request);
  const { merchantId, environment } = merchant;
  return { merchant, scope: { merchantId, environment }, by: actorOfKey(request) };
}

/** The refusals of the due date and the subscription of a link, beside those of every change. */
export const LINK_RULE_CODES: readonly ProblemCode[] = [
  'due_date_with_stock',
  'subscriptions_unavailable',
  'invalid_discounts',
  'due_amount_too_small',
  'due_amount_too_large',
];

/** The error answers of a change. */
export function changeResponses(codes: readonly ProblemCode[]) {
  return guardedResponses([
    ...codes,
    'invalid_json',
    'invalid_request',
    'amount_too_small',
    'payload_too_large',
    'unsupported_media_type',
    'sandbox_forbidden',
    'overloaded',
  ]);
}
