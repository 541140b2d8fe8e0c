import type { LinkSubscription } from './payment-link.ts';

/** The subscription of a link's payers, as typed. */
export interface LinkSubscriptionValues {
  interval: LinkSubscription['interval'];
  journey: LinkSubscription['journey'];
  /** Whether the first day is a number of days ahead, or a day of the month. */
  first_day: 'in_days' | 'on_day';
  first_due_in_days: number | string;
  first_due_day: number | string;
  has_retries: boolean;
  /** How many debits; an empty text for no end. */
  cycles: number | string;
}

const FIRST_DUE_IN_DAYS_DEFAULT = 30;
const FIRST_DUE_DAY_DEFAULT = 10;

/** The values of the form for a link, or for a new one. */
export function subscriptionValuesOf(
  subscription: LinkSubscription | null | undefined,
): LinkSubscriptionValues {
  return {
    interval: subscription?.interval ?? 'monthly',
    journey: subscription?.journey ?? 'code',
    first_day: subscription && subscription.first_due_day !== null ? 'on_day' : 'in_days',
    first_due_in_days: subscription?.first_due_in_days ?? FIRST_DUE_IN_DAYS_DEFAULT,
    first_due_day: subscription?.first_due_day ?? FIRST_DUE_DAY_DEFAULT,
    has_retries: subscription?.retries !== 'none',
    cycles: subscription?.cycles ?? '',
  };
}

/** The subscription in a body. A weekly one has no day of the month. */
export function subscriptionBodyOf(values: LinkSubscriptionValues) {
  const { interval, journey, has_retries: hasRetries, cycles } = values;
  const isOnDay = values.first_day === 'on_day' && interval !== 'weekly';
  return {
    interval,
    journey,
    first_due_in_days: isOnDay ? null : Number(values.first_due_in_days),
    first_due_day: isOnDay ? Number(values.first_due_day) : null,
    retries: hasRetries ? ('three_in_seven_days' as const) : ('none' as const),
    cycles: cycles === '' ? null : Number(cycles),
  };
}
