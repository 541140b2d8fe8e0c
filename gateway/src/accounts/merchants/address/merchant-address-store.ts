import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { AddressData } from '../kyc/kyc-application.ts';

const STORE = {
  name: 'merchant_address_store',
  text: `insert into merchant_addresses (merchant_id, postal_code, street, street_number,
      complement, district, city, state, changed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (merchant_id) do update set postal_code = excluded.postal_code,
      street = excluded.street, street_number = excluded.street_number,
      complement = excluded.complement, district = excluded.district, city = excluded.city,
      state = excluded.state, changed_at = excluded.changed_at`,
};
const SELECT = {
  name: 'merchant_address',
  text: `select postal_code, street, street_number, complement, district, city, state
    from merchant_addresses where merchant_id = $1`,
};

interface AddressRow extends Record<string, unknown> {
  readonly postal_code: string;
  readonly street: string;
  readonly street_number: string;
  readonly complement: string | null;
  readonly district: string;
  readonly city: string;
  readonly state: string;
}

/** A complete address. Only the complement may be missing. */
export type MerchantAddress = {
  readonly [Field in keyof AddressData]: Field extends 'complement' ? string | null : string;
};

/** Sends a merchant's address, which replaces an earlier one. The fields must be complete. */
export function storeAddress(
  tx: Transaction,
  merchantId: string,
  { at, ...address }: AddressData & { readonly at: number },
): void {
  tx.send(STORE, [
    merchantId,
    address.postalCode,
    address.street,
    address.streetNumber,
    address.complement,
    address.district,
    address.city,
    address.state,
    new Date(at),
  ]);
}

/** A merchant's address; undefined if it has none. */
export async function selectAddress(
  database: Queryable,
  merchantId: string,
): Promise<MerchantAddress | undefined> {
  const [row] = await database.query<AddressRow>(SELECT, [merchantId]);
  return (
    row && {
      postalCode: row.postal_code,
      street: row.street,
      streetNumber: row.street_number,
      complement: row.complement,
      district: row.district,
      city: row.city,
      state: row.state,
    }
  );
}
