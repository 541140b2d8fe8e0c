import { formatPostalCode } from '#panel/components/masks.ts';
import type { AddressField } from './address-fields.tsx';

type Address = Readonly<Record<AddressField, string | null>>;

/** An address in one line. */
export function addressLine({ postal_code: postalCode, ...address }: Address): string {
  const { street, number, complement, district, city, state } = address;
  const cep = postalCode && formatPostalCode(postalCode);
  return [street, number, complement, district, city, state, cep].filter(Boolean).join(', ');
}
