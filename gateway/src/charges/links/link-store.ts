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
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { LinkDue } from './link-due.ts';
import type { LinkSubscription } from './link-subscription.ts';
import type { LinkStatus, PaymentLink } from './payment-link.ts';
import { PRODUCT, type Product } from './products/product.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
const SETTINGS = {
  title: f.text,
  description: f.orNull(f.text),
  productId: f.orNull(f.uuid),
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  min: f.inColumn('min_centavos', f.orNull(f.centavos)),
  max: f.inColumn('max_centavos', f.orNull(f.centavos)),
  stock: f.orNull(f.count),
  status: f.textOf<LinkStatus>(),
  expiresAt: f.orNull(f.instant),
  returnUrl: f.orNull(f.text),
  due: f.orNull(f.json<LinkDue>()),
  subscription: f.orNull(f.json<LinkSubscription>()),
};
/** The columns of the product of a link; nulls for a link without a product. */
const OF_PRODUCT = {
  productName: f.orNull(f.text),
  productDescription: f.orNull(f.text),
  productAmount: f.inColumn('product_centavos', f.orNull(f.centavos)),
  imageId: PRODUCT.imageId,
  productCreatedAt: f.orNull(f.instant),
};
const ROW = {
  ...KEY,
  ...SETTINGS,
  ...OF_PRODUCT,
  createdAt: f.instant,
  soldCount: f.count,
  subscriberCount: f.count,
  heldCount: f.count,
  received: f.inColumn('received_centavos', f.centavos),
};
const LINK = shaped(ROW, (row): PaymentLink => {
  const { productName, productDescription, productAmount, imageId, productCreatedAt, ...link } =
    row;
  return { ...link, product: productOf(row) };
});

function productOf(row: f.RecordOf<typeof ROW>): Product | null {
  const { merchantId, environment, productId: id, productName: name, imageId } = row;
  const {
    productDescription: description,
    productAmount: amount,
    productCreatedAt: createdAt,
  } = row;
  if (id === null || name === null || amount === null || createdAt === null) return null;
  return { merchantId, environment, id, name, description, amount, imageId, createdAt };
}

const $ = paramsOf({ ...KEY, limit: f.count });
const OF_SCOPE = sql`l.merchant_id = ${$.merchantId} and l.environment = ${$.environment}`;
const OF_KEY = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = ${$.id}`;
const HELD = `(select count(*) from payment_link_holds h
    where (h.merchant_id, h.environment, h.link_id) = (l.merchant_id, l.environment, l.id))`;
const LINKS = `select l.*, ${HELD} as held_count, p.name as product_name,
  p.description as product_description, p.amount_centavos as product_centavos, p.image_id,
  p.created_at as product_created_at from payment_links l left join products p
    on (p.merchant_id, p.environment, p.id) = (l.merchant_id, l.environment, l.product_id)`;
const CREATED = { ...KEY, createdAt: f.instant, ...SETTINGS };

/** Sends the insert of a link; the commit waits for it. */
export const insertLink = send(
  'payment_link_insert',
  sql`insert into payment_links (${f.columnsOf(CREATED)})
    values (${valuesOf(CREATED)})`,
);

/** Sends the update of a link's settings. */
export const updateLink = send(
  'payment_link_update',
  sql`update payment_links set (${f.columnsOf(SETTINGS)}) = (${valuesOf(SETTINGS)})
    where ${OF_KEY}`,
);

/** A link of a ledger scope, or undefined. */
export const selectLink = maybeOne(
  'payment_link_select',
  LINK,
  sql`${LINKS}
    where ${OF_SCOPE} and l.id = ${$.id}`,
);

/** Links of a ledger scope with ids below one, newest first. */
export const selectLinks = many(
  'payment_link_list',
  LINK,
  sql`${LINKS}
    where ${OF_SCOPE} and l.id < ${$.id.as('beforeId')} order by l.id desc limit ${$.limit}`,
);

/** Links of any merchant by their ids, in no order. */
export const selectLinksById = many(
  'payment_link_by_id',
  LINK,
  sql`${LINKS} where l.id = any(${param('ids', f.listOf(f.uuid))})`,
  EACH_BUCKET,
);

/** Locks a link until the transaction ends; its holds and sales wait. */
export const lockLink = run(
  'payment_link_lock',
  sql`select id from payment_links
    where ${OF_KEY} for update`,
);

const countLinks = one(
  'payment_link_count',
  { count: f.count },
  sql`select count(*) as count from (
      select from payment_links where merchant_id = ${$.merchantId}
        and environment = ${$.environment} limit ${$.limit}) counted`,
);

// Rows that don't exist yet can't be locked.
const lockScope = run(
  'payment_link_lock_scope',
  sql`select pg_advisory_xact_lock(
      hashtextextended('payment_links ' || ${$.merchantId}::text
        || ' ' || ${$.environment}::text, 0))`,
  bucketOf($.merchantId),
);

/** Serialises the creations of links in a scope; returns how many links it has, up to `limit`. */
export async function lockAndCountLinks(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  limit: number,
): Promise<number> {
  await lockScope(tx, { merchantId, environment });
  return (await countLinks(tx, { merchantId, environment, limit })).count;
}
