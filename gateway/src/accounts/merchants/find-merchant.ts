import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import {
  countOpenedMerchants,
  selectMerchantById,
  selectMerchantsById,
  selectMerchantsByUsername,
  selectNames,
} from './merchant-store.ts';

/** The merchant with an id, or undefined. */
export function findMerchantById(
  database: Queryable,
  merchantId: string,
): Promise<Merchant | undefined> {
  return selectMerchantById(database, { merchantId });
}

/** The merchants with these ids, by id. Unknown ids are omitted. */
export async function findMerchantsById(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Merchant>> {
  const merchants = await selectMerchantsById(database, { merchantIds: ids });
  return new Map(merchants.map((merchant) => [merchant.merchantId, merchant]));
}

/** The merchant with a username. Refuses `merchant_not_found`. */
export async function findMerchant(database: Queryable, username: string): Promise<Merchant> {
  const [merchant] = await selectMerchantsByUsername(database, { usernames: [username] });
  if (!merchant) throw new Refusal('merchant_not_found');
  return merchant;
}

/** The merchants with these usernames, by username. Unknown usernames are omitted. */
export async function findMerchants(
  database: Queryable,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Merchant>> {
  const merchants = await selectMerchantsByUsername(database, { usernames });
  return new Map(merchants.map((merchant) => [merchant.username, merchant]));
}

/** The usernames and names of merchants, by merchant id. */
export async function readMerchantNames(
  database: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly username: string; readonly name: string }>> {
  const rows = await selectNames(database, { merchantIds });
  return new Map(rows.map(({ merchantId, ...names }) => [merchantId, names]));
}

/** How many merchants opened an account from one instant to before another, in milliseconds. */
export function countNewMerchants(
  database: Queryable,
  { fromMs, beforeMs }: { fromMs: number; beforeMs: number },
): Promise<number> {
  // The id holds the instant at which the merchant was made.
  const [fromId, beforeId] = [firstIdAt(fromMs), firstIdAt(beforeMs)];
  return countOpenedMerchants(database, { fromId, beforeId });
}
