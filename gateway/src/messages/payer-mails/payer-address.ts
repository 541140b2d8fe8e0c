import { createHmac } from 'node:crypto';
import { digestsEqual } from '#src/ground/encryption/encryption.ts';

const ID_BYTES = 16;
const DIGEST_BYTES = 16;
/** 96 bits, which can't be guessed by requests. */
const TAG_BYTES = 12;
const TOKEN = /^[A-Za-z0-9_-]{59}$/;

/** The address of a payer for one merchant, without the address itself. */
export interface PayerAddress {
  readonly merchantId: string;
  readonly digest: Buffer;
}

/** A keyed hash of an address for one merchant: two merchants have different ones. */
export function addressDigest(key: Buffer, merchantId: string, address: string): Buffer {
  return hmac(key, `payer address ${merchantId} ${address.trim().toLowerCase()}`, DIGEST_BYTES);
}

/** A signed text that names a merchant and the address of a payer, for a link without a log-in. */
export function unsubscribeToken(key: Buffer, { merchantId, digest }: PayerAddress): string {
  const named = Buffer.concat([Buffer.from(merchantId.replaceAll('-', ''), 'hex'), digest]);
  return Buffer.concat([named, tagOf(key, named)]).toString('base64url');
}

/** The address that a token names; undefined for a text that this gateway has not signed. */
export function readUnsubscribeToken(key: Buffer, token: string): PayerAddress | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const named = bytes.subarray(0, ID_BYTES + DIGEST_BYTES);
  const tag = bytes.subarray(ID_BYTES + DIGEST_BYTES);
  if (tag.length !== TAG_BYTES || !digestsEqual(tagOf(key, named), tag)) return undefined;
  const merchantId = named
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { merchantId, digest: named.subarray(ID_BYTES) };
}

function tagOf(key: Buffer, named: Buffer): Buffer {
  return hmac(key, `unsubscribe ${named.toString('hex')}`, TAG_BYTES);
}

function hmac(key: Buffer, text: string, bytes: number): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes);
}
