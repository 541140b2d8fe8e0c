import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { ImageType } from '#src/ground/images/measure-image.ts';
import { PRODUCT } from './product.ts';

const IMAGE = { type: f.inColumn('media_type', f.textOf<ImageType>()), content: f.bytes };

const $ = paramsOf({ ...PRODUCT, ...IMAGE, limit: f.count });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_KEY = sql`${OF_SCOPE} and id = ${$.id}`;
const BY_KEY = sql`select * from products where ${OF_KEY}`;

export const insertProduct = send(
  'product_insert',
  sql`insert into products (merchant_id, environment, id, created_at, name, description,
      amount_centavos) values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.createdAt},
      ${$.name}, ${$.description}, ${$.amount})`,
);

export const updateProduct = send(
  'product_update',
  sql`update products set name = ${$.name}, description = ${$.description},
      amount_centavos = ${$.amount}, image_id = ${$.imageId}
    where ${OF_KEY}`,
);

/** A product of a ledger scope, or undefined. */
export const selectProduct = maybeOne('product_select', PRODUCT, BY_KEY);

/** The same; its row is locked for the transaction. */
export const lockProduct = maybeOne('product_lock', PRODUCT, sql`${BY_KEY} for update`);

/** Products of a ledger scope with ids below one, newest first. */
export const selectProducts = many(
  'product_list',
  PRODUCT,
  sql`select * from products
    where ${OF_SCOPE} and id < ${$.id.as('beforeId')} order by id desc limit ${$.limit}`,
);

const countProducts = one(
  'product_count',
  { count: f.count },
  sql`select count(*) as count from (
      select from products where ${OF_SCOPE} limit ${$.limit}) counted`,
);

// Rows that don't exist yet can't be locked.
const lockScope = run(
  'product_lock_scope',
  sql`select pg_advisory_xact_lock(
      hashtextextended('products ' || ${$.merchantId}::text || ' ' || ${$.environment}::text, 0))`,
  bucketOf($.merchantId),
);

/** Serialises the creations of products in a scope; returns how many it has, up to `limit`. */
export async function lockAndCountProducts(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  limit: number,
): Promise<number> {
  await lockScope(tx, { merchantId, environment });
  return (await countProducts(tx, { merchantId, environment, limit })).count;
}

/** Sends the image of a product, instead of the one that it has. */
export const setImage = send(
  'product_image_set',
  sql`insert into product_images (merchant_id, environment, product_id, id, media_type, content)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${param('imageId', f.uuid)}, ${$.type},
      ${$.content})
    on conflict (merchant_id, environment, product_id)
    do update set id = excluded.id, media_type = excluded.media_type, content = excluded.content`,
);

export const deleteImage = send(
  'product_image_delete',
  sql`delete from product_images where ${OF_SCOPE} and product_id = ${$.id}`,
);

/** An image of any merchant by the id in its address. */
export const selectImage = maybeOne(
  'product_image_select',
  IMAGE,
  sql`select media_type, content from product_images where id = ${$.id}`,
  EACH_BUCKET,
);
