import type { Static } from 'typebox';
import { addDays } from '#src/ground/brazilian-days.ts';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import {
  FIRST_DAYS_MIN,
  type LinkSubscriptionAnswer,
  type LinkSubscriptionBody,
} from './link-subscription-schemas.ts';

/** The subscription of the payers of a link, by the names of the API. */
export type LinkSubscription = Static<typeof LinkSubscriptionAnswer>;

/** The subscription of a link after a change: what was not sent stays, and null removes it. */
export function subscriptionAfter(
  before: LinkSubscription | null,
  sent: Static<typeof LinkSubscriptionBody> | null | undefined,
): LinkSubscription | null {
  if (sent === undefined) return before;
  if (sent === null) return null;
  return {
    interval: sent.interval,
    first_due_in_days: sent.first_due_in_days ?? null,
    first_due_day: sent.first_due_day ?? null,
    journey: sent.journey ?? 'code',
    retries: sent.retries ?? 'three_in_seven_days',
    cycles: sent.cycles ?? null,
  };
}

/** The fields of a link that must fit its subscription. */
interface SubscribedLink {
  readonly subscription: LinkSubscription | null;
  readonly amount: bigint | null;
  readonly productId: string | null;
  readonly stock: number | null;
  readonly due: object | null;
}

/** The faults of a link's subscription: it has a fixed price, and one rule of its first day. */
export function faultsOfSubscription(link: SubscribedLink): ProblemField[] {
  const { subscription, amount, productId, stock, due } = link;
  if (subscription === null) return [];
  const { first_due_in_days: days, first_due_day: day, interval } = subscription;
  const faults: ProblemField[] = [];
  const refuse = (field: string, choose: Parameters<typeof fieldText>[0]) =>
    faults.push({ field, message: fieldText(choose) });
  if (amount === null && productId === null) refuse('amount', (texts) => texts.priceOfSubscription);
  if (stock !== null) refuse('stock', (texts) => texts.notWithSubscription);
  if (due !== null) refuse('due_in_days', (texts) => texts.notWithSubscription);
  if ((days === null) === (day === null)) {
    refuse('subscription.first_due_in_days', (texts) => texts.oneFirstDay);
  }
  if (day !== null && interval === 'weekly') {
    refuse('subscription.first_due_day', (texts) => texts.notWeekly);
  }
  return faults;
}

/** The first due date of a payer who subscribes on a day (`2026-11-20`). */
export function firstDueOn(subscription: LinkSubscription, today: string): string {
  const { first_due_in_days: days, first_due_day: day } = subscription;
  if (day === null) return addDays(today, days ?? FIRST_DAYS_MIN);
  let first = addDays(today, FIRST_DAYS_MIN);
  while (Number(first.slice(-2)) !== day) first = addDays(first, 1);
  return first;
}
