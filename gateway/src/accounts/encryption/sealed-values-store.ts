import * as f from '#src/ground/database/fields.ts';
import { many, one, paramsOf, run, shaped, sql } from '#src/ground/database/sql.ts';
import { HERE, isInThisBucket } from '#src/ground/database/statement-place.ts';
import { ID_MIN } from '#src/ground/ids.ts';

/** A column of sealed values. Each value is bound to the key of its row. */
interface Column {
  readonly table: string;
  readonly column: string;
  /** The column that identifies a row. */
  readonly key: string;
  readonly keyField: f.Field<string>;
  /** The context that a value was sealed with. */
  readonly context: (key: string) => string;
  /** A value of `key` that is less than those of all rows. */
  readonly lowestKey: string;
  readonly batchSize: number;
  /** Whether each bucket has the table. */
  readonly isInBuckets?: true;
}

/** A key of a row, as a text. */
const isOnlyRow: f.Field<string> = { stored: 'boolean', isNullable: false };
const byId = {
  keyField: f.uuid,
  context: (id: string): string => id,
  lowestKey: ID_MIN,
};

const secret = { key: 'id', ...byId, batchSize: 100, isInBuckets: true } as const;

const COLUMNS: readonly Column[] = [
  { table: 'webhook_endpoints', column: 'sealed_secret', ...secret },
  { table: 'webhook_endpoints', column: 'sealed_previous_secret', ...secret },
  { table: 'webhook_exams', column: 'sealed_secret', ...secret },
  { table: 'payout_approval_servers', column: 'sealed_secret', ...secret },
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
    isInBuckets: true,
  },
  {
    table: 'installation',
    column: 'sealed_receipt_key',
    key: 'is_only_row',
    keyField: isOnlyRow,
    lowestKey: 'false',
    context: () => 'installation receipt key',
    batchSize: 1,
  },
  {
    table: 'installation',
    column: 'sealed_payload_key',
    key: 'is_only_row',
    keyField: isOnlyRow,
    lowestKey: 'false',
    context: () => 'installation payload key',
    batchSize: 1,
  },
  // Last, because afterwards a process that has only an older key refuses to start.
  {
    table: 'installation',
    column: 'sealed_check',
    key: 'is_only_row',
    keyField: isOnlyRow,
    lowestKey: 'false',
    context: () => 'installation',
    batchSize: 1,
  },
];

/** The statements about a column. */
function withStatements(sealed: Column) {
  const { table, column, key, keyField, isInBuckets } = sealed;
  const place = isInBuckets && HERE;
  // A move leaves copies in the old bucket, which can't be changed and are deleted later.
  const ofMember = isInBuckets ? `and ${isInThisBucket(`${table}.merchant_id`)}` : '';
  const $ = paramsOf({
    key: keyField,
    after: keyField,
    prefixLength: f.int,
    prefix: f.bytes,
    read: f.bytes,
    sealed: f.bytes,
    limit: f.count,
  });
  return {
    ...sealed,
    /** A batch of the column's values of older keys, of rows after a row's key. */
    selectOld: many(
      `reseal_select_${table}_${column}`,
      { key: f.text, sealed: f.neverNull(f.bytes) },
      sql`select ${key}::text as key, ${column} as sealed from ${table}
      where ${key} > ${$.after} and substring(${column} for ${$.prefixLength}) <> ${$.prefix}
        ${ofMember}
      order by ${key} limit ${$.limit}`,
      place,
    ),
    // A value that was changed meanwhile is skipped: it was sealed with the current key.
    /** Replaces a value, unless it was changed since it was `read`. */
    replace: run(
      `reseal_replace_${table}_${column}`,
      sql`update ${table} set ${column} = ${$.sealed}
        where ${key} = ${$.key} and ${column} = ${$.read} ${ofMember}`,
      place,
    ),
    /** Counts the column's values of older keys. */
    countOld: one(
      `reseal_count_${table}_${column}`,
      shaped({ count: f.count }, ({ count }) => count),
      sql`select count(*) as count from ${table}
        where substring(${column} for ${$.prefixLength}) <> ${$.prefix} ${ofMember}`,
      place,
    ),
  };
}

/** All columns of the database that are sealed with the encryption key. */
export const SEALED_COLUMNS = COLUMNS.map(withStatements);
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

const SECOND_FACTOR = { id: f.text, secret: f.text, codes: f.text };
const $ = paramsOf({
  ...SECOND_FACTOR,
  prefix: f.text,
  after: f.text,
  newSecret: f.text,
  newCodes: f.text,
});

/** A batch of second factors of older keys, after an id. */
export const selectOldSecondFactors = many(
  'reseal_select_second_factors',
  SECOND_FACTOR,
  sql`select id, secret, "backupCodes" as codes from auth."twoFactor"
    where (secret not like ${$.prefix} || '%' or "backupCodes" not like ${$.prefix} || '%')
      and id > ${$.after}
    order by id limit 100`,
);

/** Replaces the values of a second factor, unless they were changed since they were read. */
export const replaceSecondFactor = run(
  'reseal_replace_second_factor',
  sql`update auth."twoFactor" set secret = ${$.newSecret}, "backupCodes" = ${$.newCodes}
    where id = ${$.id} and secret = ${$.secret} and "backupCodes" = ${$.codes}`,
);
