import type pg from 'pg';
import type { Statement } from '#src/ground/database/database.ts';
import { rowTypes } from '#src/ground/database/row-type.ts';

/** How many rows a scan without a limit may be expected to return. */
const ROWS_MAX = 20_000;
/** Nodes that read all their input before they return the first row. */
const READS_ALL = /^(Sort|Aggregate|Hash|ModifyTable)$/;

/** A node of a plan, as EXPLAIN (FORMAT JSON) writes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly Alias?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** The tables and indexes of a database that the check of plans needs. */
export interface Catalogue {
  /** The growing table that a table or a partition belongs to. */
  readonly growing: ReadonlyMap<string, string>;
  /** The table of an index and the expression of its first column. */
  readonly indexes: ReadonlyMap<
    string,
    { readonly table: string; readonly first: string; readonly isGin: boolean }
  >;
  /** The columns of the primary key of each table or partition. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** The columns of a ledger scope, and those that divide its rows into few parts. */
const SCOPE = new Set(['merchant_id', 'recipient_id', 'environment', 'status']);

interface IndexRow {
  readonly name: string;
  readonly table: string;
  readonly first: string;
  readonly is_gin: boolean;
}

/** Reads the catalogue for some growing tables. */
export async function readCatalogue(
  client: pg.Client,
  tables: readonly string[],
): Promise<Catalogue> {
  const leaves = await client.query<{ root: string; leaf: string }>(
    `select t as root, c.relname as leaf from unnest($1::text[]) as t
     join pg_class c on c.oid = t::regclass or c.oid in (
       select inhrelid from pg_inherits where inhparent = t::regclass)`,
    [tables],
  );
  const indexes = await client.query<IndexRow>(
    `select i.relname as name, t.relname as table, pg_get_indexdef(i.oid, 1, true) as first,
       i.relam = (select oid from pg_am where amname = 'gin') as is_gin
     from pg_index x join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid`,
  );
  const keys = await client.query<{ name: string; columns: string[] }>(
    `select conrelid::regclass::text as name, array(
       select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)
     ) as columns
     from pg_constraint where contype = 'p'`,
  );
  return {
    keys: new Map(keys.rows.map(({ name, columns }) => [name, columns])),
    growing: new Map(leaves.rows.map(({ leaf, root }) => [leaf, root])),
    indexes: new Map(
      indexes.rows.map(({ name, is_gin: isGin, ...index }) => [name, { ...index, isGin }]),
    ),
  };
}

/** Describes each table or index of which the statement's plan reads too much. */
export async function faultsOf(
  client: pg.Client,
  catalogue: Catalogue,
  statement: Statement,
): Promise<string[]> {
  const plan = await planOf(client, statement);
  return [...new Set(faultsOfNode(plan, catalogue, false))];
}

/**
 * Describes each table of which the statement's plan reads all rows of a merchant although it knows
 * the key of the rows: the key is a filter, not a condition of the index.
 */
export async function historiesOf(
  client: pg.Client,
  catalogue: Catalogue,
  statement: Statement,
): Promise<string[]> {
  return [...new Set(historiesOfNode(await planOf(client, statement, 'verbose, '), catalogue, []))];
}

function historiesOfNode(node: PlanNode, catalogue: Catalogue, above: string[]): string[] {
  const filters = [...above, node.Filter ?? '', node['Join Filter'] ?? ''];
  const below = (node.Plans ?? []).flatMap((plan) => historiesOfNode(plan, catalogue, filters));
  const { 'Relation Name': table = '', Alias: alias = '' } = node;
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? '';
  const read = columnsIn(condition, alias);
  const known = new Set(filters.flatMap((filter) => comparedIn(filter, alias)));
  const isOfHistory = read.length > 0 && read.every((name) => SCOPE.has(name));
  const keyColumns = (catalogue.keys.get(table) ?? []).filter((name) => !SCOPE.has(name));
  return isOfHistory && keyColumns.some((name) => known.has(name))
    ? [`reads ${table} by ${node['Index Name'] ?? 'a bitmap'} (${read.join(', ')})`, ...below]
    : below;
}

/** The columns of a table or alias in an expression. */
function columnsIn(expression: string, alias: string): string[] {
  return [...expression.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(
    ([, name = '']) => name,
  );
}

/** The columns that an expression compares by equality. */
function comparedIn(expression: string, alias: string): string[] {
  const column = `\\b${alias}\\.(\\w+)`;
  return [...expression.matchAll(new RegExp(`${column} = |= ${column}`, 'g'))].map(
    ([, left, right]) => left ?? right ?? '',
  );
}

/** The plan of a statement with some values. Throws the database's error if it can make none. */
async function planOf(
  client: pg.Client,
  statement: Statement,
  options: '' | 'verbose, ' = '',
): Promise<PlanNode> {
  const command = `explain (${options}format json) execute`;
  const rows = await runWithSome(client, statement, { command, id: SOME_ID });
  const [found] = rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
  if (!found) throw new Error(`${statement.name} has no plan`);
  return found['QUERY PLAN'][0].Plan;
}

/**
 * Runs a statement with some values, where `id` is the expression of an id. What was prepared stays
 * after an error.
 */
export async function runWithSome(
  client: pg.Client,
  { name, text }: Statement,
  { command, id }: { readonly command: string; readonly id: string },
): Promise<Record<string, unknown>[]> {
  await client.query('deallocate all');
  await client.query(`prepare explained as ${text}`);
  const known = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements
       where name = 'explained'`,
  );
  const values = (known.rows[0]?.types ?? []).map((type) => parameterOf(type, name, id));
  const list = values.length === 0 ? '' : `(${values.join(', ')})`;
  return (await client.query(`${command} explained${list}`)).rows;
}

function faultsOfNode(node: PlanNode, catalogue: Catalogue, isLimited: boolean): string[] {
  const type = node['Node Type'];
  const isLimitedBelow = type === 'Limit' || (isLimited && !READS_ALL.test(type));
  const own = faultOf(node, catalogue, isLimited);
  const below = (node.Plans ?? []).flatMap((plan) => faultsOfNode(plan, catalogue, isLimitedBelow));
  return own === undefined ? below : [own, ...below];
}

function faultOf(
  node: PlanNode,
  { growing, indexes }: Catalogue,
  isLimited: boolean,
): string | undefined {
  if (node['Node Type'] === 'Seq Scan') {
    const table = growing.get(node['Relation Name'] ?? '');
    return table && `reads all of ${table}`;
  }
  if (!/^(Bitmap )?Index/.test(node['Node Type'])) return undefined;
  const index = indexes.get(node['Index Name'] ?? '');
  const table = index && growing.get(index.table);
  if (!index || !table) return undefined;
  const condition = node['Index Cond'];
  // A GIN index is read only at the searched words, in whichever column they are.
  const isBounded = condition?.includes(index.first) || (condition && index.isGin);
  if (!isBounded) return `reads all of an index of ${table} (${index.first}, …)`;
  return !isLimited && node['Plan Rows'] > ROWS_MAX ? `reads too many rows of ${table}` : undefined;
}

const SOME_ID = `merchant_of(1)`;

function parameterOf(type: string, statement: string, id: string): string {
  if (rowTypes.has(type.replace('[]', ''))) return `array[null]::${type}`;
  switch (type.replace('[]', '')) {
    case 'uuid':
      return array(type, id);
    case 'text':
    case 'character varying':
      return array(type, /by_status/.test(statement) ? `'failed'` : `'live'`);
    case 'timestamp with time zone':
      return array(type, /purge/.test(statement) ? `now() - interval '91 days'` : 'now()');
    // A day that has all its rows: of today there are only those until now.
    case 'date':
      return array(type, 'current_date - 1');
    case 'json':
      return `'[{}]'`;
    case 'boolean':
      return 'false';
    case 'bytea':
      return array(type, `'\\x00'::bytea`);
    case 'inet':
      return array(type, `'192.0.2.1'::inet`);
    default:
      return array(type, '100');
  }
}

function array(type: string, value: string): string {
  return type.endsWith('[]') ? `array[${value}]` : value;
}
