import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import type { PaymentLink } from './payment-link.ts';

/** A link as typed. Amounts in centavos, 0 for none. */
export interface LinkOrder {
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
export function orderOf(link?: PaymentLink): LinkOrder {
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
  };
}

function kindOf(link: PaymentLink | undefined): LinkOrder['kind'] {
  if (link?.product_id) return 'product';
  return link && link.amount === null ? 'free' : 'fixed';
}

/** The body of a creation or a change. */
export function bodyOf(order: LinkOrder) {
  const { kind } = order;
  return {
    title: order.title,
    description: order.description.trim() || null,
    product_id: kind === 'product' ? order.product_id : null,
    amount: kind === 'fixed' ? order.amount : null,
    min_amount: kind === 'free' ? order.min_amount || null : null,
    max_amount: kind === 'free' ? order.max_amount || null : null,
    stock: order.stock === '' ? null : Number(order.stock),
    expires_at: order.last_day === '' ? null : `${order.last_day}${END_OF_DAY}`,
    return_url: order.return_url.trim() || null,
  };
}
