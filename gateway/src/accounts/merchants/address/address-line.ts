import type { AddressData } from '../kyc/kyc-application.ts';

/** An address in one line; null without an address. */
export function addressLine(address: AddressData): string;
export function addressLine(address: AddressData | undefined): string | null;
export function addressLine(address: AddressData | undefined): string | null {
  if (!address) return null;
  const { street, streetNumber, complement, district, city, state, postalCode } = address;
  const parts = [street, streetNumber, complement, district, city, state, postalCode];
  return parts.filter((part) => part !== null).join(', ');
}
