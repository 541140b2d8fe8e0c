import type { Database, Queryable, Statement } from '#src/platform/database/database.ts';
import { ID_MIN } from '#src/platform/ids.ts';

/** A column of sealed values. Its rows are found by one key, which is what a value is bound to. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column by which a row is found. */
  readonly key: string;
  readonly context: (key: string) => string;
  /** What is below every key. */
  readonly before: string;
  readonly rowsAtOnce: number;
}

const byId = {
  context: (id: string): string => id,
  before: ID_MIN,
};

/** Everything in the database that is sealed with the encryption key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoints', column: 'sealed_secret', key: 'id', rowsAtOnce: 100, ...byId },
  {
    ...{ table: 'webhook_endpoints', column: 'sealed_previous_secret', key: 'id', ...byId },
    rowsAtOnce: 100,
  },
  { table: 'mails', column: 'sealed_body', key: 'id', rowsAtOnce: 100, ...byId },
  {
    ...{ table: 'kyc_documents', column: 'sealed_content', key: 'document_id', ...byId },
    // Each has up to 5 MiB.
    rowsAtOnce: 4,
  },
  // Last: a process that has only an old key is refused from here on.
  {
    ...{ table: 'installation', column: 'sealed_check', key: 'is_only_row', before: 'false' },
    context: () => 'installation',
    rowsAtOnce: 1,
  },
];

function selectOld({ table, column, key }: SealedColumn): Statement {
  return {
    name: `reseal_select_${table}_${column}`,
    text: `select ${key}::text as key, ${column} as sealed from ${table}
      where ${key} > $3 and substring(${column} for $1) <> $2 order by ${key} limit $4`,
  };
}

// A value that was changed meanwhile stays: it was sealed with the current key.
function replace({ table, column, key }: SealedColumn): Statement {
  return {
    name: `reseal_replace_${table}_${column}`,
    text: `update ${table} set ${column} = $3 where ${key} = $1 and ${column} = $2`,
  };
}

function countOld({ table, column }: SealedColumn): Statement {
  return {
    name: `reseal_count_${table}_${column}`,
    text: `select count(*) as count from ${table} where substring(${column} for $1) <> $2`,
  };
}

const SELECT_SECOND_FACTORS = {
  name: 'reseal_select_second_factors',
  text: `select id, secret, "backupCodes" as codes from auth."twoFactor"
    where (secret not like $1 || '%' or "backupCodes" not like $1 || '%') and id > $2
    order by id limit 100`,
};
const REPLACE_SECOND_FACTOR = {
  name: 'reseal_replace_second_factor',
  text: `update auth."twoFactor" set secret = $4, "backupCodes" = $5
    where id = $1 and secret = $2 and "backupCodes" = $3`,
};

export interface SealedRow extends Record<string, unknown> {
  readonly key: string;
  readonly sealed: Buffer;
}

/** Values of a column that are not sealed with the key of the prefix, from a key on. */
export function selectOldValues(
  database: Queryable,
  column: SealedColumn,
  { prefix, after }: { prefix: Buffer; after: string },
): Promise<SealedRow[]> {
  const values = [prefix.length, prefix, after, column.rowsAtOnce];
  return database.query<SealedRow>(selectOld(column), values);
}

export async function replaceValue(
  database: Database,
  column: SealedColumn,
  { row, sealed }: { row: SealedRow; sealed: Buffer },
): Promise<void> {
  await database.query(replace(column), [row.key, row.sealed, sealed]);
}

/** How many values of a column are not sealed with the key of the prefix. */
export async function countOldValues(
  database: Queryable,
  column: SealedColumn,
  prefix: Buffer,
): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(countOld(column), [prefix.length, prefix]);
  return Number(row?.count ?? 0n);
}

export interface SecondFactorRow extends Record<string, unknown> {
  readonly id: string;
  readonly secret: string;
  readonly codes: string;
}

/** Second factors that don't begin with the envelope of the current key, from an id on. */
export function selectOldSecondFactors(
  database: Queryable,
  envelope: string,
  after: string,
): Promise<SecondFactorRow[]> {
  return database.query<SecondFactorRow>(SELECT_SECOND_FACTORS, [envelope, after]);
}

export async function replaceSecondFactor(
  database: Queryable,
  row: SecondFactorRow,
  { secret, codes }: { secret: string; codes: string },
): Promise<void> {
  await database.query(REPLACE_SECOND_FACTOR, [row.id, row.secret, row.codes, secret, codes]);
}
