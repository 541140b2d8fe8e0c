import { createHash } from 'node:crypto';
import { type Actor, shownActor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import type { ChosenColumns } from '#src/ground/read-csv.ts';
import { selectBeneficiaries } from '../beneficiaries/beneficiary-store.ts';
import { lockLimitSettings } from '../limits/payout-limit-store.ts';
import type { PayoutDeps } from '../payout-request.ts';
import { planPayouts } from '../plan-payouts.ts';
import { tryPayouts } from '../reserve-payouts.ts';
import { requestsOf } from './batch-requests.ts';
import { markPaidRecently } from './mark-paid-recently.ts';
import {
  type BatchLine,
  type BatchWithLines,
  type LineError,
  lineErrors,
  UNCONFIRMED_BATCHES_MAX,
} from './payout-batch.ts';
import { deleteUnconfirmedBatch, insertBatch, selectRecentBatches } from './payout-batch-store.ts';
import { type BatchColumn, type RawLine, readBatchFile } from './read-batch-file.ts';
import { readBatchLines } from './read-batch-lines.ts';

const FILE_NAME_LENGTH_MAX = 200;

/** The merchant of a batch, and the member who sends or corrects it. */
export interface BatchSender {
  readonly caller: Caller;
  readonly by: Actor;
}

/** A file of payouts. */
export interface BatchFile extends BatchSender {
  readonly name: string;
  readonly content: Buffer;
  /** The columns that a person chose; otherwise the headings say them. */
  readonly columns: ChosenColumns<BatchColumn> | undefined;
  /** The batch that is not confirmed and that the file corrects: it is deleted. */
  readonly replaces: string | undefined;
}

/**
 * Reads a file and stores it as a checked batch. Nothing is paid: each line is checked by the rules
 * that decide about payouts. Refuses what `readBatchFile` refuses, and `too_many_batches`. A
 * corrected file takes the place of its batch, unless that was confirmed meanwhile.
 */
export function checkBatch(deps: PayoutDeps, file: BatchFile): Promise<BatchWithLines> {
  const raw = readBatchFile(file.content, file.columns);
  const fileSha256 = createHash('sha256').update(file.content).digest();
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const { lines, isBalanceShort } = await checkLines(deps, tx, { sender: file, raw, now });
    // After the checks, so that the lock is held only during the insert.
    await lockLimitSettings(tx, file.caller);
    if (file.replaces !== undefined) {
      const { merchantId, environment } = file.caller;
      await deleteUnconfirmedBatch(tx, { merchantId, environment, id: file.replaces });
    }
    const recent = await selectRecentBatches(tx, file.caller, fileSha256);
    if (recent.unconfirmed >= UNCONFIRMED_BATCHES_MAX) throw new Refusal('too_many_batches');
    const batch = batchOf(file, lines, now, { ...recent, isBalanceShort });
    insertBatch(tx, { ...batch, fileSha256, lines });
    return { ...batch, lines, payouts: [] };
  });
}

function batchOf(
  { caller, by, name }: BatchFile,
  lines: readonly BatchLine[],
  now: number,
  { isRepeated, isBalanceShort }: { isRepeated: boolean; isBalanceShort: boolean },
) {
  const { merchantId, environment } = caller;
  return {
    merchantId,
    environment,
    id: createId(now),
    status: 'checked' as const,
    fileName: name.slice(-FILE_NAME_LENGTH_MAX),
    lineCount: lines.length,
    ...countsOf(lines, caller),
    isRepeated,
    isBalanceShort,
    createdByName: shownActor(by),
    createdAt: now,
    confirmedAt: null,
    confirmedBy: null,
    expiresAt: null,
    decidedByName: null,
    reason: null,
  };
}

/** The counts and sums of a batch. A line whose amount can't be read adds nothing to the total. */
export function countsOf(lines: readonly BatchLine[], { feePlan }: Caller) {
  return {
    errorCount: lines.filter(({ errors }) => errors.length > 0).length,
    total: sumCentavos(lines.map(({ amount }) => centavos(amount ?? 0))),
    fee: centavos(feePlan.payoutFee * BigInt(lines.length)),
  };
}

interface LinesToCheck {
  readonly sender: BatchSender;
  readonly raw: readonly RawLine[];
  readonly now: number;
}

/** Reads lines and checks them by the rules that decide about payouts; writes nothing. */
export async function checkLines(
  deps: PayoutDeps,
  tx: Transaction,
  { sender, raw, now }: LinesToCheck,
): Promise<{ readonly lines: readonly BatchLine[]; readonly isBalanceShort: boolean }> {
  const { environment } = sender.caller;
  const saved = await selectBeneficiaries(tx, sender.caller);
  const read = readBatchLines(raw, { environment, saved });
  const payable = read.filter(({ errors }) => errors.length === 0);
  const refused = await tryLines(deps, tx, { sender, lines: payable, now });
  const codes = [...refused.values()].map(({ code }) => code);
  return {
    isBalanceShort: codes.includes('insufficient_balance'),
    lines: await markPaidRecently(
      tx,
      sender.caller,
      read.map((line) => {
        const code = lineErrors.find((error) => error === refused.get(line.line)?.code);
        const errors: readonly LineError[] = code ? [...line.errors, code] : line.errors;
        return { ...line, errors };
      }),
      now,
    ),
  };
}

interface LinesToTry {
  readonly sender: BatchSender;
  readonly lines: readonly BatchLine[];
  readonly now: number;
}

/** The refusals that the lines would get now, by line number; locks and writes nothing. */
async function tryLines(
  deps: PayoutDeps,
  tx: Transaction,
  { sender, lines, now }: LinesToTry,
): Promise<ReadonlyMap<number, Refusal>> {
  const requests = requestsOf(lines, { ...sender, batchId: createId(now) });
  const plans = await planPayouts(tx, requests, deps, now);
  const refused = new Map<number, Refusal>();
  const wanted = plans.flatMap((plan, index) => {
    if (!(plan instanceof Refusal)) return [plan];
    refused.set(lines[index]?.line ?? 0, plan);
    return [];
  });
  if (wanted.length === 0) return refused;
  for (const [plan, refusal] of await tryPayouts(tx, wanted)) {
    refused.set(plan.request.ofBatch?.line ?? 0, refusal);
  }
  return refused;
}
