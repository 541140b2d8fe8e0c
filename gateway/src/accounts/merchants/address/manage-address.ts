import type { Actor } from '#src/ground/access/actor.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { findAddressFaults } from '../kyc/find-faults.ts';
import { type AddressData, normaliseAddress } from '../kyc/kyc-application.ts';
import { lockMerchant } from '../merchant-store.ts';
import { addressLine } from './address-line.ts';
import { type MerchantAddress, selectAddress, storeAddress } from './merchant-address-store.ts';

/** A merchant's address, which charges with a due date show; undefined if it has none. */
export function readAddress(
  database: Queryable,
  merchantId: string,
): Promise<MerchantAddress | undefined> {
  return selectAddress(database, { merchantId });
}

/** A complete address; only the complement may be missing. */
export type OwnAddress = NonNullable<Awaited<ReturnType<typeof readAddress>>>;

/**
 * Sets the address of a merchant. Refuses `invalid_request` with every missing or wrong field,
 * `merchant_not_found`, and `sandbox_forbidden`.
 */
export async function setAddress(
  { database, clock }: DatabaseAndClock,
  { username }: Pick<Merchant, 'username'>,
  unchecked: AddressData,
  by: Actor,
): Promise<AddressData> {
  const address = normaliseAddress(unchecked);
  const fields = findAddressFaults(address);
  if (fields.length > 0) throw new Refusal('invalid_request', { fields });
  return database.transaction(async (tx) => {
    const merchant = await lockMerchant(tx, { username });
    if (!merchant) throw new Refusal('merchant_not_found');
    refuseSandbox(merchant);
    const { merchantId } = merchant;
    const before = await selectAddress(tx, { merchantId });
    const at = clock.now();
    storeAddress(tx, { ...address, merchantId, at });
    const postalAddress = addressLine(address);
    const old = before && { old_postal_address: addressLine(before) };
    const details = { ...old, postal_address: postalAddress };
    const entry = {
      action: 'merchant.address_changed' as const,
      merchantId,
      subject: username,
      details,
    };
    recordChange(tx, by, entry, at);
    return address;
  });
}
