import { memberRules } from '#src/ground/access/member-access.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { IMAGE_TYPES } from '#src/ground/images/measure-image.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { LinkQuery } from '../link-schemas.ts';
import type { LinkDeps } from '../manage-links.ts';
import { changeImage, changeProduct, createProduct } from './manage-products.ts';
import { IMAGE_BYTES_MAX } from './product-image.ts';
import {
  ProductAnswer,
  ProductBody,
  ProductChange,
  ProductPage,
  ProductParams,
} from './product-schemas.ts';
import { productView } from './product-view.ts';
import { listProducts, readProduct } from './read-products.ts';

const { operation, listOf } = operationsOf<LinkDeps>('PaymentLinks');

/** The operations on products. */
export const productOperations = [
  operation({
    at: 'POST /products',
    program: {
      id: 'createProduct',
      sdk: 'products.create',
      scope: 'payment_links:write',
      summary: 'Cria um produto',
      description:
        'Links com o `product_id` cobram o preço dele. A imagem é enviada no painel. Com ' +
        '`Idempotency-Key`, repetir devolve o mesmo produto, como ele está no momento.',
    },
    member: { id: 'createProductByHand', access: memberRules.charge, isOpenToDrafts: true },
    keyed: { fields: fieldsOf('name', 'description', 'amount') },
    body: ProductBody,
    answer: [201, ProductAnswer],
    refuses: ['too_many_products', 'amount_too_small'],
    run: ({ deps, owner, body, idempotency }) => createProduct(deps, owner, { body, idempotency }),
  }),
  listOf({
    at: 'GET /products',
    program: {
      id: 'listProducts',
      sdk: 'products.list',
      sdkNote: 'Uma página, os mais novos primeiro.',
      scope: 'payment_links:read',
      summary: 'Lista produtos',
      description: 'Os mais novos primeiro. Siga `next_cursor` até que seja null.',
    },
    member: { id: 'listOwnProducts', access: memberRules.read, query: CursorQuery },
    query: LinkQuery,
    page: ProductPage,
    select: ({ deps, owner }, place) => listProducts(deps.database, owner.scope, place),
    view: productView,
  }),
  operation({
    at: 'GET /products/:id',
    program: {
      id: 'getProduct',
      sdk: 'products.retrieve',
      scope: 'payment_links:read',
      summary: 'Lê um produto',
    },
    params: ProductParams,
    answer: [200, ProductAnswer],
    refuses: ['product_not_found'],
    run: async ({ deps, owner, params }) =>
      productView(await readProduct(deps.database, { ...owner.scope, ...params })),
  }),
  operation({
    at: 'PATCH /products/:id',
    program: {
      id: 'changeProduct',
      sdk: 'products.update',
      sdkNote: 'Só o que é enviado muda. Cobranças que já existem ficam como estão.',
      scope: 'payment_links:write',
      summary: 'Muda um produto',
      description: 'O preço vale para as próximas cobranças. As que existem não mudam.',
    },
    member: { id: 'changeProductByHand', access: memberRules.charge, isOpenToDrafts: true },
    params: ProductParams,
    body: ProductChange,
    answer: [200, ProductAnswer],
    refuses: ['product_not_found', 'amount_too_small'],
    run: async ({ deps, owner, params: { id }, body }) =>
      productView(await changeProduct(deps, owner, { id, body })),
  }),
  operation({
    at: 'PUT /products/:id/image',
    member: { id: 'setProductImage', access: memberRules.charge },
    file: { types: IMAGE_TYPES, invalid: 'image_invalid' },
    bodyLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'image_too_large' },
    answer: [200, ProductAnswer],
    refuses: ['product_not_found'],
    run: async ({ deps, owner, params: { id }, file }) =>
      productView(await changeImage(deps, owner, { id, content: file })),
  }),
  operation({
    at: 'DELETE /products/:id/image',
    member: { id: 'removeProductImage', access: memberRules.charge },
    answer: [200, ProductAnswer],
    refuses: ['product_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      productView(await changeImage(deps, owner, { id, content: null })),
  }),
];
