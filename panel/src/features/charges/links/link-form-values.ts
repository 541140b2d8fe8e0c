import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import { dueBodyOf, dueValuesOf, type LinkDueValues } from './link-due-values.ts';
import {
  type LinkSubscriptionValues,
  subscriptionBodyOf,
  subscriptionValuesOf,
} from './link-subscription-values.ts';
import type { PaymentLink } from './payment-link.ts';

/** A link as typed. Amounts in centavos, 0 for none. */
export interface LinkFormValues extends LinkDueValues, LinkSubscriptionValues {
  title: string;
  description: string;
  kind: 'fixed' | 'free' | 'product';
  product_id: string;
  amount: number;
  min_amount: number;
  max_amount: number;
  stock: number | string;
  /** A day in Brasília, as `2026-11-20`. */
  last_day: string;
  return_url: string;
}

// Brasília has no summer time.
const END_OF_DAY = 'T23:59:59.999-03:00';

/** The values of the form for a link, or for a new one. */
export function formValuesOf(link?: PaymentLink): LinkFormValues {
  return {
    title: link?.title ?? '',
    description: link?.description ?? '',
    kind: kindOf(link),
    product_id: link?.product_id ?? '',
    amount: link?.amount ?? 0,
    min_amount: link?.min_amount ?? 0,
    max_amount: link?.max_amount ?? 0,
    stock: link?.stock ?? '',
    last_day: link?.expires_at ? brasiliaDay(new Date(link.expires_at)) : '',
    return_url: link?.return_url ?? '',
    ...dueValuesOf(link?.due),
    ...(link?.subscription && { kind_of_charge: 'subscription' as const }),
    ...subscriptionValuesOf(link?.subscription),
  };
}

function kindOf(link: PaymentLink | undefined): LinkFormValues['kind'] {
  if (link?.product_id) return 'product';
  return link && link.amount === null ? 'free' : 'fixed';
}

/** The body of a creation or a change. */
export function bodyOf(values: LinkFormValues) {
  const { kind } = values;
  return {
    title: values.title,
    description: values.description.trim() || null,
    product_id: kind === 'product' ? values.product_id : null,
    amount: kind === 'fixed' ? values.amount : null,
    min_amount: kind === 'free' ? values.min_amount || null : null,
    max_amount: kind === 'free' ? values.max_amount || null : null,
    // The field is shown only for links without a due date and without a subscription.
    stock: values.kind_of_charge !== 'now' || values.stock === '' ? null : Number(values.stock),
    expires_at: values.last_day === '' ? null : `${values.last_day}${END_OF_DAY}`,
    return_url: values.return_url.trim() || null,
    ...dueBodyOf(values),
    subscription: values.kind_of_charge === 'subscription' ? subscriptionBodyOf(values) : null,
  };
}
