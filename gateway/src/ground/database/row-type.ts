import { columnOf, columnsOf, type Fields, type GivenOf } from './fields.ts';

/**
 * Rows that a statement takes as one parameter: an array of a composite type of the database, in
 * the binary format of PostgreSQL. That costs PostgreSQL half of what JSON does (decision 0015).
 */

type NullableName<All extends Fields> = {
  [Name in keyof All]: null extends GivenOf<All[Name]> ? Name : never;
}[keyof All];

/** A row with these fields. Those that may be null may be left out. */
export type RowOf<All extends Fields> = {
  readonly [Name in Exclude<keyof All, NullableName<All>>]: GivenOf<All[Name]>;
} & {
  readonly [Name in NullableName<All>]?: GivenOf<All[Name]> | undefined;
};

/** A composite type of the schema `public`, which a migration has created with these columns. */
export interface RowType<All extends Fields> {
  readonly name: string;
  readonly fields: All;
  /** The names of all columns, in their order, with commas. */
  readonly names: string;
  /** The expression for `from`, of the rows in a parameter: 1 is `$1`. */
  from(parameter: number): string;
  /** The value of the parameter. */
  rows(rows: readonly RowOf<All>[]): RowList;
}

/** All row types, by name: a test compares them with the database. */
export const rowTypes = new Map<string, RowType<Fields>>();

/**
 * Describes a composite type of the database. An older version that runs beside this one sends the
 * columns that it knows, so a type with other columns needs a new name.
 */
export function rowType<All extends Fields>(name: string, fields: All): RowType<All> {
  const encoders = Object.entries(fields).map(([property, field]) => {
    const encoding = ENCODINGS[field.stored];
    if (encoding === undefined) throw new Error(`${name}: a ${field.stored} can't be sent`);
    return { property, column: columnOf(property, field), ...encoding };
  });
  const made: RowType<All> = {
    name,
    fields,
    names: columnsOf(fields),
    from: (parameter) => `unnest($${parameter}::${name}[])`,
    rows: (rows) => new RowList(encoders, rows),
  };
  rowTypes.set(name, made as unknown as RowType<Fields>);
  return made;
}

interface ColumnEncoder extends Encoding {
  readonly property: string;
  readonly column: string;
}

/** Rows for one parameter. The driver encodes them when it sends the statement (`toPostgres`). */
export class RowList {
  readonly #encoders: readonly ColumnEncoder[];
  readonly #rows: readonly object[];

  constructor(encoders: readonly ColumnEncoder[], rows: readonly object[]) {
    this.#encoders = encoders;
    this.#rows = rows;
  }

  /** The merchants of the rows, in their order. */
  merchantIds(): string[] {
    return this.#rows.map((row) => this.#merchantOf(row));
  }

  /** The rows of some merchants. */
  ofMerchants(isWanted: (merchantId: string) => boolean): RowList {
    return new RowList(
      this.#encoders,
      this.#rows.filter((row) => isWanted(this.#merchantOf(row))),
    );
  }

  #merchantOf(row: object): string {
    const encoder = this.#encoders.find(({ column }) => column === 'merchant_id');
    const id = encoder && (row as Readonly<Record<string, unknown>>)[encoder.property];
    if (typeof id !== 'string') throw new Error('a row for a bucket has no merchant');
    return id;
  }

  /** The rows in the binary format of an array of composites. */
  toPostgres(): Buffer {
    at = 0;
    const dimensions = this.#rows.length === 0 ? 0 : 1;
    writeInt32(dimensions);
    writeInt32(0);
    // The server doesn't compare the number of a type that an installation has created.
    writeInt32(0);
    if (dimensions > 0) {
      writeInt32(this.#rows.length);
      writeInt32(1);
    }
    for (const row of this.#rows) this.#writeRow(row as Readonly<Record<string, never>>);
    return Buffer.from(bytes.subarray(0, at));
  }

  #writeRow(row: Readonly<Record<string, never>>): void {
    const start = at;
    reserve(VALUE_BYTES_MAX);
    writeInt32(0);
    writeInt32(this.#encoders.length);
    for (const { property, oid, write } of this.#encoders) {
      const value = row[property];
      // Before each value: a text uses what was free for the values after it.
      reserve(VALUE_BYTES_MAX);
      writeInt32(oid);
      if (value === null || value === undefined) writeInt32(NULL);
      else write(value);
    }
    view.setInt32(start, at - start - INT_BYTES);
  }
}

const INT_BYTES = 4;
const LONG_BYTES = 8;
const UUID_BYTES = 16;
const UTF8_BYTES_MAX = 3;
/** More than any value but a text or bytes needs with its type and length, or a row's head. */
const VALUE_BYTES_MAX = 32;
const FIRST_BYTES = 65_536;
const SHORT_TEXT = 64;
const FIRST_NOT_ASCII = 0x80;
/** PostgreSQL counts from 2000-01-01, in microseconds. */
const EPOCH_MS = 946_684_800_000;
const MICROSECONDS = 1_000;
const INT32_VALUES = 2 ** 32;
const INT64_MAX = 2n ** 63n - 1n;
const NULL = -1;
const UUID_LENGTH = 36;
/** Where the 16 bytes of a UUID begin in its text. */
const UUID_PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const HEX_DIGITS = '0123456789abcdef';
const NOT_HEX = 32;
/** The value of each ASCII character as a hexadecimal digit. */
const HEX_VALUES = Uint8Array.from({ length: FIRST_NOT_ASCII }, (_, code) => {
  const digit = HEX_DIGITS.indexOf(String.fromCharCode(code).toLowerCase());
  return digit === -1 ? NOT_HEX : digit;
});

// One buffer for all lists: each is written as a whole and copied.
let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
let view = new DataView(bytes.buffer);
let at = 0;

/** Makes room for more bytes. */
function reserve(count: number): void {
  if (at + count <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, at + count));
  bytes.copy(larger, 0, 0, at);
  bytes = larger;
  view = new DataView(bytes.buffer);
}

