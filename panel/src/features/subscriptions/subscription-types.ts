import type { Answer } from '#panel/api/answer.ts';
import { formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/subscriptions.ts';

/** A subscription as the panel's list and page show it. */
export type Subscription = Answer<'/api/panel/{environment}/subscriptions/{id}'>;

/** The charge of a cycle. */
export type Cycle = Answer<'/api/panel/{environment}/subscriptions/{id}/cycles'>['data'][number];

/** The colour of each status, by another status that has it. */
export const LIKE = {
  created: 'pending',
  authorized: 'active',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
  paused: 'paused',
  scheduled: 'pending',
  paid: 'paid',
  failed: 'failed',
  retrying: 'retrying',
} as const;

/** The fixed amount of each charge, or the least of a variable one. */
export function priceOf({ amount, min_amount: least }: Subscription): string {
  if (amount !== null) return formatMoney(amount);
  return least === null ? texts.anyAmount : texts.variable(formatMoney(least));
}
