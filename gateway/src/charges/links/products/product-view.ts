import { isoTime } from '#src/ground/clock.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { type Product, pathOfImage } from './product.ts';

/** A product as the API and the panel show it. */
export function productView(product: Product) {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    amount: centavosToJson(product.amount),
    image_url: pathOfImage(product.imageId),
    created_at: isoTime(product.createdAt),
  };
}
