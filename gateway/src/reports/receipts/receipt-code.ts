import { createHmac } from 'node:crypto';
import { digestsEqual } from '#src/ground/encryption/encryption.ts';
import { type Receipt, type ReceiptKey, receiptKinds } from './receipt.ts';

// Crockford's alphabet has no letters that people mistake for digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_PER_LETTER = 5n;
const GROUP_LENGTH = 6;
const SEPARATORS = /[\s.-]/g;
const ID_BYTES = 16;
/** 96 bits, which can't be guessed by requests. */
const MAC_BYTES = 12;
const CODE_BYTES = 1 + 2 * ID_BYTES + MAC_BYTES;
const CODE_LENGTH = (CODE_BYTES * 8) / Number(BITS_PER_LETTER);
/** The format in the upper half of the first byte; then the environment and the kind. */
const FORMAT = 0x10;
const LIVE = 0x08;

/** A parsed code: its transaction, and the tag over the facts of the receipt. */
export interface ParsedCode {
  readonly key: ReceiptKey;
  readonly tag: Buffer;
}

/**
 * The authentication code of a receipt: the transaction, and a tag over the facts (HMAC-SHA256, cut
 * to 96 bits). 72 letters and digits, without separators. It is derived, not stored.
 */
export function receiptCode(secret: Buffer, receipt: Receipt): string {
  const environment = receipt.environment === 'live' ? LIVE : 0;
  const first = FORMAT | environment | receiptKinds.indexOf(receipt.kind);
  const bytes = [
    Buffer.from([first]),
    bytesOfId(receipt.merchantId),
    bytesOfId(receipt.id),
    tagOf(secret, receipt),
  ];
  return encode(Buffer.concat(bytes));
}

/** Parses a typed code; undefined if it isn't a code. `isTagOfReceipt` must verify the tag. */
export function readReceiptCode(text: string): ParsedCode | undefined {
  const bytes = decode(text);
  const first = bytes?.[0] ?? 0;
  const kind = receiptKinds[first & ~(FORMAT | LIVE)];
  if (!bytes || (first & FORMAT) === 0 || kind === undefined) return undefined;
  const tagAt = 1 + 2 * ID_BYTES;
  return {
    key: {
      kind,
      environment: (first & LIVE) === 0 ? 'test' : 'live',
      merchantId: idOfBytes(bytes.subarray(1, 1 + ID_BYTES)),
      id: idOfBytes(bytes.subarray(1 + ID_BYTES, tagAt)),
    },
    tag: bytes.subarray(tagAt),
  };
}

/** Whether a code's tag is the tag of a receipt; compared in constant time. */
export function isTagOfReceipt(secret: Buffer, tag: Buffer, receipt: Receipt): boolean {
  return digestsEqual(tagOf(secret, receipt), tag);
}

/** A code in groups of letters, for people. */
export function groupedCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

function tagOf(secret: Buffer, receipt: Receipt): Buffer {
  const { kind, environment, merchantId, id, amount, at } = receipt;
  const facts = JSON.stringify([kind, environment, merchantId, id, amount.toString(), at]);
  return createHmac('sha256', secret).update(facts).digest().subarray(0, MAC_BYTES);
}

function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function encode(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let index = 0; index < CODE_LENGTH; index += 1) {
    text = (ALPHABET[Number(rest % 32n)] ?? '') + text;
    rest >>= BITS_PER_LETTER;
  }
  return text;
}

function decode(text: string): Buffer | undefined {
  if (text.length > 2 * CODE_LENGTH) return undefined;
  const letters = text
    .replace(SEPARATORS, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (letters.length !== CODE_LENGTH) return undefined;
  let number = 0n;
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return undefined;
    number = (number << BITS_PER_LETTER) | BigInt(value);
  }
  return Buffer.from(number.toString(16).padStart(2 * CODE_BYTES, '0'), 'hex');
}
