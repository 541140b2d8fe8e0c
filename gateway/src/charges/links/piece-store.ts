import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import type { LinkStatus } from './payment-link.ts';

const LINK_KEY = { ...f.SCOPE, id: f.uuid };
export type LinkKey = f.RecordOf<typeof LINK_KEY>;

/** A link as the decision about a claim needs it. */
const LOCKED_LINK = {
  id: f.uuid,
  status: f.textOf<LinkStatus>(),
  expiresAt: f.orNull(f.instant),
  stock: f.orNull(f.count),
  soldCount: f.count,
  hasDueDate: f.bool,
};
export type LockedLink = f.RecordOf<typeof LOCKED_LINK>;

const PIECE_COUNT = {
  linkId: f.uuid,
  network: f.text,
  count: f.count,
  /** Those of charges whose ids are not below a given one. */
  recent: f.count,
};
export type PieceCount = f.RecordOf<typeof PIECE_COUNT>;

const PIECE = {
  ...f.SCOPE,
  chargeId: f.uuid,
  linkId: f.uuid,
  network: f.text,
};
/** A piece that an unpaid charge has claimed. */
export type ClaimedPiece = f.RecordOf<typeof PIECE>;

const $ = paramsOf(LINK_KEY);
const SAME_LINK =
  '(l.merchant_id, l.environment, l.id) = (key.merchant_id, key.environment, key.id)';

const lockLink = many(
  'payment_link_lock_for_hold',
  LOCKED_LINK,
  sql`select id, status, expires_at, stock, sold_count, due is not null as has_due_date
    from payment_links
    where merchant_id = ${$.merchantId} and environment = ${$.environment} and id = ${$.id}
    for update`,
);

// Runs after the lock, as another statement, to see claims of transactions that had the lock.
const countPieces = many(
  'payment_link_holds_count',
  PIECE_COUNT,
  sql`select h.link_id, h.network, count(*) as count,
      count(*) filter (where h.charge_id >= ${param('recentId', f.uuid)}) as recent
    from ${rowsOf('links', 'key', LINK_KEY)}
    join payment_link_holds h on (h.merchant_id, h.environment, h.link_id)
      = (key.merchant_id, key.environment, key.id)
    group by h.link_id, h.network`,
);

/** Sends the insert of claimed pieces; the commit waits for it. */
export const insertPieces = send(
  'payment_link_holds_insert',
  sql`insert into payment_link_holds (merchant_id, environment, charge_id, link_id, network)
    select merchant_id, environment, charge_id, link_id, network
    from ${rowsOf('pieces', 'row', PIECE)}`,
);

/** Sends the deletion of the claimed pieces of charges; charges without one are ignored. */
export const deletePieces = send(
  'payment_link_holds_delete',
  sql`delete from payment_link_holds h
    using ${rowsOf('charges', 'key', { ...f.SCOPE, id: f.inColumn('charge_id', f.uuid) })}
    where (h.merchant_id, h.environment, h.charge_id)
      = (key.merchant_id, key.environment, key.charge_id)`,
);

/** Sends the addition of payments to their links. */
export const addSales = send(
  'payment_links_add_sales',
  sql`update payment_links l set sold_count = l.sold_count + key.sold,
      received_centavos = l.received_centavos + key.received
    from ${rowsOf('sales', 'key', { ...LINK_KEY, sold: f.count, received: f.centavos })}
    where ${SAME_LINK}`,
);

/** Sends the addition of subscribers to their links. */
export const addSubscribers = send(
  'payment_links_add_subscribers',
  sql`update payment_links l set subscriber_count = l.subscriber_count + key.added
    from ${rowsOf('subscribers', 'key', { ...LINK_KEY, added: f.count })}
    where ${SAME_LINK}`,
);

/**
 * Locks links one after another, as they are sorted, then counts their claimed pieces by network;
 * `recentId` is the first id of a charge that is recent.
 */
export async function lockLinks(tx: Transaction, keys: readonly LinkKey[], recentId: string) {
  const links: LockedLink[] = [];
  for (const key of keys) links.push(...(await lockLink(tx, key)));
  return { links, counts: await countPieces(tx, { links: keys, recentId }) };
}
