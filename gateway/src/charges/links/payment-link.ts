import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { LinkDue } from './link-due.ts';
import type { LinkSubscription } from './link-subscription.ts';
import type { Product } from './products/product.ts';

export const LINK_STATUSES = ['active', 'paused'] as const;

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The price of a link in centavos: fixed, or chosen by the payer within limits. */
export interface LinkPrice {
  /** Null: the payer chooses it. */
  readonly amount: Centavos | null;
  readonly min: Centavos | null;
  readonly max: Centavos | null;
}

/** The merchant's settings of a link. Instants in milliseconds since 1970. */
export interface LinkSettings extends LinkPrice {
  readonly title: string;
  readonly description: string | null;
  /** The product that it sells, which then has the price; null without a product. */
  readonly productId: string | null;
  /** How many payments it takes; null: any number. */
  readonly stock: number | null;
  readonly status: LinkStatus;
  readonly expiresAt: number | null;
  /** Where the payer goes after the payment. */
  readonly returnUrl: string | null;
  /** When its charges are due; null: they are paid at once. Never together with a stock. */
  readonly due: LinkDue | null;
  /** The subscription of its payers; null: they pay once. Never with a stock or a due date. */
  readonly subscription: LinkSubscription | null;
}

/** A page by which payers make charges themselves. */
export interface PaymentLink extends LedgerScope, LinkSettings {
  readonly id: string;
  /** The product of `productId`, as it is now. */
  readonly product: Product | null;
  readonly soldCount: number;
  /** How many payers have authorized a subscription by it, also if the subscription has ended. */
  readonly subscriberCount: number;
  /** Unpaid charges that it has made and that can still be paid. */
  readonly heldCount: number;
  /** The sum of its payments, before fees and refunds. */
  readonly received: Centavos;
  readonly createdAt: number;
}

export type LinkKey = Pick<PaymentLink, 'merchantId' | 'environment' | 'id'>;

/** The price in centavos of the link or its product; null: the payer chooses it. */
export function priceOf({ amount, product }: Pick<PaymentLink, 'amount' | 'product'>) {
  return product?.amount ?? amount;
}

/** The reason why a link takes no payment now. */
export type Closed = 'payment_link_closed' | 'payment_link_sold_out' | 'payment_link_full';

/** Unpaid charges of a link with a due date at once: they stay for days or weeks. */
export const OPEN_DUE_MAX = 5_000;

/** How many pieces are neither sold nor held; null without a stock. */
export function availableOf(link: Pick<PaymentLink, 'stock' | 'soldCount' | 'heldCount'>) {
  return link.stock === null ? null : Math.max(0, link.stock - link.soldCount - link.heldCount);
}

/** How many pieces were paid beyond the stock: payments after the expiry of their charges. */
export function oversoldOf({ stock, soldCount }: Pick<PaymentLink, 'stock' | 'soldCount'>) {
  return stock === null ? 0 : Math.max(0, soldCount - stock);
}

/** Why the link takes no payment at an instant; undefined when it takes payments. */
export function closedAt(
  link: Pick<PaymentLink, 'status' | 'expiresAt' | 'stock' | 'soldCount' | 'heldCount'> & {
    readonly hasDueDate: boolean;
  },
  now: number,
): Closed | undefined {
  const { status, expiresAt, hasDueDate, heldCount } = link;
  if (status === 'paused' || (expiresAt !== null && expiresAt <= now)) return 'payment_link_closed';
  if (availableOf(link) === 0) return 'payment_link_sold_out';
  return hasDueDate && heldCount >= OPEN_DUE_MAX ? 'payment_link_full' : undefined;
}
