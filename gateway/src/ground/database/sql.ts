import type { Queryable, Statement, Transaction } from './database-types.ts';
import {
  binaryReaderOf,
  columnOf,
  type Field,
  type Fields,
  type GivenOf,
  type GivenRecordOf,
  jsonRowOf,
  type RecordOf,
  readerOf,
} from './fields.ts';
import type { ReadRow } from './row-query.ts';
import type { RowList, RowOf, RowType } from './row-type.ts';
import type { Merge, Place } from './statement-place.ts';

/** A named parameter of a statement, which takes values of a field. */
export interface Param<Name extends string = string, Given = unknown> {
  readonly param: Name;
  readonly field: Field<unknown, Given>;
  /** The same type of value by another name. */
  as<New extends string>(name: New): Param<New, Given>;
}

/** A part of a statement, with the parameters that it needs. */
export interface Sql<Params = unknown> {
  readonly parts: readonly (string | Param)[];
  /** See `Statement`. */
  readonly keepsPlan?: true;
  /** Never set. */
  readonly params?: Params;
}

type ParamsOf<Part> =
  Part extends Param<infer Name, infer Given>
    ? { readonly [Key in Name]: Given }
    : Part extends Sql<infer Params>
      ? Params
      : unknown;
type AllOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? ParamsOf<First> & AllOf<Rest>
  : unknown;
/** The parameters as one object type, so that messages of the compiler show its fields. */
type Flat<Params> = { readonly [Name in keyof Params]: Params[Name] };
/** The argument with the parameters; none for a statement without parameters. */
type Given<Params> = keyof Params extends never ? [] : [params: Flat<Params>];

/** Makes a named parameter. */
export function param<const Name extends string, Value, GivenValue>(
  name: Name,
  field: Field<Value, GivenValue>,
): Param<Name, GivenValue> {
  return { param: name, field, as: (other) => param(other, field) };
}

/** The parameters of fields, with the names of the fields. */
export function paramsOf<All extends Fields>(fields: All) {
  const entries = Object.entries(fields).map(([name, field]) => [name, param(name, field)]);
  return Object.fromEntries(entries) as {
    readonly [Name in keyof All & string]: Param<Name, GivenOf<All[Name]>>;
  };
}

