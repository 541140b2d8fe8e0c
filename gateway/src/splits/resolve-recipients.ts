import { isUsername, type Merchant } from '#src/access/merchant.ts';
import { findMerchants } from '#src/merchants/find-merchant.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { RequestedSplit } from './split.ts';

/** Looks up the merchants that many requests name, with one query. */
export async function findRecipients(
  database: Queryable,
  splits: readonly RequestedSplit[],
): Promise<ReadonlyMap<string, Merchant>> {
  // What is no username can't exist; the database would choke on some of it.
  const usernames = new Set(splits.map((split) => split.username).filter(isUsername));
  return usernames.size === 0 ? new Map() : findMerchants(database, [...usernames]);
}

/**
 * The merchant ids that splits go to. Throws `username_not_found` in the same words for a username
 * that does not exist, is not active, or is the sandbox, so that nobody learns who is a customer.
 */
export function recipientIds(
  splits: readonly RequestedSplit[],
  merchants: ReadonlyMap<string, Merchant>,
): string[] {
  return splits.map(({ username }) => {
    const merchant = merchants.get(username);
    const isAvailable = merchant?.status === 'active' && !merchant.isSandbox;
    if (!isAvailable) throw new Refusal('username_not_found');
    return merchant.merchantId;
  });
}
