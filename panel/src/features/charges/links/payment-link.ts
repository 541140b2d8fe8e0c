import type { Answer } from '#panel/api/answer.ts';
import { formatCount, formatMoney } from '#panel/components/format.ts';
import type { Status } from '#panel/texts/common.ts';
import { texts } from '#texts/payment-links.ts';
import { texts as subscribing } from '#texts/subscribing-links.ts';

export type PaymentLink = Answer<'/api/panel/{environment}/payment-links/{id}'>;

/** Open charges of a link with a due date: with more it takes none. */
const OPEN_DUE_MAX = 5_000;

export type LinkSubscription = NonNullable<PaymentLink['subscription']>;

export type LinkDue = NonNullable<PaymentLink['due']>;

/** The address that a payer opens. */
export function addressOf({ url }: PaymentLink): string {
  return new URL(url, location.origin).href;
}

/** The price as text: the fixed amount, or the limits of a free one. */
export function priceOf({ amount, min_amount: min, max_amount: max }: PaymentLink): string {
  if (amount !== null) return formatMoney(amount);
  if (min === null && max === null) return texts.freePrice;
  const limits = [min, max].map((one) => (one === null ? null : formatMoney(one)));
  return texts.freeBetween(limits[0] ?? null, limits[1] ?? null);
}

/** How often it was paid, without subscriptions. */
export function paymentsOf({ sold_count: sold, subscriber_count: subscribers }: PaymentLink) {
  return sold - subscribers;
}

/** Whether payers can pay once at the link, or have paid. */
export function hasPayments(link: PaymentLink): boolean {
  return link.subscription === null || paymentsOf(link) > 0 || link.held_count > 0;
}

/** Whether payers can subscribe at the link, or have subscribed. */
export function hasSubscribers(link: PaymentLink): boolean {
  return link.subscription !== null || link.subscriber_count > 0;
}

/** How often it was paid, of how many times, and how many have subscribed. */
export function soldOf(link: PaymentLink): string {
  const subscribers = subscribing.subscriberCount(formatCount(link.subscriber_count));
  if (!hasPayments(link)) return subscribers;
  const payments = timesPaid(link);
  return hasSubscribers(link) ? `${payments} + ${subscribers}` : payments;
}

/** How often it was paid, of how many times. */
export function timesPaid(link: PaymentLink): string {
  const [paid, { stock }] = [formatCount(paymentsOf(link)), link];
  return stock === null ? paid : texts.soldOf(paid, formatCount(stock));
}

/** Whether the link takes payments now, as a badge shows it. */
export function stateOf(link: PaymentLink): { status: Status; label: string } {
  const { statuses } = texts;
  if (link.status === 'paused') return { status: 'revoked', label: statuses.paused };
  const isOver = link.expires_at !== null && Date.parse(link.expires_at) <= Date.now();
  if (isOver) return { status: 'revoked', label: statuses.ended };
  if (link.available_count === 0) return { status: 'revoked', label: statuses.soldOut };
  const isFull = link.due !== null && link.held_count >= OPEN_DUE_MAX;
  if (isFull) return { status: 'revoked', label: statuses.full };
  return { status: 'active', label: statuses.active };
}
