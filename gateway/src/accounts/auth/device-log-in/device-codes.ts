import { randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '#src/ground/encryption/encryption.ts';

/** Consonants without lookalikes and without words (RFC 8628, section 6.1): 20^8 codes. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;
const HALF = USER_CODE_LENGTH / 2;
const DEVICE_CODE_BYTES = 32;

/** A new code for a person, as "BCDF-GHJK". */
export function newUserCode(): string {
  const letters = Array.from(
    { length: USER_CODE_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `${letters.slice(0, HALF).join('')}-${letters.slice(HALF).join('')}`;
}

/** A new code for the command, which a person never sees. */
export function newDeviceCode(): string {
  return randomBytes(DEVICE_CODE_BYTES).toString('base64url');
}

/** The digest of a code as a person types it: small letters, spaces and no dash are right too. */
export function digestOfUserCode(typed: string): Buffer {
  return sha256(`device user code ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
}

export function digestOfDeviceCode(code: string): Buffer {
  return sha256(`device code ${code}`);
}
