import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { centavos, centavosOrNull } from '#src/ground/money/centavos.ts';
import type { LinkDue } from './link-due.ts';
import type { LinkSubscription } from './link-subscription.ts';
import type { LinkStatus, PaymentLink } from './payment-link.ts';
import type { Product } from './products/product.ts';

interface LinkRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly product_id: string | null;
  readonly product_name: string | null;
  readonly product_description: string | null;
  readonly product_centavos: bigint | null;
  readonly product_created_at: number | null;
  readonly image_id: string | null;
  readonly amount_centavos: bigint | null;
  readonly min_centavos: bigint | null;
  readonly max_centavos: bigint | null;
  readonly stock: bigint | null;
  readonly sold_count: bigint;
  readonly subscriber_count: bigint;
  readonly held_count: bigint;
  readonly received_centavos: bigint;
  readonly status: LinkStatus;
  readonly expires_at: number | null;
  readonly return_url: string | null;
  readonly due: LinkDue | null;
  readonly subscription: LinkSubscription | null;
  readonly created_at: number;
}

const SETTINGS = `title, description, product_id, amount_centavos, min_centavos, max_centavos,
  stock, status, expires_at, return_url, due, subscription`;
const HELD = `(select count(*) from payment_link_holds h
    where (h.merchant_id, h.environment, h.link_id) = (l.merchant_id, l.environment, l.id))`;
const COLUMNS = `l.*, ${HELD} as held_count, p.name as product_name,
  p.description as product_description, p.amount_centavos as product_centavos, p.image_id,
  p.created_at as product_created_at`;
const FROM = `payment_links l left join products p
    on (p.merchant_id, p.environment, p.id) = (l.merchant_id, l.environment, l.product_id)`;

const INSERT = {
  name: 'payment_link_insert',
  text: `insert into payment_links (merchant_id, environment, id, created_at, ${SETTINGS})
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
};
const UPDATE = {
  name: 'payment_link_update',
  text: `update payment_links set (${SETTINGS}) = ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
      $14, $15)
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const SELECT = {
  name: 'payment_link_select',
  text: `select ${COLUMNS} from ${FROM}
    where l.merchant_id = $1 and l.environment = $2 and l.id = $3`,
};
const LIST = {
  name: 'payment_link_list',
  text: `select ${COLUMNS} from ${FROM}
    where l.merchant_id = $1 and l.environment = $2 and l.id < $3 order by l.id desc limit $4`,
};
const COUNT = {
  name: 'payment_link_count',
  text: `select count(*) as count from (
      select from payment_links where merchant_id = $1 and environment = $2 limit $3) counted`,
};
const BY_ID = {
  name: 'payment_link_by_id',
  place: EACH_BUCKET,
  text: `select ${COLUMNS} from ${FROM} where l.id = any($1)`,
};
const LOCK = {
  name: 'payment_link_lock',
  text: `select id from payment_links
    where merchant_id = $1 and environment = $2 and id = $3 for update`,
};
// Rows that don't exist yet can't be locked.
const LOCK_SCOPE = {
  name: 'payment_link_lock_scope',
  place: bucketOfMerchant(1),
  text: `select pg_advisory_xact_lock(
      hashtextextended('payment_links ' || $1::text || ' ' || $2::text, 0))`,
};

export interface LinkKey extends LedgerScope {
  readonly id: string;
}

/** Sends the insert of a link; the commit waits for it. */
export function insertLink(tx: Transaction, link: PaymentLink): void {
  tx.send(INSERT, [...keyOf(link), new Date(link.createdAt), ...settingsOf(link)]);
}

/** Sends the update of a link's settings. */
export function updateLink(tx: Transaction, link: PaymentLink): void {
  tx.send(UPDATE, [...keyOf(link), ...settingsOf(link)]);
}

/** A link of a ledger scope, or undefined. */
export async function selectLink(
  database: Queryable,
  key: LinkKey,
): Promise<PaymentLink | undefined> {
  const [row] = await database.query<LinkRow>(SELECT, keyOf(key));
  return row && linkFromRow(row);
}

/** Links of a ledger scope with ids below one, newest first. */
export async function selectLinks(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<PaymentLink[]> {
  const rows = await database.query<LinkRow>(LIST, [merchantId, environment, beforeId, limit]);
  return rows.map(linkFromRow);
}

/** Links of any merchant by their ids, in no order. */
export async function selectLinksById(
  database: Queryable,
  ids: readonly string[],
): Promise<PaymentLink[]> {
  return (await database.query<LinkRow>(BY_ID, [ids])).map(linkFromRow);
}

/** Locks a link until the transaction ends; its holds and sales wait. */
export async function lockLink(tx: Transaction, key: LinkKey): Promise<void> {
  await tx.query(LOCK, keyOf(key));
}

/** Serialises the creations of links in a scope; returns how many links it has, up to `max`. */
export async function lockAndCountLinks(
  tx: Transaction,
  scope: LedgerScope,
  max: number,
): Promise<number> {
  const values = [scope.merchantId, scope.environment];
  await tx.query(LOCK_SCOPE, values);
  const [row] = await tx.query<{ count: bigint }>(COUNT, [...values, max]);
  return Number(row?.count ?? 0n);
}

function keyOf({ merchantId, environment, id }: LinkKey): unknown[] {
  return [merchantId, environment, id];
}

function settingsOf(link: PaymentLink): unknown[] {
  const { title, description, productId, amount, min, max, stock, status, returnUrl } = link;
  const until = link.expiresAt === null ? null : new Date(link.expiresAt);
  const due = link.due && JSON.stringify(link.due);
  const subscription = link.subscription && JSON.stringify(link.subscription);
  const rules = [due, subscription];
  return [title, description, productId, amount, min, max, stock, status, until, returnUrl].concat(
    rules,
  );
}

function linkFromRow(row: LinkRow): PaymentLink {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    title: row.title,
    description: row.description,
    productId: row.product_id,
    product: productOf(row),
    amount: centavosOrNull(row.amount_centavos),
    min: centavosOrNull(row.min_centavos),
    max: centavosOrNull(row.max_centavos),
    stock: row.stock === null ? null : Number(row.stock),
    soldCount: Number(row.sold_count),
    subscriberCount: Number(row.subscriber_count),
    heldCount: Number(row.held_count),
    received: centavos(row.received_centavos),
    status: row.status,
    expiresAt: row.expires_at,
    returnUrl: row.return_url,
    due: row.due,
    subscription: row.subscription,
    createdAt: row.created_at,
  };
}

function productOf(row: LinkRow): Product | null {
  const { merchant_id: merchantId, environment, product_id: id, product_name: name } = row;
  if (id === null || name === null) return null;
  return {
    merchantId,
    environment,
    id,
    name,
    description: row.product_description,
    amount: centavos(row.product_centavos ?? 0n),
    imageId: row.image_id,
    createdAt: row.product_created_at ?? 0,
  };
}
