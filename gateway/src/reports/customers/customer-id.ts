import { createHmac } from 'node:crypto';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';

/** UUID version 8: the bits are the application's own. */
const VERSION = '8';
const VARIANTS = '89ab';

/**
 * The id of a customer: 122 bits of an HMAC-SHA256 over scope and document, in the form of a UUID.
 * So nothing is looked up to find the customer of a charge, and an id tells nothing of the document
 * without the key of the installation.
 */
export function customerId(
  key: Buffer,
  { merchantId, environment }: LedgerScope,
  document: string,
): string {
  const text = JSON.stringify(['customer', merchantId, environment, document]);
  const hex = createHmac('sha256', key).update(text).digest('hex');
  const variant = VARIANTS[Number.parseInt(hex.slice(16, 17), 16) % VARIANTS.length] ?? '8';
  const third = VERSION + hex.slice(13, 16);
  const fourth = variant + hex.slice(17, 20);
  return [hex.slice(0, 8), hex.slice(8, 12), third, fourth, hex.slice(20, 32)].join('-');
}
