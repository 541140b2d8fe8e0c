import { findMerchants } from '#src/accounts/merchants/find-merchant.ts';
import { isUsername } from '#src/accounts/merchants/merchant.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { RequestedSplit } from './split.ts';

/** Finds the merchants that many splits name, with one query; unknown usernames are left out. */
export async function findRecipients(
  database: Queryable,
  splits: readonly RequestedSplit[],
): Promise<ReadonlyMap<string, Merchant>> {
  // A text that is no username may have characters that the database refuses.
  const usernames = new Set(splits.map((split) => split.username).filter(isUsername));
  return usernames.size === 0 ? new Map() : findMerchants(database, [...usernames]);
}

/**
 * The merchant ids of the recipients. Refuses `username_not_found` with the same message for a
 * username that doesn't exist, is not active or is the sandbox, so that the answer doesn't show
 * which usernames exist.
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
