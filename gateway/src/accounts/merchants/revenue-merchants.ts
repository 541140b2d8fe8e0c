import type { Queryable } from '#src/ground/database/database.ts';
import { countOpenedMerchants, selectNames } from './revenue-merchant-store.ts';

/** How many merchants opened an account from one instant to before another, in milliseconds. */
export function countNewMerchants(
  database: Queryable,
  { fromMs, beforeMs }: { fromMs: number; beforeMs: number },
): Promise<number> {
  return countOpenedMerchants(database, fromMs, beforeMs);
}

/** The usernames and names of merchants, by merchant id. */
export function readMerchantNames(
  database: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly username: string; readonly name: string }>> {
  return selectNames(database, merchantIds);
}
