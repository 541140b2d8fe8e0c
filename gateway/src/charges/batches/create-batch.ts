import type { Caller } from '#src/ground/access/merchant.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys, findAnswer } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { IdempotencyKey } from '#src/ground/idempotency/idempotency-key.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { createdBatchView } from './batch-view.ts';
import {
  type ChargeBatch,
  type ChargeBatchKey,
  type CheckedLine,
  PROCESSING_BATCHES_MAX,
} from './charge-batch.ts';
import { countOpenBatches, insertBatch, selectBatchesByKey } from './charge-batch-store.ts';
import { insertLines } from './charge-line-store.ts';
import { type BatchDeps, checkLines } from './check-lines.ts';
import { refusalOfLines } from './limit-lines.ts';

/** Lines in one statement. */
const LINES_OF_INSERT = 500;

/** A merchant's request for a batch of charges. */
export interface BatchRequest {
  readonly caller: Caller;
  readonly idempotency: IdempotencyKey | undefined;
  readonly externalId: string | null;
  /** The bodies of the charges, not checked yet. */
  readonly charges: readonly unknown[];
  /** Whether the valid lines are accepted when others are refused. */
  readonly isOnlyValid: boolean;
}

/**
 * Checks all lines and stores them as a batch whose charges the worker makes. Nothing is stored
 * when a line is refused, unless the caller asks for the valid lines only; when all are refused
 * nothing is stored either. A repeat under the key returns the same answer. Refuses
 * `charge_batch_refused` with each refused line, `too_many_charge_batches`,
 * `charge_batch_daily_limit`, `sandbox_forbidden`, and what `claimKeys` refuses.
 */
export async function createBatch(
  deps: BatchDeps,
  request: BatchRequest,
): Promise<CreatedResource> {
  const { caller, isOnlyValid } = request;
  refuseSandbox(caller);
  const keyed = keyedRequestOf(request);
  const options = { now: deps.clock.now(), read: readBatchAnswers };
  const answer = keyed && (await findAnswer(deps.database, keyed, options));
  if (answer?.body !== undefined) return { body: answer.body, isReplay: true };
  const bodies = request.charges.map((body, line) => ({ line, part: 1, body }));
  const lines = await checkLines(deps, caller, bodies);
  const refused = lines.filter(({ refusal }) => refusal !== null);
  if (refused.length > 0 && (!isOnlyValid || refused.length === lines.length)) {
    throw new Refusal('charge_batch_refused', { fields: refused.flatMap(fieldsOfLine) });
  }
  const batch = newBatch(request, lines, deps.clock.now());
  return deps.database.transaction((tx) => {
    return store(tx, request, { batch, lines, linesPerDay: deps.linesPerDay });
  });
}

interface BatchToStore {
  readonly batch: ChargeBatch;
  readonly lines: readonly CheckedLine[];
  readonly linesPerDay: number;
}

async function store(
  tx: Transaction,
  request: BatchRequest,
  { batch, lines, linesPerDay }: BatchToStore,
): Promise<CreatedResource> {
  const keyed = keyedRequestOf(request);
  const tooManyLines = await refusalOfLines(tx, batch, linesPerDay);
  const { processing } = await countOpenBatches(tx, batch);
  const refusal =
    processing >= PROCESSING_BATCHES_MAX ? new Refusal('too_many_charge_batches') : tooManyLines;
  const plan = refusal ? { refusal } : { resourceId: batch.id };
  const [verdict] = await claimKeys(tx, [{ keyed, plan }], {
    now: batch.createdAt,
    read: readBatchAnswers,
  });
  if (verdict?.kind === 'create') {
    insertBatch(tx, { batch, by: null });
    storeLines(tx, batch, lines, { keepsRefused: false });
  }
  const result = creationResult(verdict, refusal ?? answerOf(batch));
  if ('error' in result) throw result.error;
  if ('later' in result) throw new Error('a batch is created alone');
  return result.value;
}

/** Sends the inserts of the lines of a batch. */
export function storeLines(
  tx: Transaction,
  key: ChargeBatchKey,
  lines: readonly CheckedLine[],
  options: { readonly keepsRefused: boolean },
): void {
  for (let from = 0; from < lines.length; from += LINES_OF_INSERT) {
    insertLines(tx, key, lines.slice(from, from + LINES_OF_INSERT), options);
  }
}

/** A batch of the API with checked lines; `now` in milliseconds. */
export function newBatch(
  { caller, externalId }: Pick<BatchRequest, 'caller' | 'externalId'>,
  lines: readonly CheckedLine[],
  now: number,
): ChargeBatch {
  const { merchantId, environment, clientId } = caller;
  const counts = countsOf(lines);
  return {
    merchantId,
    environment,
    id: createId(now),
    externalId,
    fileName: null,
    status: 'processing',
    ...counts,
    createdCount: 0,
    refusedCount: counts.invalidCount,
    clientId,
    createdByName: null,
    createdAt: now,
    completedAt: null,
    waitingSince: null,
  };
}

/** The counts of checked lines, and the amount of those that are not refused. */
export function countsOf(lines: readonly CheckedLine[]) {
  const valid = lines.filter(({ refusal }) => refusal === null);
  return {
    lineCount: lines.length,
    invalidCount: lines.length - valid.length,
    total: sumCentavos(valid.map(({ amount }) => centavos(amount ?? 0))),
  };
}

/** The faults of a refused line, each with its place: `charges.17.payer.document`. */
function fieldsOfLine({ line: index, refusal }: CheckedLine): ProblemField[] {
  if (!refusal) return [];
  const { code, message, fields } = refusal;
  const place = `charges.${index}`;
  if (fields.length === 0) return [{ field: place, message, index, code }];
  return fields.map((fault) => ({
    field: `${place}.${fault.field}`,
    message: fault.message,
    index,
    code,
  }));
}

/** The JSON of a batch's creation, also when the batch has advanced since. */
function answerOf(batch: ChargeBatch): string {
  return JSON.stringify(createdBatchView(batch));
}

const readBatchAnswers: AnswerReader = async (database, resources) => {
  const batches = await selectBatchesByKey(database, { keys: resources });
  return new Map(batches.map((batch) => [batch.id, answerOf(batch)]));
};
