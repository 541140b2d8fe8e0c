import {
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must be kept and read again: webhook and 2FA secrets. AES-256-GCM. */
export interface SecretBox {
  /** Nonce, tag and cipher text in one buffer. `context` binds it to its row. */
  seal(secret: string, context: string): Buffer;
  /** Throws when the key, the context or a byte differs. */
  open(sealed: Buffer, context: string): string;
  /** The same for bytes, such as the content of a file. */
  sealBytes(content: Buffer, context: string): Buffer;
  openBytes(sealed: Buffer, context: string): Buffer;
  /** A secret of its own for a purpose, in base64: 32 bytes by HKDF (RFC 5869). */
  derive(purpose: string): string;
}

/** @param key 32 bytes; a RangeError otherwise. */
export function createSecretBox(key: Buffer): SecretBox {
  if (key.length !== KEY_BYTES) throw new RangeError('the encryption key has 32 bytes');
  function sealBytes(content: Buffer, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }
  function openBytes(sealed: Buffer, context: string): Buffer {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }
  return {
    sealBytes,
    openBytes,
    seal: (secret, context) => sealBytes(Buffer.from(secret), context),
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)).toString('base64'),
  };
}

/** SHA-256 of a text, 32 bytes. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Compares two texts in constant time, whatever their lengths. */
export function textsEqual(left: string, right: string): boolean {
  return digestsEqual(sha256(left), sha256(right));
}

/** Compares two digests of equal length in constant time. */
export function digestsEqual(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
