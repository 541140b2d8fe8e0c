import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';

// Node reads X.509 certificates and makes none. This is the smallest certificate of RFC 5280, in
// the encoding of ITU-T X.690 (DER).
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
/** The field `version` of a certificate. */
const VERSION = 0xa0;
const VERSION_3 = Buffer.from([2]);
/** 1.2.840.113549.1.1.11 and 2.5.4.3, each with its tag and length. */
const SHA256_WITH_RSA = Buffer.from('06092a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
/** RFC 5280, section 4.1.2.5: from this year on a time has four digits of the year. */
const LONG_YEARS_FROM = 2050;
const LONG_LENGTH_FROM = 0x80;
const SERIAL_BYTES = 16;

export interface CertificateFacts {
  /** At most 64 characters. */
  readonly commonName: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Makes a certificate that a private RSA key signs for itself (SHA-256), as PEM. */
export function selfSignedCertificate(key: KeyObject, facts: CertificateFacts): string {
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, utf8(facts.commonName))));
  const algorithm = der(SEQUENCE, SHA256_WITH_RSA, der(NULL));
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, VERSION_3)),
    der(INTEGER, serialNumber()),
    algorithm,
    name,
    der(SEQUENCE, time(facts.notBefore), time(facts.notAfter)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, key));
  const lines = der(SEQUENCE, content, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', ''].join(
    '\n',
  );
}

/** A value with its tag and its length in bytes, which is below 65,536. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const { length } = Buffer.concat(parts);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  const head = length < LONG_LENGTH_FROM ? [] : [LONG_LENGTH_FROM + bytes.length];
  return Buffer.concat([Buffer.from([tag, ...head, ...bytes]), ...parts]);
}

function utf8(text: string): Buffer {
  return der(UTF8_STRING, Buffer.from(text));
}

/** 127 random bits: positive, and without a first byte that is superfluous. */
function serialNumber(): Buffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function time(at: number): Buffer {
  const date = new Date(at);
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
  return date.getUTCFullYear() < LONG_YEARS_FROM
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}
