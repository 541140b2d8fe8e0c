import type { Database, Queryable, Statement } from '#src/ground/database/database.ts';
import { ID_MIN } from '#src/ground/ids.ts';

/** A column of sealed values. Each value is bound to the key of its row. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column that identifies a row. */
  readonly key: string;
  /** The context that a value was sealed with. */
  readonly context: (key: string) => string;
  /** A value of `key` that is less than those of all rows. */
  readonly lowestKey: string;
  readonly batchSize: number;
}

const byId = {
  context: (id: string): string => id,
  lowestKey: ID_MIN,
};

/** All columns of the database that are sealed with the encryption key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoints', column: 'sealed_secret', key: 'id', batchSize: 100, ...byId },
  {
    table: 'webhook_endpoints',
    column: 'sealed_previous_secret',
    key: 'id',
    ...byId,
    batchSize: 100,
  },
  { table: 'webhook_exams', column: 'sealed_secret', key: 'id', batchSize: 100, ...byId },
  {
    table: 'payout_approval_servers',
    column: 'sealed_secret',
    key: 'id',
    ...byId,
    batchSize: 100,
  },
  { table: 'mails', column: 'sealed_body', key: 'id', batchSize: 100, ...byId },
  {
    table: 'kyc_documents',
    column: 'sealed_content',
    key: 'document_id',
    ...byId,
    // A document has up to 5 MiB, so only a few are read at once.
    batchSize: 4,
  },
  {
    table: 'dispute_files',
    column: 'sealed_content',
    key: 'id',
    ...byId,
    // A file has up to 10 MiB.
    batchSize: 2,
  },
  {
    table: 'installation',
    column: 'sealed_receipt_key',
    key: 'is_only_row',
    lowestKey: 'false',
    context: () => 'installation receipt key',
    batchSize: 1,
  },
  {
    table: 'installation',
    column: 'sealed_payload_key',
    key: 'is_only_row',
    lowestKey: 'false',
    context: () => 'installation payload key',
    batchSize: 1,
  },
  // Last, because afterwards a process that has only an older key refuses to start.
  {
    table: 'installation',
    column: 'sealed_check',
    key: 'is_only_row',
    lowestKey: 'false',
    context: () => 'installation',
    batchSize: 1,
  },
];

function selectOld({ table, column, key }: SealedColumn): Statement {
  return {
    name: `reseal_select_${table}_${column}`,
    text: `select ${key}::text as key, ${column} as sealed from ${table}
      where ${key} > $3 and substring(${column} for $1) <> $2 order by ${key} limit $4`,
  };
}

// A value that was changed meanwhile is skipped: it was sealed with the current key.
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

/** A batch of a column's values of older keys, of rows after a row's key. */
export function selectOldValues(
  database: Queryable,
  column: SealedColumn,
  { prefix, after }: { prefix: Buffer; after: string },
): Promise<SealedRow[]> {
  const values = [prefix.length, prefix, after, column.batchSize];
  return database.query<SealedRow>(selectOld(column), values);
}

/** Replaces a value, unless it was changed since it was read. */
export async function replaceValue(
  database: Database,
  column: SealedColumn,
  { row, sealed }: { row: SealedRow; sealed: Buffer },
): Promise<void> {
  await database.query(replace(column), [row.key, row.sealed, sealed]);
}

/** Counts a column's values of older keys. */
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

/** A batch of second factors of older keys, after an id. */
export function selectOldSecondFactors(
  database: Queryable,
  prefix: string,
  after: string,
): Promise<SecondFactorRow[]> {
  return database.query<SecondFactorRow>(SELECT_SECOND_FACTORS, [prefix, after]);
}

/** Replaces the values of a second factor, unless they were changed since they were read. */
export async function replaceSecondFactor(
  database: Queryable,
  row: SecondFactorRow,
  { secret, codes }: { secret: string; codes: string },
): Promise<void> {
  await database.query(REPLACE_SECOND_FACTOR, [row.id, row.secret, row.codes, secret, codes]);
}
