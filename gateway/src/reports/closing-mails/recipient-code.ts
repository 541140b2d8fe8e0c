import { createHmac } from 'node:crypto';
import { digestsEqual } from '#src/ground/encryption/encryption.ts';
import type { RecipientKey } from './closing-mail.ts';

const ID_BYTES = 16;
/** 128 bits, which can't be guessed by requests. */
const TAG_BYTES = 16;
const CODE_BYTES = 2 * ID_BYTES + TAG_BYTES;
const CODE = /^[\w-]{64}$/;

/** A parsed code: its recipient, and the tag over the recipient and its address. */
export interface ParsedCode extends RecipientKey {
  readonly tag: Buffer;
}

/**
 * The code in the links of a recipient, by which it confirms and ends its mails without a log-in.
 * It is derived from a key of the installation and not stored.
 */
export function recipientCode(key: Buffer, recipient: RecipientKey, email: string): string {
  const bytes = [bytesOfId(recipient.merchantId), bytesOfId(recipient.id)];
  return Buffer.concat([...bytes, tagOf(key, recipient, email)]).toString('base64url');
}

/** Parses a code; undefined if it isn't one. `isTagOf` must verify the tag. */
export function parseCode(code: string): ParsedCode | undefined {
  if (!CODE.test(code)) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length !== CODE_BYTES) return undefined;
  return {
    merchantId: idOf(bytes.subarray(0, ID_BYTES)),
    id: idOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    tag: bytes.subarray(2 * ID_BYTES),
  };
}

/** Whether a tag is that of a recipient with this address; compared in constant time. */
export function isTagOf(key: Buffer, { tag, ...recipient }: ParsedCode, email: string): boolean {
  return digestsEqual(tagOf(key, recipient, email), tag);
}

function tagOf(key: Buffer, { merchantId, id }: RecipientKey, email: string): Buffer {
  const facts = JSON.stringify(['closing recipient', merchantId, id, email]);
  return createHmac('sha256', key).update(facts).digest().subarray(0, TAG_BYTES);
}

function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
