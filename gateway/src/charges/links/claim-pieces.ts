import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { closedAt } from './payment-link.ts';
import {
  addSales,
  addSubscribers,
  type ClaimedPiece,
  deletePieces,
  insertPieces,
  type LinkKey,
  type LockedLink,
  lockLinks,
  type PieceCount,
} from './piece-store.ts';

/**
 * Unpaid charges of one link without a due date at once. They are counted under the link's lock, as
 * those with one, of which `OPEN_DUE_MAX` may be open.
 */
const HELD_MAX = 1_000;
/** Unpaid charges of one link that one network may have made in a day. */
const HELD_OF_NETWORK_MAX = 20;
/** As above, for a link with a stock: unpaid charges keep its pieces from other payers. */
const HELD_OF_STOCK_MAX = 3;
const RETRY_AFTER_SECONDS = 60;

/** A charge of a link, with the fields for freeing or selling its piece. */
export interface ChargeOfLink extends LedgerScope {
  readonly id: string;
  readonly linkId: string | null;
  readonly amount: Centavos;
}

interface Counts {
  readonly link: LockedLink;
  /** Recent unpaid charges by network. */
  readonly byNetwork: Map<string, number>;
  recent: number;
  held: number;
}

/**
 * Claims a piece of its link for each charge, in the transaction that creates the charges, and
 * returns the refusals by charge: `payment_link_not_found`, `payment_link_closed`,
 * `payment_link_sold_out`, `payment_link_full` and `rate_limited`. The link's lock serialises its
 * buyers, so a piece is never claimed twice.
 */
export async function claimPieces(
  tx: Transaction,
  wanted: readonly ClaimedPiece[],
  now: number,
): Promise<ReadonlyMap<string, Refusal>> {
  const locked = await lockLinks(tx, linksOf(wanted), firstIdAt(now - DAY_MS));
  const links = new Map(locked.links.map((link) => [link.id, countsOf(link, locked.counts)]));
  const refusals = new Map<string, Refusal>();
  const held = wanted.filter((hold) => {
    const refusal = refusalOf(hold, links.get(hold.linkId), now);
    if (refusal) refusals.set(hold.chargeId, refusal);
    return refusal === undefined;
  });
  if (held.length > 0) insertPieces(tx, { pieces: held });
  return refusals;
}

/** Gives back the pieces of charges that ended without a payment. */
export function releasePieces(tx: Transaction, charges: readonly ChargeOfLink[]): void {
  const ended = charges.filter(isOfLink);
  if (ended.length > 0) deletePieces(tx, { charges: ended });
}

/**
 * Counts payments of links: each piece is sold instead of held. A payment after the charge's expiry
 * is counted too, although its piece may have been sold meanwhile.
 */
export function sellPieces(tx: Transaction, charges: readonly ChargeOfLink[]): void {
  const paid = charges.filter(isOfLink);
  if (paid.length === 0) return;
  deletePieces(tx, { charges: paid });
  const byLink = Map.groupBy(paid, ({ linkId }) => linkId);
  const sales = [...byLink].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const received = sumCentavos([first, ...others].map(({ amount }) => amount));
    return [{ ...keyOf({ ...first, linkId: id }), sold: 1 + others.length, received }];
  });
  addSales(tx, { sales: sales.toSorted(byId) });
}

/** Counts payers who have authorized subscriptions of links. */
export function countSubscribers(
  tx: Transaction,
  subscriptions: readonly (LedgerScope & { readonly linkId: string })[],
): void {
  const byLink = Map.groupBy(subscriptions, ({ linkId }) => linkId);
  const added = [...byLink.values()].flatMap(([first, ...others]) =>
    first ? [{ ...keyOf(first), added: 1 + others.length }] : [],
  );
  if (added.length > 0) addSubscribers(tx, { subscribers: added.toSorted(byId) });
}

function isOfLink<Row extends ChargeOfLink>(charge: Row): charge is Row & { linkId: string } {
  return charge.linkId !== null;
}

function linksOf(wanted: readonly ClaimedPiece[]): LinkKey[] {
  const keys = new Map(wanted.map((hold) => [hold.linkId, keyOf(hold)]));
  return [...keys.values()].toSorted(byId);
}

function countsOf(link: LockedLink, counts: readonly PieceCount[]): Counts {
  const own = counts.filter((row) => row.linkId === link.id);
  const byNetwork = new Map(own.map(({ network, recent }) => [network, recent]));
  const recent = [...byNetwork.values()].reduce((sum, count) => sum + count, 0);
  return { link, byNetwork, recent, held: own.reduce((sum, { count }) => sum + count, 0) };
}

/** Counts a hold, or returns why it is refused. */
function refusalOf(
  { network }: ClaimedPiece,
  counts: Counts | undefined,
  now: number,
): Refusal | undefined {
  if (!counts) return new Refusal('payment_link_not_found');
  const { link, byNetwork, recent, held } = counts;
  const { stock, hasDueDate } = link;
  const closed = closedAt({ ...link, heldCount: held }, now);
  if (closed) return new Refusal(closed);
  const ofNetwork = byNetwork.get(network) ?? 0;
  const max = stock === null ? HELD_OF_NETWORK_MAX : HELD_OF_STOCK_MAX;
  // Charges that were made while the link had a due date don't close it when it has none.
  const isFull = !hasDueDate && recent >= HELD_MAX;
  if (isFull || ofNetwork >= max) {
    return new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  byNetwork.set(network, ofNetwork + 1);
  counts.recent += 1;
  counts.held += 1;
  return undefined;
}

function keyOf({ merchantId, environment, linkId }: LedgerScope & { linkId: string }): LinkKey {
  return { merchantId, environment, id: linkId };
}

function byId(left: LinkKey, right: LinkKey): number {
  return left.id < right.id ? -1 : 1;
}
