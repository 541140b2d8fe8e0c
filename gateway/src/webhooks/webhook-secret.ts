import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Makes the secret of a webhook's signatures: `whsec_` and 256 random bits. */
export function createSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}
