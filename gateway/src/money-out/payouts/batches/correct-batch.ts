import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { PayoutDeps } from '../payout-request.ts';
import { type BatchSender, checkLines, countsOf } from './check-batch.ts';
import type { BatchLine, TypedLine } from './payout-batch.ts';
import { correctBatchRow, lockBatch, selectBatchContent } from './payout-batch-store.ts';
import type { RawLine } from './read-batch-file.ts';

/** The fields of a line that a member changes; the others stay. */
export type LineChange = Partial<Omit<TypedLine, 'isShifted'>>;

export interface BatchCorrection extends BatchSender {
  readonly id: string;
  /** The line of the file, from 1. */
  readonly line: number;
  readonly change: LineChange;
}

/**
 * Changes a line of a batch that is not confirmed, and checks all of its lines again, because the
 * balance, the limits and repeated references concern several lines. Refuses `batch_not_found`,
 * also for a line that it doesn't have, and `batch_not_correctable`.
 */
export async function correctBatch(
  deps: PayoutDeps,
  { caller, by, id, line, change }: BatchCorrection,
): Promise<void> {
  const { merchantId, environment } = caller;
  const key = { merchantId, environment, id };
  await deps.database.transaction(async (tx) => {
    const batch = await lockBatch(tx, key);
    const content = batch && (await selectBatchContent(tx, key));
    if (!content?.lines.some((each) => each.line === line)) throw new Refusal('batch_not_found');
    if (batch?.status !== 'checked') throw new Refusal('batch_not_correctable');
    const raw = content.lines.map((each) =>
      corrected(each, each.line === line ? change : undefined),
    );
    const now = deps.clock.now();
    const checked = await checkLines(deps, tx, { sender: { caller, by }, raw, now });
    correctBatchRow(tx, { ...checked, ...countsOf(checked.lines, caller), ...key });
    const details = { environment, file: batch.fileName, line };
    recordChange(
      tx,
      by,
      { action: 'payout_batch.corrected', merchantId, subject: id, details },
      now,
    );
  });
}

/** The texts of a line after a change, which puts its cells under the right columns. */
function corrected({ line, typed }: BatchLine, change: LineChange | undefined): RawLine {
  if (typed === undefined) throw new Refusal('batch_not_correctable');
  return change === undefined
    ? { line, ...typed }
    : { line, ...typed, ...change, isShifted: false };
}
