import { isoTime } from '#src/ground/clock.ts';
import { centavosToJson, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { availableOf, oversoldOf, type PaymentLink, priceOf } from './payment-link.ts';
import { pathOfImage } from './products/product.ts';

/** Where the payer opens a link. */
function pathOfLink(id: string): string {
  return `/link/${id}`;
}

/** A link as the API and the panel show it. */
export function linkView(link: PaymentLink) {
  return {
    id: link.id,
    title: link.title,
    description: link.description,
    product_id: link.productId,
    image_url: pathOfImage(link.product?.imageId ?? null),
    amount: centavosToJsonOrNull(priceOf(link)),
    min_amount: centavosToJsonOrNull(link.min),
    max_amount: centavosToJsonOrNull(link.max),
    stock: link.stock,
    available_count: availableOf(link),
    held_count: link.heldCount,
    sold_count: link.soldCount + link.subscriberCount,
    subscriber_count: link.subscriberCount,
    oversold_count: oversoldOf(link),
    received_amount: centavosToJson(link.received),
    status: link.status,
    expires_at: link.expiresAt === null ? null : isoTime(link.expiresAt),
    return_url: link.returnUrl,
    due: link.due,
    subscription: link.subscription,
    url: pathOfLink(link.id),
    created_at: isoTime(link.createdAt),
  };
}