/** Text of SQL with parameters and other parts. A string is text too. */
export function sql<const Parts extends readonly (string | Param | Sql)[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Sql<AllOf<Parts>> {
  const all = texts.flatMap((text, index) => {
    const part = parts[index] ?? '';
    return typeof part === 'object' && 'parts' in part ? [text, ...part.parts] : [text, part];
  });
  return { parts: all };
}

/** The text of a statement whose plan connections keep; see `Statement`. */
export function keepPlan<Params>(text: Sql<Params>): Sql<Params> {
  return { ...text, keepsPlan: true };
}

/** A parameter for each field, with commas: the values of an insert with `columnsOf`. */
export function valuesOf<All extends Fields>(fields: All): Sql<GivenRecordOf<All>> {
  const params = Object.entries(fields).map(([name, field]) => param(name, field));
  return { parts: params.flatMap((each, index) => (index === 0 ? [each] : [', ', each])) };
}

/**
 * Rows in one parameter, as a table: `json_to_recordset($1) as row (merchant_id uuid, …)`. With a
 * merchant in the rows, the statement runs in the buckets of the rows' merchants.
 */
export function rowsOf<const Name extends string, All extends Fields>(
  name: Name,
  alias: string,
  fields: All,
): Sql<{ readonly [Key in Name]: readonly GivenRecordOf<All>[] }> {
  const columns = Object.entries(fields).map(
    ([key, field]) => `${columnOf(key, field)} ${field.stored}`,
  );
  const rowOf = jsonRowOf(fields);
  const field: Field<never, readonly object[]> = {
    stored: 'json',
    isNullable: false,
    write: (rows) => JSON.stringify(rows.map(rowOf)),
  };
  const rows = param(name, field);
  return { parts: ['json_to_recordset(', rows, `) as ${alias} (${columns.join(', ')})`] };
}

/** The field of a parameter with rows of a composite type, in the binary format. */
export function compositesOf<All extends Fields>(
  type: RowType<All>,
): Field<RowList, readonly RowOf<All>[]> {
  return { stored: `${type.name}[]`, isNullable: false, write: (rows) => type.rows(rows) };
}

/** Rows of a composite type in one parameter, as a table: `unnest($1::type[])`. */
export function rowsOfType<const Name extends string, All extends Fields>(
  name: Name,
  type: RowType<All>,
): Sql<{ readonly [Key in Name]: readonly RowOf<All>[] }> {
  return { parts: ['unnest(', param(name, compositesOf(type)), `::${type.name}[])`] };
}

/** Fields of a row, and the function that makes the result of each row. */
export class Shape<Result> {
  readonly fields: Fields;
  readonly resultOf: (row: never) => Result;
  /** Reads rows that come in the binary format, with the columns in the order of the fields. */
  readonly readRow: ReadRow<Result> | undefined;

  constructor(fields: Fields, resultOf: (row: never) => Result, readRow?: ReadRow<Result>) {
    this.fields = fields;
    this.resultOf = resultOf;
    this.readRow = readRow;
  }
}

/** A result that is not one flat record: with nested records, or with computed values. */
export function shaped<All extends Fields, Result>(
  fields: All,
  resultOf: (row: RecordOf<All>) => Result,
): Shape<Result> {
  return new Shape(fields, resultOf);
}

/**
 * As `shaped`, for rows in PostgreSQL's binary format, which cost PostgreSQL and the driver half.
 * The statement returns the columns in the order of the fields.
 */
export function shapedInBinary<All extends Fields, Result>(
  fields: All,
  resultOf: (row: RecordOf<All>) => Result,
): Shape<Result> {
  const read = binaryReaderOf(fields);
  return readInBinary(fields, (row) => resultOf(read(row)));
}

/** As `shapedInBinary`, with a function that reads all fields in their order. */
export function readInBinary<Result>(fields: Fields, readRow: ReadRow<Result>): Shape<Result> {
  return new Shape(fields, (row: Result) => row, readRow);
}

type ResultOf<Rows> = Rows extends Shape<infer Result> ? Result : RecordOf<Rows>;

/** A place whose parameters have names. */
export type NamedPlace =
  | Extract<Place, string>
  | { readonly merchant: Param }
  | { readonly each: true | (Omit<Merge, 'limit'> & { readonly limit?: Param }) };

/** The bucket of the merchant in a parameter, if the text doesn't say it. */
export function bucketOf(merchant: Param): NamedPlace {
  return { merchant };
}

/**
 * All buckets, as one list that is sorted by a column of ids, numbers or instants, and cut at the
 * limit in a parameter. The statement must read the column, and it must never be null.
 */
export function mergedBy(by: string, order: Merge['order'], limit?: Param): NamedPlace {
  return { each: { by, order, ...(limit && { limit }) } };
}

/** A statement that was made of fields: a test compares it with the database. */
export interface TypedStatement extends Statement {
  readonly params: readonly Param[];
  /** The fields of a row; undefined when neither its rows nor their number are read. */
  readonly gives: Fields | undefined;
}

/** All typed statements. */
export const typedStatements: TypedStatement[] = [];
const textsByName = new Map<string, string>();

/** The text of a statement. Its parameters are numbered by their first use. */
function numbered(name: string, { parts }: Sql) {
  const params: Param[] = [];
  const numberOf = (wanted: Param): number => {
    const index = params.findIndex((known) => known.param === wanted.param);
    if (index === -1) return params.push(wanted);
    if (params[index]?.field.stored !== wanted.field.stored) {
      throw new Error(`${name}: the parameter ${wanted.param} has two types`);
    }
    return index + 1;
  };
  const texts = parts.map((part) => {
    if (typeof part !== 'string') return `$${numberOf(part)}`;
    if (/\$\d/.test(part)) throw new Error(`${name}: a parameter has a number`);
    return part;
  });
  return { text: texts.join('').trim(), params, numberOf };
}

/** The queue of the rows that `due` selects; its only parameter is the present. */
export function dueQueue<const Queue extends { readonly name: string }>(queue: Queue, due: Sql) {
  const { text, params } = numbered(queue.name, due);
  if (params.length > 1) throw new Error(`${queue.name}: a queue has one parameter`);
  return { ...queue, due: text };
}

/** Numbers the parameters, and registers the statement. */
function make(
  name: string,
  sqlOf: Sql,
  gives: Fields | undefined,
  { at, readRow }: { at?: NamedPlace | undefined; readRow?: ReadRow<unknown> | undefined },
) {
  const { text, params, numberOf } = numbered(name, sqlOf);
  const place = at && placeWithNumbers(at, numberOf);
  if (at) requireMergeColumn(name, gives, at);
  if ((textsByName.get(name) ?? text) !== text) throw new Error(`two statements are named ${name}`);
  textsByName.set(name, text);
  const statement: Statement = {
    name,
    text,
    ...(place && { place }),
    ...(readRow && { readRow }),
    ...(sqlOf.keepsPlan && { keepsPlan: true }),
  };
  typedStatements.push({ ...statement, params, gives });
  const values = (given: object = {}): unknown[] =>
    params.map(({ param: key, field: { write } }) => {
      const value = (given as Readonly<Record<string, never>>)[key];
      // The driver would send null.
      if (value === undefined) throw new TypeError(`${name}: the parameter ${key} is missing`);
      return write ? write(value) : value;
    });
  return { statement, values };
}

function placeWithNumbers(place: NamedPlace, numberOf: (param: Param) => number): Place {
  if (typeof place === 'string') return place;
  if ('merchant' in place) return { merchant: numberOf(place.merchant) };
  if (place.each === true) return { each: true };
  const { limit, ...merge } = place.each;
  return { each: limit ? { ...merge, limit: numberOf(limit) } : merge };
}

/** Refuses a merge by a column that the rows don't have: with two buckets it would throw. */
function requireMergeColumn(name: string, gives: Fields | undefined, at: NamedPlace): void {
  if (typeof at === 'string' || !('each' in at) || at.each === true) return;
  const { by } = at.each;
  const column = Object.entries(gives ?? {}).find(([key, field]) => columnOf(key, field) === by);
  if (column === undefined || column[1].isNullable) {
    throw new Error(`${name}: rows can't be merged by ${by}, which is not read or may be null`);
  }
}

/** The fields of rows, and the function that makes the result of each row. */
function resultsOf<Rows extends Fields | Shape<unknown>>(rows: Rows) {
  const fields: Fields = rows instanceof Shape ? rows.fields : (rows as Fields);
  const readRow = rows instanceof Shape ? rows.readRow : undefined;
  const read = readRow ? (row: object) => row : readerOf(fields);
  const resultOf: (row: object) => unknown =
    rows instanceof Shape ? (row) => rows.resultOf(read(row) as never) : read;
  return {
    fields,
    readRow,
    resultOf: resultOf as (row: object) => ResultOf<Rows>,
  };
}

/** A statement that returns rows. */
export function many<Rows extends Fields | Shape<unknown>, Params>(
  name: string,
  rows: Rows,
  text: Sql<Params>,
  place?: NamedPlace,
) {
  const { fields, readRow, resultOf } = resultsOf(rows);
  const { statement, values } = make(name, text, fields, { at: place, readRow });
  return async (database: Queryable, ...[params]: Given<Params>): Promise<ResultOf<Rows>[]> => {
    const found = await database.query(statement, values(params));
    return found.map(resultOf);
  };
}

/** A statement that returns at most one row that is read; undefined without a row. */
export function maybeOne<Rows extends Fields | Shape<unknown>, Params>(
  name: string,
  rows: Rows,
  text: Sql<Params>,
  place?: NamedPlace,
) {
  const run = many(name, rows, text, place);
  return async (
    database: Queryable,
    ...params: Given<Params>
  ): Promise<ResultOf<Rows> | undefined> => (await run(database, ...params))[0];
}

/** A statement that always returns a row, such as a sum. Throws an Error without a row. */
export function one<Rows extends Fields | Shape<unknown>, Params>(
  name: string,
  rows: Rows,
  text: Sql<Params>,
  place?: NamedPlace,
) {
  const run = many(name, rows, text, place);
  return async (database: Queryable, ...params: Given<Params>): Promise<ResultOf<Rows>> => {
    const [row] = await run(database, ...params);
    if (row === undefined) throw new Error(`${name} returned no row`);
    return row;
  };
}

/** A statement that is waited for. Counts its rows: those that it changed, with `returning`. */
export function countRows<Params>(name: string, text: Sql<Params>, place?: NamedPlace) {
  const { statement, values } = make(name, text, {}, { at: place });
  return async (database: Queryable, ...[params]: Given<Params>): Promise<number> =>
    (await database.query(statement, values(params))).length;
}

/** A statement that is waited for. */
export function run<Params>(name: string, text: Sql<Params>, place?: NamedPlace) {
  const { statement, values } = make(name, text, undefined, { at: place });
  return async (database: Queryable, ...[params]: Given<Params>): Promise<void> => {
    await database.query(statement, values(params));
  };
}

/** A statement that is sent; the commit waits for it. */
export function send<Params>(name: string, text: Sql<Params>, place?: NamedPlace) {
  const { statement, values } = make(name, text, undefined, { at: place });
  return (tx: Transaction, ...[params]: Given<Params>): void => tx.send(statement, values(params));
}

/** A statement that is sent; the commit waits for it, and `take` gets its rows after the commit. */
export function sendForRows<Rows extends Fields | Shape<unknown>, Params>(
  name: string,
  rows: Rows,
  text: Sql<Params>,
  place?: NamedPlace,
) {
  const { fields, readRow, resultOf } = resultsOf(rows);
  const { statement, values } = make(name, text, fields, { at: place, readRow });
  return (
    tx: Transaction,
    params: Flat<Params>,
    take: (rows: readonly ResultOf<Rows>[]) => void,
  ): void => tx.send(statement, values(params), (found) => take(found.map(resultOf)));
}
