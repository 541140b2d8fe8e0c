import type { Actor } from '#src/ground/access/actor.ts';
import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { ChosenColumns } from '#src/ground/read-csv.ts';
import {
  BATCH_CHARGES_MAX,
  type ChargeBatch,
  type ChargeBatchKey,
  PROCESSING_BATCHES_MAX,
  UNCONFIRMED_BATCHES_MAX,
} from '../charge-batch.ts';
import {
  acceptBatch,
  correctBatchRow,
  countOpenBatches,
  deleteUnconfirmed,
  insertBatch,
  lockBatch,
} from '../charge-batch-store.ts';
import {
  clearRefused,
  deleteLine,
  deleteLines,
  selectLineOfFile,
  sumLines,
} from '../charge-line-store.ts';
import { type BatchDeps, type CheckDeps, checkLines } from '../check-lines.ts';
import { countsOf, storeLines } from '../create-batch.ts';
import { refusalOfLines } from '../limit-lines.ts';
import { readChargeFile } from './charge-file.ts';
import type { FileCells, FileColumn } from './file-columns.ts';
import { linesOfRow } from './file-lines.ts';

const FILE_NAME_LENGTH_MAX = 200;

/** The merchant of a file, and the member who sends or changes it. */
export interface FileSender {
  readonly caller: Caller;
  readonly by: Actor;
}

/** A file of charges. */
export interface ChargeFile extends FileSender {
  readonly name: string;
  readonly content: Buffer;
  /** The columns that a person chose; otherwise the headings say them. */
  readonly columns: ChosenColumns<FileColumn> | undefined;
  /** The unconfirmed batch that the file corrects: it is deleted. */
  readonly replaces: string | undefined;
}

/**
 * Reads a file and stores it as a checked batch; nothing is created. Refuses what `readChargeFile`
 * refuses, `too_many_charge_batches`, `charge_batch_daily_limit` and `sandbox_forbidden`.
 */
export async function checkFile(deps: BatchDeps, file: ChargeFile): Promise<ChargeBatch> {
  const { caller, by } = file;
  refuseSandbox(caller);
  const { merchantId, environment } = caller;
  const lines = await checkLines(deps, caller, readChargeFile(file.content, file.columns));
  const now = deps.clock.now();
  const counts = countsOf(lines);
  const batch: ChargeBatch = {
    merchantId,
    environment,
    id: createId(now),
    externalId: null,
    fileName: file.name.slice(-FILE_NAME_LENGTH_MAX),
    status: 'checked',
    ...counts,
    createdCount: 0,
    refusedCount: counts.invalidCount,
    clientId: null,
    createdByName: by.name,
    createdAt: now,
    completedAt: null,
    waitingSince: null,
  };
  await deps.database.transaction(async (tx) => {
    if (file.replaces !== undefined) {
      await discard(tx, { merchantId, environment, id: file.replaces });
    }
    const { checked } = await countOpenBatches(tx, caller);
    if (checked >= UNCONFIRMED_BATCHES_MAX) throw new Refusal('too_many_charge_batches');
    const tooManyLines = await refusalOfLines(tx, batch, deps.linesPerDay);
    if (tooManyLines) throw tooManyLines;
    insertBatch(tx, { batch, by });
    storeLines(tx, batch, lines, { keepsRefused: true });
  });
  return batch;
}

/** A member's correction of a line of a file. */
export interface LineCorrection extends FileSender {
  readonly id: string;
  /** The line of the file, from 1. */
  readonly line: number;
  /** The cells that change; the others stay. */
  readonly change: Partial<FileCells>;
}

/**
 * Changes a line of a batch that is not confirmed, and checks it again. Refuses
 * `charge_batch_not_found`, also for a line that it doesn't have, `charge_batch_not_correctable`,
 * and `charge_file_too_large`.
 */
export async function correctLine(deps: CheckDeps, correction: LineCorrection): Promise<void> {
  const { caller, by, id, line, change } = correction;
  const { merchantId, environment } = caller;
  const key = { merchantId, environment, id };
  const stored = await selectLineOfFile(deps.database, { ...key, line });
  const typed = stored?.content?.typed as FileCells | undefined;
  if (!stored) throw new Refusal('charge_batch_not_found');
  if (!typed) throw new Refusal('charge_batch_not_correctable');
  const rows = linesOfRow(line, { ...typed, ...change }, false);
  const lines = await checkLines(deps, caller, rows);
  await deps.database.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (batch?.status !== 'checked') throw new Refusal('charge_batch_not_correctable');
    deleteLine(tx, { ...key, line });
    storeLines(tx, key, lines, { keepsRefused: true });
    const counts = await sumLines(tx, key);
    if (counts.lineCount > BATCH_CHARGES_MAX) throw new Refusal('charge_file_too_large');
    correctBatchRow(tx, { ...key, ...counts });
    const details = { environment, file: batch.fileName ?? '', line };
    const now = deps.clock.now();
    recordChange(
      tx,
      by,
      { action: 'charge_batch.corrected', merchantId, subject: id, details },
      now,
    );
  });
}

/** A member's confirmation of a file. */
export interface FileConfirmation extends FileSender {
  readonly id: string;
  /** Whether the lines without errors are created when others have errors. */
  readonly isOnlyValid: boolean;
}

/**
 * Accepts a checked batch, whose charges the worker then makes. A batch that is confirmed already
 * stays as it is. Refuses `charge_batch_not_found`, `charge_batch_has_errors` and
 * `too_many_charge_batches`.
 */
export async function confirmFile(
  { database, clock }: Pick<CheckDeps, 'database' | 'clock'>,
  { caller, by, id, isOnlyValid }: FileConfirmation,
): Promise<void> {
  const { merchantId, environment } = caller;
  const key = { merchantId, environment, id };
  await database.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (!batch) throw new Refusal('charge_batch_not_found');
    if (batch.status !== 'checked') return;
    const { lineCount, invalidCount } = batch;
    if (invalidCount > 0 && (!isOnlyValid || invalidCount === lineCount)) {
      throw new Refusal('charge_batch_has_errors');
    }
    const { processing } = await countOpenBatches(tx, key);
    if (processing >= PROCESSING_BATCHES_MAX) throw new Refusal('too_many_charge_batches');
    const now = clock.now();
    acceptBatch(tx, { ...key, at: now });
    clearRefused(tx, key);
    const charges = lineCount - invalidCount;
    const amount = centavosToJson(batch.total);
    const details = { environment, amount, charges, file: batch.fileName ?? '' };
    const change = { action: 'charge_batch.confirmed', merchantId, subject: id, details } as const;
    recordChange(tx, by, change, now);
  });
}

/** Deletes a batch that no member has confirmed; ignores any other. */
export function discardFile(
  { database }: Pick<CheckDeps, 'database'>,
  key: ChargeBatchKey,
): Promise<void> {
  return database.transaction((tx) => discard(tx, key));
}

async function discard(tx: Transaction, key: ChargeBatchKey): Promise<void> {
  const batch = await lockBatch(tx, key);
  if (batch?.status !== 'checked') return;
  deleteLines(tx, key);
  deleteUnconfirmed(tx, key);
}
