import { randomBytes, randomInt } from 'node:crypto';

const ALPHANUMERICS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SUFFIX_LENGTH = 11;

/** The simulator's bank number at the Central Bank (ISPB). No real bank has it. */
export const OWN_BANK_NUMBER = '99999004';
/** The bank number (ISPB) of all payers. */
export const PAYERS_BANK_NUMBER = '99999008';

/**
 * An end-to-end id: `E`, bank number, minute in UTC and 11 alphanumerics, 32 characters (message
 * catalogue of the SPI). That of a return begins with `D`.
 */
export function createEndToEndId(bankNumber: string, at: number, kind: 'E' | 'D' = 'E'): string {
  const minute = new Date(at).toISOString().slice(0, 16).replace(/\D/g, '');
  return `${kind}${bankNumber}${minute}${createSuffix()}`;
}

/** 32 hexadecimal digits: a txid, the end of a location, an id. */
export function createIdentifier(): string {
  return randomBytes(16).toString('hex');
}

/** `RR`, `RN` or `SC`, bank number, day at Brasília as `20261120` and 11 alphanumerics. */
export function createRecurrenceId(kind: 'RR' | 'RN' | 'SC', day: string): string {
  return `${kind}${OWN_BANK_NUMBER}${day.replaceAll('-', '')}${createSuffix()}`;
}

function createSuffix(): string {
  const characters = Array.from({ length: SUFFIX_LENGTH }, () =>
    ALPHANUMERICS.charAt(randomInt(ALPHANUMERICS.length)),
  );
  return characters.join('');
}
