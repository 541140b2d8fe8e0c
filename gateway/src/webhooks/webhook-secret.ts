import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/**
 * Makes the secret of a webhook's signatures: `whsec_` and the base64 of 256 random bits, as
 * Standard Webhooks has it. Our own signature takes the whole text as its key.
 */
export function createSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * The key of a Standard Webhooks signature: the bytes that the secret writes in base64. For any
 * other secret (older ones are base64url without padding, the sandbox's is a word) it is the whole
 * text; `standardSecretOf` is what its verifiers are given.
 */
export function standardKeyOf(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = Buffer.from(text, 'base64');
  return key.length > 0 && key.toString('base64') === text ? key : Buffer.from(secret);
}

/** The secret in the form that verifiers of Standard Webhooks read; new ones have it already. */
export function standardSecretOf(secret: string): string {
  return `${PREFIX}${standardKeyOf(secret).toString('base64')}`;
}
