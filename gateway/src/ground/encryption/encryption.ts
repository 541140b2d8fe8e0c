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

// A sealed value begins with this byte and the id of its key.
const FORMAT = 1;
const ID_BYTES = 4;
const PREFIX_BYTES = 1 + ID_BYTES;

/** Encrypts stored secrets that must be read again, such as webhook secrets. AES-256-GCM. */
export interface SecretBox {
  /** Returns key id, nonce, tag and cipher text in one buffer. `context` binds it to its row. */
  seal(secret: string, context: string): Buffer;
  /** Throws when no key opens the value, or the context or a byte differs. */
  open(sealed: Buffer, context: string): string;
  /** The same for bytes, such as the content of a file. */
  sealBytes(content: Buffer, context: string): Buffer;
  openBytes(sealed: Buffer, context: string): Buffer;
  /** The first bytes of every value that is sealed with the current key. */
  currentPrefix(): Buffer;
  /**
   * Derives a secret for a purpose (32 bytes in base64, HKDF, RFC 5869) from every known key, the
   * current one first. `version` is a number that is fixed for each key.
   */
  derive(purpose: string): readonly DerivedSecret[];
}

export interface DerivedSecret {
  readonly version: number;
  readonly value: string;
}

/** Returns the keys, the current one first. It is called at each use, so the keys may change. */
export type KeySource = () => readonly Buffer[];

interface RingKey {
  readonly key: Buffer;
  readonly prefix: Buffer;
  readonly version: number;
  /** The secrets that were derived from the key, by their purposes. */
  readonly derived: Map<string, string>;
}

/** A source gives the same buffers until its keys change, so each key is prepared once. */
const prepared = new WeakMap<Buffer, RingKey>();

/** @param keys at least one, each of 32 bytes. Throws a RangeError otherwise. */
export function createSecretBox(keys: Buffer | KeySource): SecretBox {
  const source = Buffer.isBuffer(keys) ? () => [keys] : keys;
  const ring = (): readonly RingKey[] => source().map(preparedKey);
  const current = (): RingKey => {
    const [first] = ring();
    if (!first) throw new RangeError('there is no encryption key');
    return first;
  };
  current();

  function sealBytes(content: Buffer, context: string): Buffer {
    const { key, prefix } = current();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]);
  }

  function openBytes(sealed: Buffer, context: string): Buffer {
    const keyRing = ring();
    const named = keyRing.find(({ prefix }) => prefix.equals(sealed.subarray(0, PREFIX_BYTES)));
    const tries = [
      ...(named ? [{ key: named.key, body: sealed.subarray(PREFIX_BYTES) }] : []),
      // Values of the first versions have no key id.
      ...keyRing.map(({ key }) => ({ key, body: sealed })),
    ];
    for (const { key, body } of tries) {
      const opened = tryToOpen(key, body, context);
      if (opened) return opened;
    }
    throw new Error('no key of the ring opens this value');
  }

  return {
    sealBytes,
    openBytes,
    seal: (secret, context) => sealBytes(Buffer.from(secret), context),
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    currentPrefix: () => current().prefix,
    derive: (purpose) =>
      ring().map((ringKey) => ({ version: ringKey.version, value: derivedOf(ringKey, purpose) })),
  };
}

function preparedKey(key: Buffer): RingKey {
  const known = prepared.get(key);
  if (known) return known;
  const made = ringKey(key);
  prepared.set(key, made);
  return made;
}

/** Requests with a token need it each time, and purposes are few. */
function derivedOf({ key, derived }: RingKey, purpose: string): string {
  const known = derived.get(purpose);
  if (known !== undefined) return known;
  const value = Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)).toString('base64');
  derived.set(purpose, value);
  return value;
}

function ringKey(key: Buffer): RingKey {
  if (key.length !== KEY_BYTES) throw new RangeError('the encryption key has 32 bytes');
  const id = Buffer.from(hkdfSync('sha256', key, '', 'key-id', ID_BYTES));
  const prefix = Buffer.concat([Buffer.from([FORMAT]), id]);
  // 31 bits: every library accepts it as a positive integer.
  return { key, prefix, version: id.readUInt32BE() >>> 1, derived: new Map() };
}

function tryToOpen(key: Buffer, sealed: Buffer, context: string): Buffer | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length !== TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  try {
    const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** SHA-256 of a text, 32 bytes. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Compares two texts of any lengths in constant time. */
export function textsEqual(left: string, right: string): boolean {
  return digestsEqual(sha256(left), sha256(right));
}

/** Compares two digests in constant time; those of different lengths are not equal. */
export function digestsEqual(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
