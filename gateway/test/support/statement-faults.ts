import type pg from 'pg';
import { columnOf, type Field } from '#src/ground/database/fields.ts';
import type { TypedStatement } from '#src/ground/database/sql.ts';
import { type Described, type DescribedColumn, describeStatement } from './describe-statement.ts';

/** An outer join makes null of columns that are not null in their table. */
const OUTER_JOIN = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i;

/** Lists that the driver reads otherwise than single values. */
const UNREADABLE_LIST = /^(?:bigint|timestamp with time zone)\[\]$/;

/** The types and the nullable columns of a database. */
export interface KnownTypes {
  /** The name of a type as PostgreSQL writes it, by its number. */
  readonly names: ReadonlyMap<number, string>;
  /** The numbers of tables and columns that can't be null. */
  readonly notNull: ReadonlySet<string>;
}

/** Reads all types and columns. */
export async function readKnownTypes(client: pg.Client): Promise<KnownTypes> {
  const types = await client.query<{ oid: number; name: string }>(
    'select oid, format_type(oid, null) as name from pg_type',
  );
  const columns = await client.query<{ key: string }>(
    `select attrelid || ' ' || attnum as key from pg_attribute where attnotnull`,
  );
  return {
    names: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    notNull: new Set(columns.rows.map(({ key }) => key)),
  };
}

/** How a typed statement differs from what the database says of it. */
export async function faultsOfTypes(
  client: pg.Client,
  known: KnownTypes,
  { text, params, gives, readRow }: TypedStatement,
): Promise<string[]> {
  const described = await describeStatement(client, text);
  return [
    ...params.flatMap(({ param, field }, index) =>
      faultsOfParam(param, field, known.names.get(described.parameterOids[index] ?? 0)),
    ),
    ...(gives === undefined ? [] : faultsOfRows(gives, described, { text, known })),
    ...(readRow && gives ? faultsOfOrder(gives, described) : []),
  ];
}

function faultsOfParam(name: string, field: Field<unknown>, type: string | undefined): string[] {
  const said = nameOf(field);
  // A text is sent for a UUID too, and PostgreSQL reads it as what the statement says.
  if (said === type || (said === 'uuid' && type === 'text')) return [];
  return [`parameter ${name}: ${said}, the database has ${type}`];
}

/** Rows in the binary format are read by the places of their columns. */
function faultsOfOrder(gives: TypedStatement['gives'] & object, { columns }: Described): string[] {
  const said = Object.entries(gives).map(([name, field]) => columnOf(name, field));
  const found = columns?.map(({ name }) => name) ?? [];
  return said.join() === found.join() ? [] : [`reads ${said}, the database gives ${found}`];
}

function faultsOfRows(
  gives: TypedStatement['gives'] & object,
  { columns }: Described,
  { text, known }: { text: string; known: KnownTypes },
): string[] {
  if (columns === undefined) return ['returns no rows'];
  return Object.entries(gives).flatMap(([name, field]) => {
    const wanted = columnOf(name, field);
    const [column, second] = columns.filter((each) => each.name === wanted);
    if (column === undefined) return [`returns no column ${wanted}`];
    if (second !== undefined) return [`returns two columns ${wanted}`];
    return faultsOfColumn(field, column, { isJoined: OUTER_JOIN.test(text), known });
  });
}

function faultsOfColumn(
  field: Field<unknown>,
  { name, typeOid, tableOid, columnNumber }: DescribedColumn,
  { isJoined, known }: { isJoined: boolean; known: KnownTypes },
): string[] {
  const [said, type] = [nameOf(field), known.names.get(typeOid)];
  const isDay = said === 'date' && type === 'text';
  const isText = said === 'uuid' && type === 'text';
  const faults: string[] = [];
  if (type === 'date') faults.push(`column ${name}: read a date as ${name}::text`);
  else if (said !== type && !isDay && !isText) {
    faults.push(`column ${name}: ${said}, the database has ${type}`);
  }
  if (UNREADABLE_LIST.test(said)) faults.push(`column ${name}: return JSON instead of ${said}`);
  // Of an expression the database doesn't say whether it may be null.
  if (tableOid === 0) return faults;
  const isNotNull = known.notNull.has(`${tableOid} ${columnNumber}`);
  if (field.isNullable && isNotNull && !isJoined) faults.push(`column ${name} is never null`);
  if (!field.isNullable && !field.isNeverNullHere && !isNotNull)
    faults.push(`column ${name} may be null`);
  return faults;
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  int: 'integer',
  timestamptz: 'timestamp with time zone',
};

/** The type of a field as PostgreSQL writes it. */
function nameOf({ stored }: Field<unknown>): string {
  const base = stored.replace('[]', '');
  return `${LONG_NAMES[base] ?? base}${stored.slice(base.length)}`;
}
