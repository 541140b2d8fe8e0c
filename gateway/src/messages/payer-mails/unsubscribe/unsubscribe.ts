import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { type PayerAddress, readUnsubscribeToken } from '../payer-address.ts';
import { insertStop } from '../payer-mail-stop-store.ts';

export interface UnsubscribeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly readKey: () => Promise<Buffer>;
}

/** The address and the merchant that a token names; undefined for an unknown one. */
export async function findSubscription(
  { database, readKey }: UnsubscribeDeps,
  token: string,
): Promise<{ readonly address: PayerAddress; readonly merchantName: string } | undefined> {
  const address = readUnsubscribeToken(await readKey(), token);
  const merchant = address && (await findMerchantById(database, address.merchantId));
  return address && merchant ? { address, merchantName: merchant.name } : undefined;
}

/** Stops all mails of a merchant to an address. Repeating it changes nothing. */
export async function unsubscribe(
  { database, clock }: UnsubscribeDeps,
  address: PayerAddress,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) =>
    insertStop(tx, { ...address, reason: 'unsubscribed', reply: null, at }),
  );
}
