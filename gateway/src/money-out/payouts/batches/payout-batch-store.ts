import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BatchLine, BatchStatus, PayoutBatch } from './payout-batch.ts';

/** The name of a batch in its ledger scope. */
export interface BatchKey extends LedgerScope {
  readonly id: string;
}

interface BatchRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly file_name: string;
  readonly status: BatchStatus;
  readonly line_count: bigint;
  readonly error_count: bigint;
  readonly total_centavos: bigint;
  readonly fee_centavos: bigint;
  readonly is_repeated: boolean;
  readonly is_balance_short: boolean;
  readonly created_by_name: string;
  readonly created_at: number;
  readonly confirmed_at: number | null;
  readonly confirmed_by: string | null;
  readonly expires_at: number | null;
  readonly decided_by_name: string | null;
}

const COLUMNS = `b.merchant_id, b.environment, b.id, b.file_name, b.status, b.line_count,
  b.error_count, b.total_centavos, b.fee_centavos, b.is_repeated, b.is_balance_short,
  b.created_by_name, b.created_at, b.confirmed_at, b.confirmed_by, b.expires_at, b.decided_by_name`;
const KEY = 'merchant_id = $1 and environment = $2 and id = $3';
const INSERT = {
  name: 'payout_batch_insert',
  text: `insert into payout_batches (merchant_id, environment, id, file_name, file_sha256, status,
      lines, line_count, error_count, total_centavos, fee_centavos, is_repeated, is_balance_short,
      created_by_name, created_at)
    values ($1, $2, $3, $4, $5, 'checked', $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};
const LOCK = {
  name: 'payout_batch_lock',
  text: `select ${COLUMNS} from payout_batches b where ${KEY} for update`,
};
const SELECT = {
  name: 'payout_batch_select',
  text: `select ${COLUMNS} from payout_batches b where ${KEY}`,
};
const SELECT_LINES = {
  name: 'payout_batch_select_lines',
  text: `select lines, file_sha256 from payout_batches where ${KEY}`,
};
const LIST = {
  name: 'payout_batches_list',
  text: `select ${COLUMNS} from payout_batches b
    where merchant_id = $1 and environment = $2 and id < $3 order by id desc limit $4`,
};
const LIST_AWAITING = {
  name: 'payout_batches_list_awaiting',
  text: `select ${COLUMNS} from payout_batches b
    where merchant_id = $1 and environment = $2 and status = 'awaiting_approval' and id < $3
      and expires_at > $5
    order by id desc limit $4`,
};
// Of the newest batches of the scope only.
const RECENT_MAX = 200;
const SELECT_RECENT = {
  name: 'payout_batches_select_recent',
  text: `select status, file_sha256 = $3 as is_same
    from payout_batches
    where merchant_id = $1 and environment = $2 order by id desc limit ${RECENT_MAX}`,
};
const CONFIRM = {
  name: 'payout_batch_confirm',
  text: `update payout_batches set status = $4, confirmed_at = $5, expires_at = $6,
      confirmed_by = $7
    where ${KEY} and status = 'checked'`,
};
const SAVE_FINDINGS = {
  name: 'payout_batch_save_findings',
  text: `update payout_batches set lines = $4, is_repeated = $5
    where ${KEY} and status = 'checked'`,
};
const CORRECT = {
  name: 'payout_batch_correct',
  text: `update payout_batches set lines = $4, error_count = $5, total_centavos = $6,
      fee_centavos = $7, is_balance_short = $8
    where ${KEY} and status = 'checked'`,
};
const DELETE_ONE = {
  name: 'payout_batch_delete_unconfirmed',
  text: `delete from payout_batches where ${KEY} and status = 'checked'`,
};
const DECIDE = {
  name: 'payout_batch_decide',
  text: `update payout_batches set status = $4, decided_at = $5, decided_by_name = $6
    where ${KEY} and status = 'awaiting_approval'`,
};
const DELETE_UNCONFIRMED = {
  name: 'payout_batches_delete_unconfirmed',
  place: HERE,
  // One that is confirmed while this statement waits for its lock stays.
  text: `delete from payout_batches where status = 'checked' and (merchant_id, environment, id) in (
      select merchant_id, environment, id from payout_batches
      where status = 'checked' and created_at < $1 order by created_at limit $2
    ) returning id`,
};

/** A checked batch to insert. */
export interface NewBatch {
  readonly batch: PayoutBatch;
  readonly fileSha256: Buffer;
  readonly lines: readonly BatchLine[];
}

/** Sends the insert of a checked batch. */
export function insertBatch(tx: Transaction, { batch, fileSha256, lines }: NewBatch): void {
  tx.send(INSERT, [
    batch.merchantId,
    batch.environment,
    batch.id,
    batch.fileName,
    fileSha256,
    JSON.stringify(lines),
    batch.lineCount,
    batch.errorCount,
    batch.total,
    batch.fee,
    batch.isRepeated,
    batch.isBalanceShort,
    batch.createdByName,
    new Date(batch.createdAt),
  ]);
}

/** Locks a batch; undefined when there is none. */
export async function lockBatch(tx: Transaction, key: BatchKey): Promise<PayoutBatch | undefined> {
  return batchOf(await tx.query<BatchRow>(LOCK, valuesOf(key)));
}

/** Selects a batch; undefined when there is none. */
export async function selectBatch(
  database: Queryable,
  key: BatchKey,
): Promise<PayoutBatch | undefined> {
  return batchOf(await database.query<BatchRow>(SELECT, valuesOf(key)));
}

/** The lines and the digest of the file of a batch. */
export interface BatchContent {
  readonly lines: readonly BatchLine[];
  readonly fileSha256: Buffer;
}

/** The content of a batch; undefined when there is none. */
export async function selectBatchContent(
  database: Queryable,
  key: BatchKey,
): Promise<BatchContent | undefined> {
  const [row] = await database.query<{ lines: BatchLine[]; file_sha256: Buffer }>(SELECT_LINES, [
    ...valuesOf(key),
  ]);
  return row && { lines: row.lines, fileSha256: row.file_sha256 };
}

/** A page of batches; with `awaitingAt`, only batches that wait for an approval at that instant. */
export interface BatchPage {
  readonly beforeId: string;
  readonly limit: number;
  readonly awaitingAt: Date | undefined;
}

/** A page of the batches of a scope, newest first. */
export async function selectBatches(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit, awaitingAt }: BatchPage,
): Promise<PayoutBatch[]> {
  const values = [merchantId, environment, beforeId, limit];
  const rows = awaitingAt
    ? await database.query<BatchRow>(LIST_AWAITING, [...values, awaitingAt])
    : await database.query<BatchRow>(LIST, values);
  return rows.map(rowToBatch);
}

/** Of the newest 200 batches: how many are unconfirmed, and whether the same file was confirmed. */
export async function selectRecentBatches(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  fileSha256: Buffer,
): Promise<{ readonly unconfirmed: number; readonly isRepeated: boolean }> {
  const rows = await tx.query<{ status: BatchStatus; is_same: boolean }>(SELECT_RECENT, [
    merchantId,
    environment,
    fileSha256,
  ]);
  return {
    unconfirmed: rows.filter(({ status }) => status === 'checked').length,
    isRepeated: rows.some(
      (row) => row.is_same && ['released', 'awaiting_approval'].includes(row.status),
    ),
  };
}

/** Sends that a locked batch is confirmed; with `expiresAt` it waits for an approval until then. */
export function confirmBatchRow(
  tx: Transaction,
  key: BatchKey,
  { at, expiresAt, by }: { at: Date; expiresAt: Date | null; by: string | null },
): void {
  const status = expiresAt === null ? 'released' : 'awaiting_approval';
  tx.send(CONFIRM, [...valuesOf(key), status, at, expiresAt, by]);
}

/** Sends the new warnings of a locked batch that is not confirmed. */
export function saveFindings(
  tx: Transaction,
  key: BatchKey,
  { lines, isRepeated }: { lines: readonly BatchLine[]; isRepeated: boolean },
): void {
  tx.send(SAVE_FINDINGS, [...valuesOf(key), JSON.stringify(lines), isRepeated]);
}

/** The changes of a correction in a batch. */
export interface CorrectedBatch
  extends Pick<PayoutBatch, 'errorCount' | 'total' | 'fee' | 'isBalanceShort'> {
  readonly lines: readonly BatchLine[];
}

/** Sends the lines of a locked batch that is not confirmed, after a correction. */
export function correctBatchRow(tx: Transaction, key: BatchKey, corrected: CorrectedBatch): void {
  const { lines, errorCount, total, fee, isBalanceShort } = corrected;
  const values = [JSON.stringify(lines), errorCount, total, fee, isBalanceShort];
  tx.send(CORRECT, [...valuesOf(key), ...values]);
}

/** Deletes a batch that is not confirmed; ignores any other. */
export async function deleteUnconfirmedBatch(tx: Transaction, key: BatchKey): Promise<void> {
  await tx.query(DELETE_ONE, valuesOf(key));
}

/** Sends the decision about a locked batch that waits. */
export function decideBatchRow(
  tx: Transaction,
  key: BatchKey,
  { status, at, by }: { status: 'released' | 'rejected'; at: Date; by: string },
): void {
  tx.send(DECIDE, [...valuesOf(key), status, at, by]);
}

/** Deletes the oldest unconfirmed batches from before an instant; returns how many. */
export async function deleteUnconfirmedBatches(
  database: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  return (await database.query(DELETE_UNCONFIRMED, [before, limit])).length;
}

function valuesOf({ merchantId, environment, id }: BatchKey): unknown[] {
  return [merchantId, environment, id];
}

function batchOf([row]: readonly BatchRow[]): PayoutBatch | undefined {
  return row && rowToBatch(row);
}

function rowToBatch(row: BatchRow): PayoutBatch {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    fileName: row.file_name,
    status: row.status,
    lineCount: Number(row.line_count),
    errorCount: Number(row.error_count),
    total: centavos(row.total_centavos),
    fee: centavos(row.fee_centavos),
    isRepeated: row.is_repeated,
    isBalanceShort: row.is_balance_short,
    createdByName: row.created_by_name,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    expiresAt: row.expires_at,
    decidedByName: row.decided_by_name,
  };
}
