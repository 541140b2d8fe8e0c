import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, HERE } from '#src/ground/database/statement-place.ts';
import type { DocumentType } from '#src/ground/images/detect-document-type.ts';
import type { DisputeStatus } from '../dispute.ts';
import type { DisputeFile } from './dispute-file.ts';

interface FileRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly dispute_id: string;
  readonly name: string;
  readonly content_type: DocumentType;
  readonly size_bytes: bigint;
  readonly created_at: number;
  readonly sent_at: number | null;
}

// Without the content, so that lists don't read megabytes.
const COLUMNS = `f.merchant_id, f.environment, f.id, f.dispute_id, f.name, f.content_type,
  f.size_bytes, f.created_at, f.sent_at`;
const OF_DISPUTE = 'f.merchant_id = $1 and f.environment = $2 and f.dispute_id = $3';

const LOCK_DISPUTE = {
  name: 'dispute_files_lock_dispute',
  text: `select status from disputes where merchant_id = $1 and environment = $2 and id = $3
    for update`,
};
// Rows that don't exist yet can't be locked.
const LOCK_SCOPE = {
  name: 'dispute_files_lock_scope',
  place: bucketOfMerchant(1),
  text: `select pg_advisory_xact_lock(
      hashtextextended('dispute files ' || $1::text || ' ' || $2::text, 0))`,
};
const SUM = {
  name: 'dispute_files_sum',
  text: `select count(*) as count, coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select size_bytes from dispute_files where merchant_id = $1 and environment = $2 limit $3
    ) counted`,
};
const INSERT = {
  name: 'dispute_files_insert',
  text: `insert into dispute_files (merchant_id, environment, dispute_id, id, name, content_type,
      size_bytes, content_sha256, sealed_content, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};
const SELECT = {
  name: 'dispute_files_select',
  text: `select ${COLUMNS} from dispute_files f where ${OF_DISPUTE} order by f.id`,
};
const SELECT_SAME = {
  name: 'dispute_files_select_same',
  text: `select ${COLUMNS} from dispute_files f where ${OF_DISPUTE} and f.content_sha256 = $4`,
};
const SELECT_CONTENT = {
  name: 'dispute_files_select_content',
  text: `select ${COLUMNS}, f.sealed_content from dispute_files f
    where ${OF_DISPUTE} and f.id = $4`,
};
const DELETE = {
  name: 'dispute_files_delete',
  text: `delete from dispute_files f where ${OF_DISPUTE} and f.id = $4 and f.sent_at is null
    returning ${COLUMNS}`,
};
const DELETE_ALL = {
  name: 'dispute_files_delete_all',
  text: `delete from dispute_files
    where merchant_id = $1 and environment = $2 and dispute_id = any($3::uuid[])`,
};
const MARK_SENT = {
  name: 'dispute_files_mark_sent',
  text: `update dispute_files f set sent_at = $5 where ${OF_DISPUTE} and f.id = $4`,
};
const EXPIRE = {
  name: 'dispute_files_expire',
  place: HERE,
  text: `delete from dispute_files f
    using (select merchant_id, environment, dispute_id, id from dispute_files
      where id < $1 order by id limit $2) old
    where (f.merchant_id, f.environment, f.dispute_id, f.id)
      = (old.merchant_id, old.environment, old.dispute_id, old.id)
    returning f.id`,
};

/** The key of a dispute, and of one of its files. */
export interface FileKey extends LedgerScope {
  readonly disputeId: string;
  readonly id: string;
}

/** Locks a dispute for the transaction. Returns its status; undefined for no dispute. */
export async function lockDispute(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
): Promise<DisputeStatus | undefined> {
  const values = [merchantId, environment, id];
  const [row] = await tx.query<{ status: DisputeStatus }>(LOCK_DISPUTE, values);
  return row?.status;
}

/** Serialises the uploads of a scope. Returns the number and the bytes of its first files. */
export async function lockAndSumFiles(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  countMax: number,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const values = [merchantId, environment];
  await tx.query(LOCK_SCOPE, values);
  const [row] = await tx.query<{ count: bigint; bytes: bigint }>(SUM, [...values, countMax]);
  return { count: Number(row?.count ?? 0n), bytes: Number(row?.bytes ?? 0n) };
}

/** Sends the insert of a file with its sealed content; the commit waits for it. */
export function insertFile(
  tx: Transaction,
  file: DisputeFile,
  { sha256, sealed }: { readonly sha256: Buffer; readonly sealed: Buffer },
): void {
  const { name, contentType, sizeBytes, createdAt } = file;
  const values = [name, contentType, sizeBytes, sha256, sealed, new Date(createdAt)];
  tx.send(INSERT, [...keyOf(file), ...values]);
}

/** The files of a dispute without their contents, oldest first. */
export async function selectFiles(
  database: Queryable,
  { merchantId, environment, id }: TransactionKey,
): Promise<DisputeFile[]> {
  const rows = await database.query<FileRow>(SELECT, [merchantId, environment, id]);
  return rows.map(fileFromRow);
}

/** The file of a dispute that has this content already. */
export async function selectSameFile(
  database: Queryable,
  { merchantId, environment, id }: TransactionKey,
  sha256: Buffer,
): Promise<DisputeFile | undefined> {
  const values = [merchantId, environment, id, sha256];
  const [row] = await database.query<FileRow>(SELECT_SAME, values);
  return row && fileFromRow(row);
}

/** A file with its sealed content, or undefined. */
export async function selectFileWithContent(
  database: Queryable,
  key: FileKey,
): Promise<{ file: DisputeFile; sealed: Buffer } | undefined> {
  const rows = await database.query<FileRow & { sealed_content: Buffer }>(
    SELECT_CONTENT,
    keyOf(key),
  );
  const [row] = rows;
  return row && { file: fileFromRow(row), sealed: row.sealed_content };
}

/** Deletes a file that the bank has not taken, and returns it; undefined if there is none. */
export async function deleteFile(tx: Transaction, key: FileKey): Promise<DisputeFile | undefined> {
  const [row] = await tx.query<FileRow>(DELETE, keyOf(key));
  return row && fileFromRow(row);
}

/** Sends the deletion of all files of disputes. */
export function deleteFilesOf(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  disputeIds: readonly string[],
): void {
  tx.send(DELETE_ALL, [merchantId, environment, disputeIds]);
}

/** Stores that the bank has taken a file. */
export async function markSent(database: Queryable, key: FileKey, at: Date): Promise<void> {
  await database.query(MARK_SENT, [...keyOf(key), at]);
}

/** Deletes files with lower ids, at most `limit`. Returns how many. */
export async function deleteOldFiles(
  database: Queryable,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<number> {
  return (await database.query(EXPIRE, [beforeId, limit])).length;
}

function keyOf({ merchantId, environment, disputeId, id }: FileKey): string[] {
  return [merchantId, environment, disputeId, id];
}

function fileFromRow(row: FileRow): DisputeFile {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    disputeId: row.dispute_id,
    name: row.name,
    contentType: row.content_type,
    sizeBytes: Number(row.size_bytes),
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}
