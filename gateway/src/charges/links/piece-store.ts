import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { LinkStatus } from './payment-link.ts';

const LINK_KEY = 'merchant_id uuid, environment text, id uuid';
const SAME_LINK =
  '(l.merchant_id, l.environment, l.id) = (key.merchant_id, key.environment, key.id)';

const LOCK = {
  name: 'payment_link_lock_for_hold',
  text: `select id, status, expires_at, stock, sold_count, due is not null as has_due_date
    from payment_links
    where merchant_id = $1 and environment = $2 and id = $3 for update`,
};
// Runs after the lock, as another statement, to see claims of transactions that had the lock.
const COUNT = {
  name: 'payment_link_holds_count',
  text: `select h.link_id, h.network, count(*) as count,
      count(*) filter (where h.charge_id >= $2) as recent
    from json_to_recordset($1) as key (${LINK_KEY})
    join payment_link_holds h on (h.merchant_id, h.environment, h.link_id)
      = (key.merchant_id, key.environment, key.id)
    group by h.link_id, h.network`,
};
const INSERT = {
  name: 'payment_link_holds_insert',
  text: `insert into payment_link_holds (merchant_id, environment, charge_id, link_id, network)
    select merchant_id, environment, charge_id, link_id, network
    from json_to_recordset($1) as row (merchant_id uuid, environment text, charge_id uuid,
      link_id uuid, network text)`,
};
const DELETE = {
  name: 'payment_link_holds_delete',
  text: `delete from payment_link_holds h
    using json_to_recordset($1) as key (merchant_id uuid, environment text, charge_id uuid)
    where (h.merchant_id, h.environment, h.charge_id)
      = (key.merchant_id, key.environment, key.charge_id)`,
};
const ADD_SALES = {
  name: 'payment_links_add_sales',
  text: `update payment_links l set sold_count = l.sold_count + key.sold,
      received_centavos = l.received_centavos + key.received
    from json_to_recordset($1) as key (${LINK_KEY}, sold bigint, received bigint)
    where ${SAME_LINK}`,
};

const ADD_SUBSCRIBERS = {
  name: 'payment_links_add_subscribers',
  text: `update payment_links l set subscriber_count = l.subscriber_count + key.added
    from json_to_recordset($1) as key (${LINK_KEY}, added bigint)
    where ${SAME_LINK}`,
};

/** A link as the decision about a claim needs it. */
export interface LockedLinkRow extends Record<string, unknown> {
  readonly id: string;
  readonly status: LinkStatus;
  readonly expires_at: number | null;
  readonly stock: bigint | null;
  readonly sold_count: bigint;
  readonly has_due_date: boolean;
}

export interface PieceCountRow extends Record<string, unknown> {
  readonly link_id: string;
  readonly network: string;
  readonly count: bigint;
  /** Those of charges whose ids are not below a given one. */
  readonly recent: bigint;
}

export interface LinkKeyRow {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
}

/** A piece that an unpaid charge has claimed. */
export interface ClaimedPiece extends LedgerScope {
  readonly chargeId: string;
  readonly linkId: string;
  readonly network: string;
}

/**
 * Locks links one after another, as they are sorted, then counts their claimed pieces by network;
 * `recentId` is the first id of a charge that is recent.
 */
export async function lockLinks(tx: Transaction, links: readonly LinkKeyRow[], recentId: string) {
  const rows: LockedLinkRow[] = [];
  for (const { merchant_id, environment, id } of links) {
    rows.push(...(await tx.query<LockedLinkRow>(LOCK, [merchant_id, environment, id])));
  }
  return { rows, counts: await tx.query<PieceCountRow>(COUNT, [JSON.stringify(links), recentId]) };
}

/** Sends the insert of claimed pieces; the commit waits for it. */
export function insertPieces(tx: Transaction, pieces: readonly ClaimedPiece[]): void {
  const rows = pieces.map(({ merchantId, environment, chargeId, linkId, network }) => ({
    merchant_id: merchantId,
    environment,
    network,
    charge_id: chargeId,
    link_id: linkId,
  }));
  tx.send(INSERT, [JSON.stringify(rows)]);
}

/** Sends the deletion of the claimed pieces of charges; charges without one are ignored. */
export function deletePieces(
  tx: Transaction,
  charges: readonly (LedgerScope & { readonly id: string })[],
): void {
  const rows = charges.map(({ merchantId, environment, id }) => ({
    merchant_id: merchantId,
    environment,
    charge_id: id,
  }));
  tx.send(DELETE, [JSON.stringify(rows)]);
}

/** Sends the addition of payments to their links. */
export function addSales(
  tx: Transaction,
  sales: readonly (LinkKeyRow & { readonly sold: number; readonly received: string })[],
): void {
  tx.send(ADD_SALES, [JSON.stringify(sales)]);
}

/** Sends the addition of subscribers to their links. */
export function addSubscribers(
  tx: Transaction,
  subscribers: readonly (LinkKeyRow & { readonly added: number })[],
): void {
  tx.send(ADD_SUBSCRIBERS, [JSON.stringify(subscribers)]);
}
