import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const ID_RANDOM_BYTES = 10;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const pool = new Uint8Array(POOL_BYTES);
let poolOffset = POOL_BYTES;

/** Random bytes from a pool: one call to the system serves hundreds of identifiers. */
export function randomBytesPooled(length: number): Uint8Array {
  const from = takeRandom(length);
  return pool.slice(from, from + length);
}

/** The offset of the next unused random bytes of the pool. */
function takeRandom(length: number): number {
  if (poolOffset + length > POOL_BYTES) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  poolOffset += length;
  return poolOffset - length;
}

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of time, then 74 random bits. It has no counter,
 * because the random bits keep the address of a charge's payment page unguessable.
 */
export function createId(atMs: number): string {
  const from = takeRandom(ID_RANDOM_BYTES);
  if (atMs !== latestTime.atMs) latestTime = { atMs, text: timeOfId(atMs) };
  const version = HEX[(byteAt(from) & 0x0f) | 0x70];
  const variant = HEX[(byteAt(from + 2) & 0x3f) | 0x80];
  const head = `${latestTime.text}-${version}${hexAt(from + 1)}-${variant}${hexAt(from + 3)}`;
  const tail = hexAt(from + 4) + hexAt(from + 5) + hexAt(from + 6) + hexAt(from + 7);
  return `${head}-${tail}${hexAt(from + 8)}${hexAt(from + 9)}`;
}

// A batch makes its ids at one instant.
let latestTime = { atMs: 0, text: '00000000-0000' };

function timeOfId(atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

function byteAt(index: number): number {
  return pool[index] ?? 0;
}

function hexAt(index: number): string {
  return HEX[byteAt(index)] ?? '';
}

/** The smallest UUIDv7 of an instant: ids below it are older, ids from it on are not. */
export function firstIdAt(atMs: number): string {
  return `${timeOfId(atMs)}-7000-8000-000000000000`;
}

/** When an id was made, in milliseconds since 1970. */
export function instantOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

// JSON has no usual form for a later instant, and PostgreSQL reads none.
const INSTANT_MAX = Date.UTC(9999, 11, 31);

/**
 * Ids with their instants, for rows that are found by both. Leaves out ids of others whose instant
 * is after the year 9999.
 */
export function withInstants(ids: readonly string[]): { id: string; createdAt: number }[] {
  return ids
    .map((id) => ({ id, createdAt: instantOfId(id) }))
    .filter(({ createdAt }) => createdAt <= INSTANT_MAX);
}

/** The ids of the millisecond in which an id was made: from the first to before the second. */
export function idsOfSameInstant(id: string): [from: string, before: string] {
  const at = instantOfId(id);
  return [firstIdAt(at), firstIdAt(at + 1)];
}

/** Smaller and greater than every id that this gateway makes. */
export const ID_MIN = '00000000-0000-0000-0000-000000000000';
export const ID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The smallest id that is greater than this one. */
export function idAfter(id: string): string {
  const next = BigInt(`0x${id.replaceAll('-', '')}`) + 1n;
  const hex = next.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the text is an id in its usual form. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** A random number from 0 to 1, for jitter. */
export function randomFraction(): number {
  const [high = 0, middle = 0, low = 0] = randomBytesPooled(3);
  return (high * 65_536 + middle * 256 + low) / 16_777_215;
}
