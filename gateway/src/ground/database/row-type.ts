/**
 * Rows that a statement takes as one parameter: an array of a composite type of the database, in
 * the binary format of PostgreSQL. That costs PostgreSQL half of what JSON does (decision 0015).
 */

/** The column types, with the values that they take. */
interface ColumnValues {
  uuid: string;
  text: string;
  /** Any value that JSON has. */
  json: object;
  boolean: boolean;
  bytea: Buffer;
  /** A number must be a safe integer. */
  bigint: bigint | number;
  /** Milliseconds since 1970, a text of ISO 8601, or `infinity`. */
  timestamptz: Date | number | string;
}

type TypeName = keyof ColumnValues;
/** The type of a column; with `?` it may be null or left out. */
export type ColumnType = TypeName | `${TypeName}?`;
export type Columns = Readonly<Record<string, ColumnType>>;

type RequiredName<All extends Columns> = {
  [Name in keyof All]: All[Name] extends TypeName ? Name : never;
}[keyof All];
type ValueOf<Type extends ColumnType> = Type extends TypeName
  ? ColumnValues[Type]
  : Type extends `${infer Base extends TypeName}?`
    ? ColumnValues[Base]
    : never;

/** A row with these columns. */
export type RowOf<All extends Columns> = {
  readonly [Name in RequiredName<All>]: ValueOf<All[Name]>;
} & {
  readonly [Name in Exclude<keyof All, RequiredName<All>>]?: ValueOf<All[Name]> | null | undefined;
};

/** A composite type of the schema `public`, which a migration has created with these columns. */
export interface RowType<All extends Columns> {
  readonly name: string;
  readonly columns: All;
  /** The names of all columns, in their order, with commas. */
  readonly names: string;
  /** The expression for `from`, of the rows in a parameter: 1 is `$1`. */
  from(parameter: number): string;
  /** The value of the parameter. */
  rows(rows: readonly RowOf<All>[]): RowList;
}

/** All row types, by name: a test compares them with the database. */
export const rowTypes = new Map<string, RowType<Columns>>();

/**
 * Describes a composite type of the database. An older version that runs beside this one sends the
 * columns that it knows, so a type with other columns needs a new name.
 */
export function rowType<const All extends Columns>(name: string, columns: All): RowType<All> {
  const encoders = Object.entries(columns).map(([column, type]) => ({
    column,
    ...ENCODINGS[type.replace('?', '') as TypeName],
  }));
  const made: RowType<All> = {
    name,
    columns,
    names: Object.keys(columns).join(', '),
    from: (parameter) => `unnest($${parameter}::${name}[])`,
    rows: (rows) => new RowList(encoders, rows),
  };
  rowTypes.set(name, made as unknown as RowType<Columns>);
  return made;
}

interface ColumnEncoder extends Encoding {
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
    return this.#rows.map(merchantOf);
  }

  /** The rows of some merchants. */
  ofMerchants(isWanted: (merchantId: string) => boolean): RowList {
    return new RowList(
      this.#encoders,
      this.#rows.filter((row) => isWanted(merchantOf(row))),
    );
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
    for (const { column, oid, write } of this.#encoders) {
      const value = row[column];
      // Before each value: a text uses what was free for the values after it.
      reserve(VALUE_BYTES_MAX);
      writeInt32(oid);
      if (value === null || value === undefined) writeInt32(NULL);
      else write(value);
    }
    view.setInt32(start, at - start - INT_BYTES);
  }
}

function merchantOf(row: object): string {
  const { merchant_id: id } = row as { merchant_id?: unknown };
  if (typeof id !== 'string') throw new Error('a row for a bucket has no merchant');
  return id;
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
const ENCODINGS: Readonly<Record<TypeName, Encoding>> = {
  uuid: { oid: 2950, write: writeUuid },
  text: { oid: 25, write: writeText },
  json: { oid: 114, write: (value: object) => writeText(JSON.stringify(value)) },
  boolean: { oid: 16, write: writeBoolean },
  bytea: { oid: 17, write: writeBytes },
  bigint: { oid: 20, write: writeInt64 },
  timestamptz: { oid: 1184, write: writeTime },
};
