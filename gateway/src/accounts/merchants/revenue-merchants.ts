import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { countOpenedMerchants, selectNames } from './merchant-store.ts';

/** How many merchants opened an account from one instant to before another, in milliseconds. */
export function countNewMerchants(
  database: Queryable,
  { fromMs, beforeMs }: { fromMs: number; beforeMs: number },
): Promise<number> {
  // The id holds the instant at which the merchant was made.
  const [fromId, beforeId] = [firstIdAt(fromMs), firstIdAt(beforeMs)];
  return countOpenedMerchants(database, { fromId, beforeId });
}

/** The usernames and names of merchants, by merchant id. */
export async function readMerchantNames(
  database: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly username: string; readonly name: string }>> {
  const rows = await selectNames(database, { merchantIds });
  return new Map(rows.map(({ merchantId, ...names }) => [merchantId, names]));
}
