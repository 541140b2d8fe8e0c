import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import {
  IDEMPOTENCY_CODES,
  panelChangeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { CursorQuery, EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import { LINK_RULE_CODES } from './link-routes.ts';
import { LinkChangeBody, NewLinkBody, PaymentLinkAnswer, PaymentLinkPage } from './link-schemas.ts';
import { linkView } from './link-view.ts';
import {
  changeLink,
  createLink,
  type LinkDeps,
  type LinkOwner,
  listLinks,
  readLink,
} from './manage-links.ts';

const PATH = '/api/panel/:environment/payment-links';
const OPERATION = { name: 'POST /api/panel/payment-links', fields: [] };
const LIMIT_DEFAULT = 20;
const Params = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });

/** The panel's routes for payment links: list, read, create, change. */
export function linkPanelRoutes(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [readRoutes, createRoute, changeRoute]) await app.register(routes(deps));
  };
}

function readRoutes({ database }: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOwnPaymentLinks',
          params: EnvironmentParams,
          querystring: CursorQuery,
          response: { 200: PaymentLinkPage, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const filter = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await listLinks(database, memberScope(request), filter);
        return { data: rows.map(linkView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getOwnPaymentLink',
          params: Params,
          response: { 200: PaymentLinkAnswer, ...panelReadResponses(['payment_link_not_found']) },
        },
      },
      async (request) => {
        const { id } = request.params;
        return linkView(await readLink(database, { ...memberScope(request), id }));
      },
    );
  };
}

function createRoute(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        // A form that is sent twice must create one link.
        onRequest: checkIdempotencyHeader(true),
        config: { isOpenToDrafts: true },
        schema: {
          operationId: 'createPaymentLinkByHand',
          params: EnvironmentParams,
          headers: KeyHeaders,
          body: NewLinkBody,
          response: {
            201: PaymentLinkAnswer,
            ...panelChangeResponses([
              ...IDEMPOTENCY_CODES,
              ...LINK_RULE_CODES,
              'amount_too_small',
              'product_not_found',
              'too_many_payment_links',
            ]),
          },
        },
      },
      async (request, reply) => {
        const idempotency = idempotencyOf(request, OPERATION);
        const wanted = { body: request.body, idempotency };
        return sendCreated(reply, await createLink(deps, ownerOfMember(request), wanted));
      },
    );
  };
}

function changeRoute(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      `${PATH}/:id`,
      {
        config: { isOpenToDrafts: true },
        schema: {
          operationId: 'changePaymentLinkByHand',
          params: Params,
          body: LinkChangeBody,
          response: {
            200: PaymentLinkAnswer,
            ...panelChangeResponses([
              ...LINK_RULE_CODES,
              'payment_link_not_found',
              'product_not_found',
              'amount_too_small',
            ]),
          },
        },
      },
      async (request) => {
        const change = { id: request.params.id, body: request.body };
        return linkView(await changeLink(deps, ownerOfMember(request), change));
      },
    );
  };
}

/** The owner of a link or a product, as the session says. */
export function ownerOfMember(
  request: FastifyRequest<{ Params: { environment: Environment } }>,
): LinkOwner {
  const { merchant } = memberOf(request);
  return { merchant, scope: memberScope(request), by: actorOf(request) };
}
