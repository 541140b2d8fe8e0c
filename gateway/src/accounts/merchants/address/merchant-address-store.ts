import * as f from '#src/ground/database/fields.ts';
import { maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';

/** A complete address. Only the complement may be missing. */
const ADDRESS = {
  postalCode: f.text,
  street: f.text,
  streetNumber: f.text,
  complement: f.orNull(f.text),
  district: f.text,
  city: f.text,
  state: f.text,
};
export type MerchantAddress = f.RecordOf<typeof ADDRESS>;

const $ = paramsOf({ ...f.eachOrNull(ADDRESS), merchantId: f.uuid, at: f.instant });

/**
 * Sends a merchant's address, which replaces an earlier one. The fields must be complete: the
 * columns refuse null.
 */
export const storeAddress = send(
  'merchant_address_store',
  sql`insert into merchant_addresses (merchant_id, postal_code, street, street_number,
      complement, district, city, state, changed_at)
    values (${$.merchantId}, ${$.postalCode}, ${$.street}, ${$.streetNumber}, ${$.complement},
      ${$.district}, ${$.city}, ${$.state}, ${$.at})
    on conflict (merchant_id) do update set postal_code = excluded.postal_code,
      street = excluded.street, street_number = excluded.street_number,
      complement = excluded.complement, district = excluded.district, city = excluded.city,
      state = excluded.state, changed_at = excluded.changed_at`,
);

/** A merchant's address; undefined if it has none. */
export const selectAddress = maybeOne(
  'merchant_address',
  ADDRESS,
  sql`select postal_code, street, street_number, complement, district, city, state
    from merchant_addresses where merchant_id = ${$.merchantId}`,
);
