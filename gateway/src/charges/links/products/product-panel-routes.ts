import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import {
  IDEMPOTENCY_CODES,
  panelChangeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { acceptOnlyFiles, refuseTooLarge } from '#src/ground/http/file-body.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { IMAGE_TYPES } from '#src/ground/images/measure-image.ts';
import { CursorQuery, EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import { ownerOfMember } from '../link-panel-routes.ts';
import type { LinkDeps } from '../manage-links.ts';
import { changeImage, changeProduct, createProduct } from './manage-products.ts';
import { IMAGE_BYTES_MAX } from './product-image.ts';
import { ProductAnswer, ProductBody, ProductChange, ProductPage } from './product-schemas.ts';
import { productView } from './product-view.ts';
import { listProducts } from './read-products.ts';

const PATH = '/api/panel/:environment/products';
const OPERATION = { name: 'POST /api/panel/products', fields: [] };
const LIMIT_DEFAULT = 20;
const Params = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });

/** The panel's routes for products: list, create, change, set and remove the image. */
export function productPanelRoutes(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, createRoute, changeRoute, setImageRoute, removeImageRoute]) {
      await app.register(routes(deps));
    }
  };
}

function listRoute({ database }: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOwnProducts',
          params: EnvironmentParams,
          querystring: CursorQuery,
          response: { 200: ProductPage, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const filter = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await listProducts(database, memberScope(request), filter);
        return { data: rows.map(productView), next_cursor: cursorOf(next) };
      },
    );
  };
}

function createRoute(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        // A form that is sent twice must create one product.
        onRequest: checkIdempotencyHeader(true),
        config: { isOpenToDrafts: true },
        schema: {
          operationId: 'createProductByHand',
          params: EnvironmentParams,
          headers: KeyHeaders,
          body: ProductBody,
          response: {
            201: ProductAnswer,
            ...panelChangeResponses([
              ...IDEMPOTENCY_CODES,
              'amount_too_small',
              'too_many_products',
            ]),
          },
        },
      },
      async (request, reply) => {
        const idempotency = idempotencyOf(request, OPERATION);
        const wanted = { body: request.body, idempotency };
        return sendCreated(reply, await createProduct(deps, ownerOfMember(request), wanted));
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
          operationId: 'changeProductByHand',
          params: Params,
          body: ProductChange,
          response: {
            200: ProductAnswer,
            ...panelChangeResponses(['product_not_found', 'amount_too_small']),
          },
        },
      },
      async (request) => {
        const change = { id: request.params.id, body: request.body };
        return productView(await changeProduct(deps, ownerOfMember(request), change));
      },
    );
  };
}

function setImageRoute(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    acceptOnlyFiles(app, IMAGE_TYPES, 'image_invalid');
    app.put(
      `${PATH}/:id/image`,
      {
        bodyLimit: IMAGE_BYTES_MAX,
        errorHandler: refuseTooLarge('image_too_large'),
        schema: {
          operationId: 'setProductImage',
          params: Params,
          response: {
            200: ProductAnswer,
            ...panelChangeResponses(['product_not_found', 'image_invalid', 'image_too_large']),
          },
        },
      },
      async (request) => {
        const { body, params } = request;
        if (!Buffer.isBuffer(body)) throw new Refusal('image_invalid');
        const change = { id: params.id, content: body };
        return productView(await changeImage(deps, ownerOfMember(request), change));
      },
    );
  };
}

function removeImageRoute(deps: LinkDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${PATH}/:id/image`,
      {
        schema: {
          operationId: 'removeProductImage',
          params: Params,
          response: { 200: ProductAnswer, ...panelChangeResponses(['product_not_found']) },
        },
      },
      async (request) => {
        const change = { id: request.params.id, content: null };
        return productView(await changeImage(deps, ownerOfMember(request), change));
      },
    );
  };
}
