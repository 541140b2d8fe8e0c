import type { Environment } from '../access/ledger-scope.ts';
import { type Centavos, centavos as centavosOf } from '../money/centavos.ts';
import { compileRecord } from './compile-record.ts';
import type { RawRow } from './raw-row.ts';

/**
 * The fields of records: each is said once, with its column, its type in the database and its value
 * in the program. `sql.ts` makes parameters and results of them, and a test compares
 * them with the database.
 */

/** A column or a parameter. `Given` is wider than `Value` where several values can be written. */
export interface Field<Value, Given = Value> {
  /** The type in the database, as SQL names it. */
  readonly stored: string;
  readonly isNullable: boolean;
  /** The column may be null, but not in the rows of the statement. */
  readonly isNeverNullHere?: true;
  /** The name of the column, if it is not the name of the field in snake_case. */
  readonly column?: string;
  /** The value is the JSON of the text, or `null`: for rows that are read to be JSON. */
  readonly isJsonOfText?: true;
  /** Makes the value of what the driver read. Without it they are the same. */
  read?(stored: never): Value;
  /** Makes what the driver sends. Without it the value is sent as it is. */
  write?(value: Given): unknown;
  /** Makes the value in JSON, for the rows of `rowsOf`. Without it `write` makes it. */
  toJson?(value: Given): unknown;
  /** Never set: they keep fields of different values apart. */
  readonly value?: Value;
  readonly given?: Given;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValueOf<Of> = Of extends { readonly value?: infer Value }
  ? Exclude<Value, undefined>
  : never;
export type GivenOf<Of> = Of extends { readonly given?: infer Given }
  ? Exclude<Given, undefined>
  : never;
/** A record with these fields, as it is read. */
export type RecordOf<All> = { readonly [Name in keyof All]: ValueOf<All[Name]> };
/** A record with these fields, as it may be written. */
export type GivenRecordOf<All> = { readonly [Name in keyof All]: GivenOf<All[Name]> };

function plain<Value>(stored: string): Field<Value> {
  return { stored, isNullable: false };
}

export const uuid = plain<string>('uuid');
export const text = plain<string>('text');
export const bool = plain<boolean>('boolean');
export const int = plain<number>('int');
export const double = plain<number>('double precision');
export const bytes = plain<Buffer>('bytea');
/** A day as `YYYY-MM-DD`. A statement returns it as a text: `day::text`. */
export const day = plain<string>('date');
/** A `bigint` of any size. */
export const bigint: Field<bigint, bigint | number> = { ...plain<never>('bigint'), toJson: String };
/** A `bigint` that is a safe integer: a count or a limit. */
export const count: Field<number, bigint | number> = {
  ...plain<never>('bigint'),
  read: safeInteger,
  toJson: String,
};
/** An amount of money in a `bigint`. */
export const centavos: Field<Centavos> = {
  ...plain<never>('bigint'),
  read: centavosOf,
  toJson: String,
};
/** Milliseconds since 1970 in a `timestamptz`. */
export const instant: Field<number, Date | number> = {
  ...plain<never>('timestamptz'),
  write: instantOf,
};

/** As `instant`, or the text `infinity`: an instant that no clock reaches. */
export const instantOrInfinity: Field<number, Date | number | 'infinity'> = {
  ...plain<never>('timestamptz'),
  write: (value) => (value === 'infinity' ? value : instantOf(value)),
};

function instantOf(value: Date | number): Date {
  const instant = new Date(value);
  // JSON would make it null.
  if (Number.isNaN(instant.getTime())) throw new RangeError('an instant is not valid');
  return instant;
}

function safeInteger(stored: bigint): number {
  // A column behind an outer join or an aggregate may be null, and `Number(null)` is 0.
  if (typeof stored !== 'bigint') throw new TypeError('a bigint is missing');
  const value = Number(stored);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint is not a safe integer');
  return value;
}

/** A text of a few values. Only the check of the column knows them too. */
export function textOf<const Value extends string>(): Field<Value> {
  return plain('text');
}

/** A value of JSON. Only TypeScript knows what is in it. */
export function json<Value>(stored: 'json' | 'jsonb' = 'json'): Field<Value> {
  return { ...plain<Value>(stored), write: JSON.stringify, toJson: (value) => value };
}

/** The JSON of a text, or `null`, for rows in the binary format. */
export const jsonOfText: Field<string> = { ...orNull(text), isJsonOfText: true } as Field<string>;

/** A list in one column or parameter: `id = any(…)`. */
export function listOf<Value, Given>(of: Field<Value, Given>): Field<Value[], readonly Given[]> {
  const { stored, read, write, toJson } = of;
  return {
    stored: `${stored}[]`,
    isNullable: false,
    ...(read && { read: (list: readonly never[]) => list.map((value) => read(value)) }),
    ...(write && { write: (list) => list.map((value) => write(value)) }),
    ...(toJson && { toJson: (list) => list.map((value) => toJson(value)) }),
  };
}

/** The same field, which may be null. */
export function orNull<Value, Given>(
  field: Field<Value, Given>,
): Field<Value | null, Given | null> {
  const { read, write, toJson } = field;
  return {
    ...field,
    isNullable: true,
    ...(read && { read: keepNull(read) }),
    ...(write && { write: keepNull(write) }),
    ...(toJson && { toJson: keepNull(toJson) }),
  } as Field<Value | null, Given | null>;
}

/**
 * The same field, where the column may be null but a condition of the statement excludes null.
 * Reading throws a TypeError for null.
 */
export function neverNull<Value, Given>(field: Field<Value, Given>): Field<Value, Given> {
  const read = (stored: never): Value => {
    if (stored === null) throw new TypeError('a column is null');
    return field.read ? field.read(stored) : stored;
  };
  return { ...field, isNeverNullHere: true, read };
}

function keepNull<From, To>(change: (value: From) => To) {
  return (value: From | null): To | null => (value === null ? null : change(value));
}

/** The same fields, each of which may be null: the columns of a table behind an outer join. */
export function eachOrNull<All extends Fields>(fields: All) {
  const all = Object.entries(fields).map(([name, field]) => [name, orNull(field)]);
  return Object.fromEntries(all) as {
    readonly [Name in keyof All]: Field<ValueOf<All[Name]> | null, GivenOf<All[Name]> | null>;
  };
}

/** The same field in a column of another name. */
export function inColumn<Value, Given>(
  column: string,
  field: Field<Value, Given>,
): Field<Value, Given> {
  return { ...field, column };
}

/** The fields of each row of a ledger scope. */
export const SCOPE = { merchantId: uuid, environment: textOf<Environment>() };

export function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The column of a field. */
export function columnOf(name: string, { column }: Field<unknown>): string {
  return column ?? inSnakeCase(name);
}

/** The columns of fields with commas, of the table `alias` if it is given. */
export function columnsOf(fields: Fields, alias?: string): string {
  return Object.entries(fields)
    .map(([name, field]) => `${alias === undefined ? '' : `${alias}.`}${columnOf(name, field)}`)
    .join(', ');
}

/** Makes the function that reads rows of the driver. */
export function readerOf<All extends Fields>(fields: All): (row: object) => RecordOf<All> {
  return compileRecord(
    Object.entries(fields).map(([name, field]) => ({
      from: columnOf(name, field),
      to: name,
      change: field.read,
    })),
  );
}

/** The methods of `RawRow` that read a type: a value, and one that may be null. */
const BINARY: Readonly<Record<string, readonly (keyof RawRow)[]>> = {
  text: ['text', 'textOrNull'],
  json: ['text', 'textOrNull'],
  int: ['int'],
  bigint: ['bigint'],
  timestamptz: ['time', 'timeOrNull'],
};

/**
 * Makes the function that reads rows in the binary format, which have the columns of the fields in
 * the order of the fields. Only texts, JSON and instants may be null. A bigint is read as a number,
 * so only `count` may be one.
 */
export function binaryReaderOf<All extends Fields>(fields: All): (row: RawRow) => RecordOf<All> {
  return compileRecord(
    Object.entries(fields).map(([name, { stored, isNullable, isJsonOfText, read }]) => {
      const from = isJsonOfText ? 'jsonOfText' : BINARY[stored]?.[isNullable ? 1 : 0];
      const isNumber = stored !== 'bigint' || read === count.read;
      if (from === undefined || !isNumber)
        throw new Error(`the field ${name} can't be read in binary`);
      return { from, isMethod: true, to: name, change: stored === 'json' ? parseJson : undefined };
    }),
  );
}

function parseJson(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

/** Refuses an absent value, which JSON would leave out and the database take as null. */
function present(name: string, write: ((value: never) => unknown) | undefined) {
  return (value: never): unknown => {
    if (value === undefined) throw new TypeError(`the field ${name} of a row is missing`);
    return write ? write(value) : value;
  };
}

/** Makes the function that writes records as rows for JSON. */
export function jsonRowOf<All extends Fields>(fields: All): (record: object) => object {
  return compileRecord(
    Object.entries(fields).map(([name, field]) => ({
      from: name,
      to: columnOf(name, field),
      change: present(name, field.toJson ?? field.write),
    })),
  );
}
