import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses, IDEMPOTENCY_CODES } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { changeResponses, type LinkRoutesDeps, ownerOf } from '../link-routes.ts';
import { LinkQuery } from '../link-schemas.ts';
import { changeProduct, createProduct } from './manage-products.ts';
import {
  ProductAnswer,
  ProductBody,
  ProductChange,
  ProductPage,
  ProductParams,
} from './product-schemas.ts';
import { productView } from './product-view.ts';
import { listProducts, readProduct } from './read-products.ts';

const PATH = '/v1/products';
const LIMIT_DEFAULT = 20;
const tags = ['PaymentLinks'];
const OPERATION = {
  name: 'POST /v1/products',
  fields: fieldsOf('name', 'description', 'amount'),
};

/** The operations of the merchants' API on products. */
export function productRoutes(deps: LinkRoutesDeps): FastifyPluginAsyncTypebox {
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
          operationId: 'createProduct',
          summary: 'Cria um produto',
          description:
            'Links com o `product_id` cobram o preço dele. A imagem é enviada no painel. Com ' +
            '`Idempotency-Key`, repetir devolve o mesmo produto, como ele está no momento.',
          tags,
          body: ProductBody,
          response: {
            201: ProductAnswer,
            ...changeResponses([...IDEMPOTENCY_CODES, 'too_many_products']),
          },
        },
      },
      async (request, reply) => {
        const idempotency = idempotencyOf(request, OPERATION);
        const wanted = { body: request.body, idempotency };
        return sendCreated(reply, await createProduct(deps, ownerOf(request), wanted));
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
          operationId: 'listProducts',
          summary: 'Lista produtos',
          description: 'Os mais novos primeiro. Siga `next_cursor` até que seja null.',
          tags,
          querystring: LinkQuery,
          response: { 200: ProductPage, ...guardedResponses(['invalid_request', 'overloaded']) },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const filter = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await listProducts(database, callerOf(request), filter);
        return { data: rows.map(productView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'getProduct',
          summary: 'Lê um produto',
          tags,
          params: ProductParams,
          response: {
            200: ProductAnswer,
            ...guardedResponses(['product_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const key = { merchantId, environment, ...request.params };
        return productView(await readProduct(database, key));
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
          operationId: 'changeProduct',
          summary: 'Muda um produto',
          description: 'O preço vale para as próximas cobranças. As que existem não mudam.',
          tags,
          params: ProductParams,
          body: ProductChange,
          response: { 200: ProductAnswer, ...changeResponses(['product_not_found']) },
        },
      },
      async (request) => {
        const change = { id: request.params.id, body: request.body };
        return productView(await changeProduct(deps, ownerOf(request), change));
      },
    );
  };
}
