import { createHash } from 'node:crypto';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, firstIdAt, isId } from '#src/ground/ids.ts';
import { detectDocumentType } from '#src/ground/images/detect-document-type.ts';
import { isOpen } from '../dispute-book.ts';
import { readDispute } from '../read-disputes.ts';
import {
  type DisputeFile,
  FILE_BYTES_MAX,
  FILES_MAX,
  MERCHANT_BYTES_MAX,
  safeName,
} from './dispute-file.ts';
import {
  deleteFile,
  deleteOldFiles,
  type FileKey,
  insertFile,
  lockAndSumFiles,
  lockDispute,
  selectFiles,
  selectFileWithContent,
  selectSameFile,
} from './dispute-file-store.ts';

const FILES_AT_ONCE = 100;

/** The most files of a merchant in one environment: their sizes are added up for each upload. */
const MERCHANT_FILES_MAX = 5_000;

export interface FileDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
}

export interface NewFile {
  readonly name: string;
  readonly content: Buffer;
  readonly by: Actor;
}

/**
 * Adds a file to a dispute that waits for its defence, sealed. A file with the same bytes is kept
 * once. Refuses `dispute_not_found`, `dispute_closed`, `dispute_already_defended`,
 * `dispute_file_invalid`, `dispute_file_too_large`, `too_many_dispute_files` and
 * `dispute_files_full`.
 */
export async function addFile(
  { database, clock, secretBox }: FileDeps,
  dispute: TransactionKey,
  { name, content, by }: NewFile,
): Promise<DisputeFile> {
  if (!isId(dispute.id)) throw new Refusal('dispute_not_found');
  if (content.length > FILE_BYTES_MAX) throw new Refusal('dispute_file_too_large');
  const contentType = await detectDocumentType(content);
  if (!contentType) throw new Refusal('dispute_file_invalid');
  const now = clock.now();
  const { merchantId, environment, id: disputeId } = dispute;
  const file: DisputeFile = {
    merchantId,
    environment,
    disputeId,
    id: createId(now),
    name: safeName(name, contentType),
    contentType,
    sizeBytes: content.length,
    createdAt: now,
    sentAt: null,
  };
  const sha256 = createHash('sha256').update(content).digest();
  // Sealed with the id of its row, so that it can't be opened as another file.
  const sealed = secretBox.sealBytes(content, file.id);
  return database.transaction(async (tx) => {
    await lockUndefended(tx, dispute);
    const same = await selectSameFile(tx, { merchantId, environment, disputeId, sha256 });
    if (same) return same;
    await refuseFull(tx, dispute, file.sizeBytes);
    insertFile(tx, { ...file, sha256, sealed });
    recordFile(tx, by, { file, action: 'dispute_file.added', at: now });
    return file;
  });
}

/**
 * Removes a file of a dispute that waits for its defence. Refuses `dispute_not_found`,
 * `dispute_file_not_found`, `dispute_closed` and `dispute_already_defended`; the latter also for a
 * file that the bank has.
 */
export async function removeFile(
  { database, clock }: FileDeps,
  key: FileKey,
  by: Actor,
): Promise<void> {
  const { merchantId, environment, disputeId } = key;
  if (!isId(disputeId)) throw new Refusal('dispute_not_found');
  if (!isId(key.id)) throw new Refusal('dispute_file_not_found');
  await database.transaction(async (tx) => {
    const dispute = { merchantId, environment, id: disputeId };
    await lockUndefended(tx, dispute);
    const removed = await deleteFile(tx, key);
    if (!removed) {
      const files = await selectFiles(tx, dispute);
      const isSent = files.some(({ id }) => id === key.id);
      throw new Refusal(isSent ? 'dispute_already_defended' : 'dispute_file_not_found');
    }
    recordFile(tx, by, { file: removed, action: 'dispute_file.removed', at: clock.now() });
  });
}

/** The files of a dispute without their contents. Refuses `dispute_not_found`. */
export async function listFiles(
  database: Queryable,
  dispute: TransactionKey,
): Promise<DisputeFile[]> {
  const files = isId(dispute.id) ? await selectFiles(database, dispute) : [];
  if (files.length === 0) await readDispute(database, dispute);
  return files;
}

/** Opens a file with its content. Refuses `dispute_file_not_found`. */
export async function openFile(
  { database, secretBox }: Pick<FileDeps, 'secretBox'> & { readonly database: Queryable },
  key: FileKey,
): Promise<{ readonly file: DisputeFile; readonly content: Buffer }> {
  const isPossible = isId(key.disputeId) && isId(key.id);
  const row = isPossible ? await selectFileWithContent(database, key) : undefined;
  if (!row) throw new Refusal('dispute_file_not_found');
  return { file: row.file, content: secretBox.openBytes(row.sealed, key.id) };
}

async function lockUndefended(tx: Transaction, dispute: TransactionKey): Promise<void> {
  const status = await lockDispute(tx, dispute);
  if (status === undefined) throw new Refusal('dispute_not_found');
  if (!isOpen(status)) throw new Refusal('dispute_closed');
  if (status === 'in_defense') throw new Refusal('dispute_already_defended');
}

async function refuseFull(
  tx: Transaction,
  dispute: TransactionKey,
  sizeBytes: number,
): Promise<void> {
  const files = await selectFiles(tx, dispute);
  if (files.length >= FILES_MAX) throw new Refusal('too_many_dispute_files');
  const { count, bytes } = await lockAndSumFiles(tx, dispute, MERCHANT_FILES_MAX);
  const isFull = count >= MERCHANT_FILES_MAX || bytes + sizeBytes > MERCHANT_BYTES_MAX;
  if (isFull) throw new Refusal('dispute_files_full');
}

/** The name may tell of a payer, and the audit log is kept for ever: it gets the id only. */
function recordFile(
  tx: Transaction,
  by: Actor,
  { file, action, at }: { file: DisputeFile; action: AuditAction; at: number },
): void {
  const { merchantId, environment, disputeId, id } = file;
  const details = { environment, file_id: id };
  recordChange(tx, by, { action, merchantId, subject: disputeId, details }, at);
}

/** Deletes files of disputes that are older than `days`. @returns whether there may be more. */
export async function expireFiles(
  { database, clock }: DatabaseAndClock<Queryable>,
  days: number,
): Promise<boolean> {
  const beforeId = firstIdAt(clock.now() - days * DAY_MS);
  return (await deleteOldFiles(database, { beforeId, limit: FILES_AT_ONCE })) === FILES_AT_ONCE;
}
