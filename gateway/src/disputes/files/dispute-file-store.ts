import type { TransactionKey } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  countRows,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DocumentType } from '#src/ground/images/detect-document-type.ts';
import type { DisputeStatus } from '../dispute.ts';
import type { DisputeFile } from './dispute-file.ts';

const KEY = { ...f.SCOPE, disputeId: f.uuid, id: f.uuid };
// Without the content, so that lists don't read megabytes.
const FILE = {
  ...f.SCOPE,
  id: f.uuid,
  disputeId: f.uuid,
  name: f.text,
  contentType: f.textOf<DocumentType>(),
  sizeBytes: f.count,
  createdAt: f.instant,
  sentAt: f.orNull(f.instant),
};
const CONTENT = { sha256: f.inColumn('content_sha256', f.bytes), sealed: f.bytes };

/** The key of a dispute, and of one of its files. */
export type FileKey = f.RecordOf<typeof KEY>;

const $ = paramsOf({
  ...FILE,
  ...CONTENT,
  sentAt: f.instant,
  beforeId: f.uuid,
  limit: f.count,
});
const COLUMNS = f.columnsOf(FILE, 'f');
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_DISPUTE = sql`f.merchant_id = ${$.merchantId} and f.environment = ${$.environment}
      and f.dispute_id = ${$.disputeId}`;
const OF_KEY = sql`${OF_DISPUTE} and f.id = ${$.id}`;

const lockRow = maybeOne(
  'dispute_files_lock_dispute',
  { status: f.textOf<DisputeStatus>() },
  sql`select status from disputes where ${OF_SCOPE} and id = ${$.disputeId}
    for update`,
);
// Rows that don't exist yet can't be locked.
const lockScope = run(
  'dispute_files_lock_scope',
  sql`select pg_advisory_xact_lock(
      hashtextextended('dispute files ' || ${$.merchantId}::text || ' '
        || ${$.environment}::text, 0))`,
  bucketOf($.merchantId),
);
const sumFiles = one(
  'dispute_files_sum',
  { count: f.count, bytes: f.count },
  sql`select count(*) as count, coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select size_bytes from dispute_files where ${OF_SCOPE} limit ${$.limit}
    ) counted`,
);

/** Sends the insert of a file with its sealed content; the commit waits for it. */
export const insertFile = send(
  'dispute_files_insert',
  sql`insert into dispute_files (merchant_id, environment, dispute_id, id, name, content_type,
      size_bytes, content_sha256, sealed_content, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.disputeId}, ${$.id}, ${$.name},
      ${$.contentType}, ${$.sizeBytes}, ${$.sha256}, ${$.sealed}, ${$.createdAt})`,
);

const selectOfDispute = many(
  'dispute_files_select',
  FILE,
  sql`select ${COLUMNS} from dispute_files f where ${OF_DISPUTE} order by f.id`,
);

/** The file of a dispute that has this content already. */
export const selectSameFile = maybeOne(
  'dispute_files_select_same',
  FILE,
  sql`select ${COLUMNS} from dispute_files f
    where ${OF_DISPUTE} and f.content_sha256 = ${$.sha256}`,
);

/** A file with its sealed content, or undefined. */
export const selectFileWithContent = maybeOne(
  'dispute_files_select_content',
  shaped(
    { ...FILE, sealed: f.inColumn('sealed_content', f.bytes) },
    ({ sealed, ...file }): { file: DisputeFile; sealed: Buffer } => ({ file, sealed }),
  ),
  sql`select ${COLUMNS}, f.sealed_content from dispute_files f
    where ${OF_KEY}`,
);

/** Deletes a file that the bank has not taken, and returns it; undefined if there is none. */
export const deleteFile = maybeOne(
  'dispute_files_delete',
  FILE,
  sql`delete from dispute_files f where ${OF_KEY} and f.sent_at is null
    returning ${COLUMNS}`,
);

/** Sends the deletion of all files of disputes. */
export const deleteFilesOf = send(
  'dispute_files_delete_all',
  sql`delete from dispute_files
    where ${OF_SCOPE} and dispute_id = any(${param('disputeIds', f.listOf(f.uuid))}::uuid[])`,
);

/** Stores that the bank has taken a file. */
export const markSent = run(
  'dispute_files_mark_sent',
  sql`update dispute_files f set sent_at = ${$.sentAt} where ${OF_KEY}`,
);

/** Deletes files with lower ids, at most `limit`. Returns how many. */
export const deleteOldFiles = countRows(
  'dispute_files_expire',
  sql`delete from dispute_files f
    using (select merchant_id, environment, dispute_id, id from dispute_files
      where id < ${$.beforeId} order by id limit ${$.limit}) old
    where (f.merchant_id, f.environment, f.dispute_id, f.id)
      = (old.merchant_id, old.environment, old.dispute_id, old.id)
    returning f.id`,
  HERE,
);

/** Locks a dispute for the transaction. Returns its status; undefined for no dispute. */
export async function lockDispute(
  tx: Transaction,
  { merchantId, environment, id: disputeId }: TransactionKey,
): Promise<DisputeStatus | undefined> {
  return (await lockRow(tx, { merchantId, environment, disputeId }))?.status;
}

/** Serialises the uploads of a scope. Returns the number and the bytes of its first files. */
export async function lockAndSumFiles(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  countMax: number,
): Promise<{ readonly count: number; readonly bytes: number }> {
  await lockScope(tx, { merchantId, environment });
  return sumFiles(tx, { merchantId, environment, limit: countMax });
}

/** The files of a dispute without their contents, oldest first. */
export function selectFiles(
  database: Queryable,
  { merchantId, environment, id: disputeId }: TransactionKey,
): Promise<DisputeFile[]> {
  return selectOfDispute(database, { merchantId, environment, disputeId });
}
