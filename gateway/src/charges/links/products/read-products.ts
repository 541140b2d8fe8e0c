import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import type { Product, ProductKey } from './product.ts';
import { selectImage, selectProduct, selectProducts } from './product-store.ts';

/** A page of the products of a ledger scope, newest first. */
export function listProducts(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<Product>> {
  return readPage(
    limit,
    (rows) => selectProducts(database, { ...scope, beforeId, limit: rows }),
    ({ id }) => id,
  );
}

/** Reads a product of a ledger scope. Refuses `product_not_found`. */
export async function readProduct(database: Queryable, key: ProductKey): Promise<Product> {
  const product = isId(key.id) ? await selectProduct(database, key) : undefined;
  if (!product) throw new Refusal('product_not_found');
  return product;
}

/** An image by the id in its public address, or undefined. */
export function findImage(database: Queryable, id: string) {
  return isId(id) ? selectImage(database, { id }) : undefined;
}
