import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  keyedRequestOf,
  replayed,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { IdempotencyKey } from '#src/ground/idempotency/idempotency-key.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId, isId } from '#src/ground/ids.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { LinkDeps, LinkOwner } from '../manage-links.ts';
import type { Product } from './product.ts';
import { readProductImage } from './product-image.ts';
import type { ProductBody, ProductChange } from './product-schemas.ts';
import {
  deleteImage,
  insertProduct,
  lockAndCountProducts,
  lockProduct,
  selectProduct,
  setImage,
  updateProduct,
} from './product-store.ts';
import { productView } from './product-view.ts';

const PRODUCTS_MAX = 1_000;

/**
 * Creates a product. A repeat under its key returns the same product as it is then. Refuses
 * `sandbox_forbidden`, `amount_too_small`, `too_many_products` and what `claimKeys` refuses.
 */
export async function createProduct(
  deps: LinkDeps,
  owner: LinkOwner,
  { body, idempotency }: { body: ProductBody; idempotency: IdempotencyKey | undefined },
): Promise<CreatedResource> {
  refuseSandbox(owner.merchant);
  const amount = centavos(body.amount);
  deps.checkAmount(amount, owner.merchant);
  const now = deps.clock.now();
  const { merchantId, environment } = owner.scope;
  const product: Product = {
    merchantId,
    environment,
    id: createId(now),
    amount,
    name: body.name.trim(),
    description: body.description?.trim() ?? null,
    imageId: null,
    createdAt: now,
  };
  const keyed = keyedRequestOf({ caller: owner.scope, idempotency });
  return deps.database.transaction(async (tx) => {
    const isFull = (await lockAndCountProducts(tx, owner.scope, PRODUCTS_MAX)) >= PRODUCTS_MAX;
    const refusal = new Refusal('too_many_products');
    const plan = isFull ? { refusal } : { resourceId: product.id };
    const [verdict] = await claimKeys(tx, [{ keyed, plan }], { now, read: readProductAnswers });
    if (verdict?.kind === 'replay') return replayed(verdict);
    if (verdict?.kind === 'refuse') throw verdict.refusal;
    insertProduct(tx, product);
    recordProduct(tx, owner, { product, action: 'product.created', at: now });
    return { body: JSON.stringify(productView(product)), isReplay: false };
  });
}

/** The answer of a repeat: unlike a charge, a product is shown as it is now. */
const readProductAnswers: AnswerReader = async (database, resources) => {
  const products = await Promise.all(resources.map((key) => selectProduct(database, key)));
  return new Map(
    products.flatMap((product) =>
      product ? [[product.id, JSON.stringify(productView(product))]] : [],
    ),
  );
};

/**
 * Changes a product; charges that exist stay as they are, and its links have the new price at once.
 * Refuses `sandbox_forbidden`, `product_not_found` and `amount_too_small`.
 */
export function changeProduct(
  deps: LinkDeps,
  owner: LinkOwner,
  { id, body }: { readonly id: string; readonly body: ProductChange },
): Promise<Product> {
  const amount = body.amount === undefined ? undefined : centavos(body.amount);
  if (amount !== undefined) deps.checkAmount(amount, owner.merchant);
  return inProduct(deps, owner, id, async (_tx, before) => ({
    ...before,
    ...(amount !== undefined && { amount }),
    ...(body.name !== undefined && { name: body.name.trim() }),
    ...(body.description !== undefined && { description: body.description?.trim() ?? null }),
  }));
}

/**
 * Gives a product an image, or removes it (null). Refuses `sandbox_forbidden`, `product_not_found`
 * and `image_invalid`.
 */
export function changeImage(
  deps: LinkDeps,
  owner: LinkOwner,
  { id, content }: { readonly id: string; readonly content: Buffer | null },
): Promise<Product> {
  const image = content === null ? undefined : readProductImage(content);
  const imageId = createId(deps.clock.now());
  return inProduct(deps, owner, id, async (tx, before) => {
    if (image === undefined) {
      deleteImage(tx, before);
      return { ...before, imageId: null };
    }
    setImage(tx, { ...before, ...image, imageId });
    return { ...before, imageId };
  });
}

async function inProduct(
  { database, clock }: LinkDeps,
  owner: LinkOwner,
  id: string,
  change: (tx: Transaction, before: Product) => Promise<Product>,
): Promise<Product> {
  refuseSandbox(owner.merchant);
  const { merchantId, environment } = owner.scope;
  if (!isId(id)) throw new Refusal('product_not_found');
  return database.transaction(async (tx) => {
    const before = await lockProduct(tx, { merchantId, environment, id });
    if (!before) throw new Refusal('product_not_found');
    const product = await change(tx, before);
    updateProduct(tx, product);
    recordProduct(tx, owner, { product, action: 'product.changed', at: clock.now() });
    return product;
  });
}

function recordProduct(
  tx: Transaction,
  { by }: LinkOwner,
  { product, action, at }: { product: Product; action: AuditAction; at: number },
): void {
  const { merchantId, environment, id: subject, name, imageId } = product;
  const details = { environment, name, amount: centavosToJson(product.amount), image: imageId };
  recordChange(tx, by, { action, merchantId, subject, details }, at);
}
