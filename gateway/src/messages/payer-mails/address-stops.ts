import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { selectPayerMailsTo } from '#src/ground/mail/mail-store.ts';
import { addressDigest } from './payer-address.ts';
import { deleteRefusal, insertStop, type MailStop, selectStop } from './payer-mail-stop-store.ts';

export interface AddressStopDeps extends DatabaseAndClock {
  /** The key of the digests of addresses. */
  readonly readKey: () => Promise<Buffer>;
}

/** Why an address gets no more mails of a merchant; undefined if it does. */
export async function readAddressStop(
  { database, readKey }: { readonly database: Queryable; readonly readKey: () => Promise<Buffer> },
  merchantId: string,
  email: string,
): Promise<MailStop | undefined> {
  const digest = addressDigest(await readKey(), merchantId, email);
  return selectStop(database, { merchantId, digest });
}

/**
 * Lets an address that a mail server refused get mails of a merchant again, and records who did it.
 * Mails that were skipped meanwhile are not sent. Refuses `address_not_refused`, also for a person
 * who has unsubscribed. `customer` is the id that the audit log names instead of the address.
 */
export async function releaseAddress(
  { database, clock, readKey }: AddressStopDeps,
  { merchantId, email, customer }: { merchantId: string; email: string; customer: string },
  by: Actor,
): Promise<void> {
  const digest = addressDigest(await readKey(), merchantId, email);
  await database.transaction(async (tx) => {
    const releasedCount = await deleteRefusal(tx, { merchantId, digest });
    if (releasedCount === 0) throw new Refusal('address_not_refused');
    const change = { action: 'customer.email_released', merchantId, subject: customer } as const;
    recordChange(tx, by, change, clock.now());
  });
}

/**
 * Marks an address as refused for each merchant whose mail it got, as when the mail server had
 * refused it at once: for bounces that arrive later. Returns the number of merchants.
 */
export async function refuseBouncedAddress(
  { database, clock, readKey }: AddressStopDeps,
  email: string,
  by: Actor,
): Promise<number> {
  const key = await readKey();
  const sent = await selectPayerMailsTo(database, email.trim());
  // The newest charge of each merchant: the audit log has no address of a payer.
  const charges = new Map(sent.map(({ merchantId, chargeId }) => [merchantId, chargeId]));
  for (const [merchantId, subject] of charges) {
    const at = clock.now();
    const digest = addressDigest(key, merchantId, email);
    await database.transaction(async (tx) => {
      insertStop(tx, { merchantId, digest, reason: 'refused', reply: null, at });
      recordChange(tx, by, { action: 'charge.address_refused', merchantId, subject }, at);
    });
  }
  return charges.size;
}