function writeInt32(value: number): void {
  view.setInt32(at, value);
  at += INT_BYTES;
}

/** A number must be a safe integer. */
function writeInt64(value: bigint | number): void {
  writeInt32(LONG_BYTES);
  if (typeof value === 'bigint') {
    view.setBigInt64(at, value);
  } else {
    view.setInt32(at, Math.floor(value / INT32_VALUES));
    view.setUint32(at + INT_BYTES, value);
  }
  at += LONG_BYTES;
}

function writeTime(value: Date | number | string): void {
  const ms = typeof value === 'string' ? Date.parse(value) : Number(value);
  if (value !== 'infinity' && Number.isNaN(ms)) throw new TypeError('not a time');
  writeInt64(value === 'infinity' ? INT64_MAX : (ms - EPOCH_MS) * MICROSECONDS);
}

function writeText(value: string): void {
  reserve(value.length * UTF8_BYTES_MAX + VALUE_BYTES_MAX);
  const start = at + INT_BYTES;
  const length = writeAscii(value, start) ?? bytes.write(value, start);
  writeInt32(length);
  at += length;
}

/** Writes a short text without a call into the runtime; undefined when it is not such a text. */
function writeAscii(value: string, start: number): number | undefined {
  const { length } = value;
  if (length > SHORT_TEXT) return undefined;
  for (let index = 0; index < length; index += 1) {
    const code = value.charCodeAt(index);
    if (code >= FIRST_NOT_ASCII) return undefined;
    bytes[start + index] = code;
  }
  return length;
}

/** Throws a TypeError for a text that is not a UUID of 36 characters. */
function writeUuid(value: string): void {
  writeInt32(UUID_BYTES);
  if (value.length !== UUID_LENGTH) throw new TypeError('not a UUID');
  for (const index of UUID_PAIRS) {
    const high = HEX_VALUES[value.charCodeAt(index)] ?? NOT_HEX;
    const low = HEX_VALUES[value.charCodeAt(index + 1)] ?? NOT_HEX;
    if (high + low >= NOT_HEX) throw new TypeError('not a UUID');
    bytes[at] = high * HEX_DIGITS.length + low;
    at += 1;
  }
}

function writeBytes(value: Uint8Array): void {
  reserve(value.length + VALUE_BYTES_MAX);
  writeInt32(value.length);
  bytes.set(value, at);
  at += value.length;
}

function writeBoolean(value: boolean): void {
  writeInt32(1);
  view.setUint8(at, value ? 1 : 0);
  at += 1;
}

interface Encoding {
  /** The number of the type in `pg_type`. */
  readonly oid: number;
  /** Writes the length and the bytes of a value. */
  readonly write: (value: never) => void;
}

/** The binary formats of PostgreSQL: the functions `…_send` and `…_recv` of its types. */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  uuid: { oid: 2950, write: writeUuid },
  text: { oid: 25, write: writeText },
  json: { oid: 114, write: (value: object) => writeText(JSON.stringify(value)) },
  boolean: { oid: 16, write: writeBoolean },
  bytea: { oid: 17, write: writeBytes },
  bigint: { oid: 20, write: writeInt64 },
  timestamptz: { oid: 1184, write: writeTime },
};
