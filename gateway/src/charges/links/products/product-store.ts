import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { ImageType } from '#src/ground/images/measure-image.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Product } from './product.ts';

interface ProductRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly amount_centavos: bigint;
  readonly image_id: string | null;
  readonly created_at: number;
}

const INSERT = {
  name: 'product_insert',
  text: `insert into products (merchant_id, environment, id, created_at, name, description,
      amount_centavos) values ($1, $2, $3, $4, $5, $6, $7)`,
};
const UPDATE = {
  name: 'product_update',
  text: `update products set name = $4, description = $5, amount_centavos = $6, image_id = $7
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const SELECT = {
  name: 'product_select',
  text: 'select * from products where merchant_id = $1 and environment = $2 and id = $3',
};
const LOCK = { name: 'product_lock', text: `${SELECT.text} for update` };
const LIST = {
  name: 'product_list',
  text: `select * from products
    where merchant_id = $1 and environment = $2 and id < $3 order by id desc limit $4`,
};
const COUNT = {
  name: 'product_count',
  text: `select count(*) as count from (
      select from products where merchant_id = $1 and environment = $2 limit $3) counted`,
};
// Rows that don't exist yet can't be locked.
const LOCK_SCOPE = {
  name: 'product_lock_scope',
  place: bucketOfMerchant(1),
  text: `select pg_advisory_xact_lock(
      hashtextextended('products ' || $1::text || ' ' || $2::text, 0))`,
};
const SET_IMAGE = {
  name: 'product_image_set',
  text: `insert into product_images (merchant_id, environment, product_id, id, media_type, content)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (merchant_id, environment, product_id)
    do update set id = excluded.id, media_type = excluded.media_type, content = excluded.content`,
};
const DELETE_IMAGE = {
  name: 'product_image_delete',
  text: `delete from product_images
    where merchant_id = $1 and environment = $2 and product_id = $3`,
};
const SELECT_IMAGE = {
  name: 'product_image_select',
  place: EACH_BUCKET,
  text: 'select media_type, content from product_images where id = $1',
};

export interface ProductKey extends LedgerScope {
  readonly id: string;
}

/** Sends the insert of a product; the commit waits for it. */
export function insertProduct(tx: Transaction, product: Product): void {
  const { createdAt, name, description, amount } = product;
  tx.send(INSERT, [...keyOf(product), new Date(createdAt), name, description, amount]);
}

/** Sends the update of a product. */
export function updateProduct(tx: Transaction, product: Product): void {
  const { name, description, amount, imageId } = product;
  tx.send(UPDATE, [...keyOf(product), name, description, amount, imageId]);
}

/** A product of a ledger scope, or undefined. `isLocked` locks its row for the transaction. */
export async function selectProduct(
  database: Queryable,
  key: ProductKey,
  { isLocked = false } = {},
): Promise<Product | undefined> {
  const [row] = await database.query<ProductRow>(isLocked ? LOCK : SELECT, keyOf(key));
  return row && productFromRow(row);
}

/** Products of a ledger scope with ids below one, newest first. */
export async function selectProducts(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Product[]> {
  const rows = await database.query<ProductRow>(LIST, [merchantId, environment, beforeId, limit]);
  return rows.map(productFromRow);
}

/** Serialises the creations of products in a scope; returns how many it has, up to `max`. */
export async function lockAndCountProducts(
  tx: Transaction,
  scope: LedgerScope,
  max: number,
): Promise<number> {
  const values = [scope.merchantId, scope.environment];
  await tx.query(LOCK_SCOPE, values);
  const [row] = await tx.query<{ count: bigint }>(COUNT, [...values, max]);
  return Number(row?.count ?? 0n);
}

/** Sends the image of a product, instead of the one that it has. */
export function setImage(
  tx: Transaction,
  key: ProductKey,
  image: { readonly id: string; readonly type: ImageType; readonly content: Buffer },
): void {
  tx.send(SET_IMAGE, [...keyOf(key), image.id, image.type, image.content]);
}

/** Sends the deletion of the image of a product. */
export function deleteImage(tx: Transaction, key: ProductKey): void {
  tx.send(DELETE_IMAGE, keyOf(key));
}

/** An image of any merchant by the id in its address. */
export async function selectImage(
  database: Queryable,
  id: string,
): Promise<{ readonly type: ImageType; readonly content: Buffer } | undefined> {
  const [row] = await database.query<{ media_type: ImageType; content: Buffer }>(SELECT_IMAGE, [
    id,
  ]);
  return row && { type: row.media_type, content: row.content };
}

function keyOf({ merchantId, environment, id }: ProductKey): unknown[] {
  return [merchantId, environment, id];
}

function productFromRow(row: ProductRow): Product {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    name: row.name,
    description: row.description,
    amount: centavos(row.amount_centavos),
    imageId: row.image_id,
    createdAt: row.created_at,
  };
}
