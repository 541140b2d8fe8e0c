import { digestsEqual, sha256 } from '../encryption/encryption.ts';
import { Refusal } from '../errors/problems.ts';

const NESTING_MAX = 100;

// A digest has four parts: 16 bytes of a SHA-256 over the operation and the canonical JSON of the
// body; one byte with the version of the parts after it; a mark of the operation; a mark of each
// field. A mark is a hash of two bytes, which keeps the row of a key small; marks of missing fields
// at the end are left out. When two digests differ, the marks tell which fields differ. Versions
// before 0.3.0 stored the whole SHA-256, whose first bytes are the same.
const WHOLE_BYTES = 16;
const MARKS_VERSION = 1;
const OPERATION_AT = WHOLE_BYTES + 1;
const MARK_BYTES = 2;
const FIELDS_AT = OPERATION_AT + MARK_BYTES;

// FNV-1a, 32 bits.
const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

const MARK_OF_MISSING = markOf('');

/** A field whose difference is named: its name in the API, and its place in the content. */
export interface DigestedField {
  readonly name: string;
  readonly path: readonly string[];
}

/** Fields of a body by their dotted paths. The order is stored: add new ones at the end. */
export function fieldsOf(...paths: readonly string[]): readonly DigestedField[] {
  return paths.map((name) => ({ name, path: name.split('.') }));
}

/**
 * The digest of a request; spacing and the order of fields don't matter. Refuses `invalid_json` for
 * content of more than 100 levels.
 */
export function digestRequest(
  operation: string,
  content: unknown,
  fields: readonly DigestedField[],
): Buffer {
  const whole = sha256(`${operation}\n${canonicalJson(content, 0)}`);
  const digest = Buffer.alloc(FIELDS_AT + MARK_BYTES * fields.length);
  whole.copy(digest, 0, 0, WHOLE_BYTES);
  digest[WHOLE_BYTES] = MARKS_VERSION;
  digest.writeUInt16BE(markOf(operation), OPERATION_AT);
  let position = FIELDS_AT;
  for (const { path } of fields) {
    digest.writeUInt16BE(markOf(textOf(valueAt(content, path))), position);
    position += MARK_BYTES;
  }
  return digest.subarray(0, lengthWithoutMissing(digest));
}

/** The length of a digest without the marks of missing fields at its end. */
function lengthWithoutMissing(digest: Buffer): number {
  let length = digest.length;
  while (length > FIELDS_AT && digest.readUInt16BE(length - MARK_BYTES) === MARK_OF_MISSING) {
    length -= MARK_BYTES;
  }
  return length;
}

/** Whether two digests are of the same operation and content. */
export function isSameRequest(sent: Buffer, stored: Buffer): boolean {
  return digestsEqual(sent.subarray(0, WHOLE_BYTES), stored.subarray(0, WHOLE_BYTES));
}

/**
 * The names of the fields in which two different requests differ. Empty for another operation, for
 * digests of older versions, and when only fields without a mark differ.
 */
export function differingFields(
  sent: Buffer,
  stored: Buffer,
  fields: readonly DigestedField[],
): readonly string[] {
  const isComparable =
    stored.length >= FIELDS_AT &&
    stored[WHOLE_BYTES] === MARKS_VERSION &&
    stored.readUInt16BE(OPERATION_AT) === sent.readUInt16BE(OPERATION_AT);
  if (!isComparable) return [];
  return fields
    .filter((_, index) => markAt(sent, index) !== markAt(stored, index))
    .map(({ name }) => name);
}

function markAt(digest: Buffer, index: number): number {
  const position = FIELDS_AT + MARK_BYTES * index;
  return position < digest.length ? digest.readUInt16BE(position) : MARK_OF_MISSING;
}

function valueAt(content: unknown, path: readonly string[]): unknown {
  let value = content;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The value as text. Values other than texts get a prefix with which no text begins. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : `\u0000${canonicalJson(value, 0)}`;
}

function markOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return ((hash >>> 16) ^ hash) & 0xff_ff;
}

function canonicalJson(value: unknown, nesting: number): string {
  if (nesting > NESTING_MAX) throw new Refusal('invalid_json');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item, nesting + 1)).join(',')}]`;
  }
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = canonicalJson((value as Record<string, unknown>)[name], nesting + 1);
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
  }
  return `{${members}}`;
}
