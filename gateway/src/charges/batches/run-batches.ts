import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { type Caller, callerWithoutKey } from '#src/ground/access/merchant.ts';
import type { Database } from '#src/ground/database/database.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import type { Logger } from '#src/ground/log.ts';
import type { LocalHolidaysOf } from '../due/local-holidays.ts';
import type { NextLocationId } from '../locations/location-ids.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import type { RequestedTxid } from '../standard-charge.ts';
import { BANK_WAIT_MS, type ChargeBatch, type LineNumber, lineRefusal } from './charge-batch.ts';
import { advanceBatch, claimBatch } from './charge-batch-store.ts';
import {
  countAttempt,
  countLines,
  refuseLines,
  type StoredLine,
  selectOpenLines,
} from './charge-line-store.ts';
import { requestOf } from './check-lines.ts';

/** How long a killed worker keeps others from its batch. */
const LEASE_MS = 30 * SECOND_MS;
/** How long a batch pauses when its lines wait for the bank or failed. */
const PAUSE_MS = 10 * SECOND_MS;
/** A line that fails so often is refused, so that its batch ends. */
const ATTEMPTS_MAX = 20;
/** Codes by which the bank or the gateway gives no answer yet. */
const LATER = new Set(['provider_unavailable', 'overloaded', 'idempotency_in_progress']);

/** The result of the creation of a line's charge. */
export type LineOutcome = { readonly value: CreatedResource } | { readonly error: unknown };

/** How the charges of an environment are created. */
export interface LineCreation {
  readonly environment: Environment;
  /** Lines of one piece; between two pieces other batches take their turn. */
  readonly linesAtOnce: number;
  /** Creates the charges of requests; each request claims its line in the transaction. */
  readonly create: (
    database: Database,
    requests: readonly ChargeRequest[],
  ) => Promise<readonly LineOutcome[]>;
}

export interface RunBatchDeps extends DatabaseAndClock {
  readonly logger: Logger;
  readonly localHolidays: LocalHolidaysOf;
  /** For the locations of charges of lots. */
  readonly nextLocationId: NextLocationId;
}

/**
 * Makes the charges of the next piece of the batch that has waited longest. A batch is leased, and
 * a line is taken by the transaction that creates its charge, so that each line makes one charge
 * also when a worker is killed.
 * @returns whether there may be more.
 */
export async function runBatchPiece(deps: RunBatchDeps, creation: LineCreation): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  const { environment, linesAtOnce } = creation;
  const until = new Date(now + LEASE_MS);
  const claimed = await claimBatch(database, { environment, at: new Date(now), until });
  if (!claimed) return false;
  const { batch, acceptedAt } = claimed;
  const lines = await selectOpenLines(database, { ...batch, limit: linesAtOnce });
  // Without open lines it waits for answers of the bank.
  const pause =
    lines.length === 0
      ? { pauseMs: PAUSE_MS, isForBank: true }
      : await runLines(deps, creation, { batch, lines, acceptedAt });
  await advance(deps, batch, pause);
  return true;
}

/** How long lines wait (milliseconds), and whether the bank is the reason. */
interface Pause {
  readonly pauseMs: number;
  readonly isForBank: boolean;
}

const NO_PAUSE: Pause = { pauseMs: 0, isForBank: false };

interface Piece {
  readonly batch: ChargeBatch;
  readonly lines: readonly StoredLine[];
  readonly acceptedAt: number;
}

/**
 * Creates the charges of lines, or refuses them when the bank has not registered them in time;
 * returns the pause before those that must wait.
 */
async function runLines(
  deps: RunBatchDeps,
  creation: LineCreation,
  { batch, lines, acceptedAt }: Piece,
): Promise<Pause> {
  const isTooLate = deps.clock.now() >= acceptedAt + BANK_WAIT_MS;
  if (isTooLate && batch.environment === 'live') {
    await refuse(deps, batch, lines, new Refusal('bank_unavailable_for_batch'));
    return NO_PAUSE;
  }
  const caller = await callerOfBatch(deps, batch);
  if (caller instanceof Refusal) {
    await refuse(deps, batch, lines, caller);
    return NO_PAUSE;
  }
  const outcomes = await createAll(deps, creation, { batch, lines, caller });
  let longest = NO_PAUSE;
  for (const [index, line] of lines.entries()) {
    const outcome = outcomes[index];
    if (!outcome || 'value' in outcome) continue;
    const { error } = outcome;
    longest = longerOf(longest, await settleError(deps, batch, { line, error }));
  }
  return longest;
}

function longerOf(left: Pause, right: Pause): Pause {
  return {
    pauseMs: Math.max(left.pauseMs, right.pauseMs),
    isForBank: left.isForBank || right.isForBank,
  };
}

/** The batch's merchant, or why it may not create charges now. */
async function callerOfBatch(
  { database }: RunBatchDeps,
  { merchantId, environment, clientId }: ChargeBatch,
): Promise<Caller | Refusal> {
  const merchant = await findMerchantById(database, merchantId);
  if (!merchant) throw new Error(`the batch of an unknown merchant ${merchantId}`);
  const code = callRefusal(merchant.status);
  if (code) return new Refusal(code);
  return callerWithoutKey(merchant, { environment, clientId: clientId ?? 'panel' });
}

async function createAll(
  { database, localHolidays, nextLocationId }: RunBatchDeps,
  { create }: LineCreation,
  { batch, lines, caller }: Omit<Piece, 'acceptedAt'> & { readonly caller: Caller },
): Promise<readonly LineOutcome[]> {
  const isOfFile = batch.clientId === null;
  const requests: ChargeRequest[] = [];
  for (const { line, part, content } of lines) {
    if (!content?.body) throw new Error('an open line has a body');
    const ofBatch = { batchId: batch.id, line, part };
    const facts = { caller, by: null, localHolidays, ofBatch };
    const { body, standard } = content;
    requests.push({
      ...requestOf(body, facts),
      isOfFile,
      ...(standard && { standard: await placed(standard, nextLocationId) }),
    });
  }
  return createTogether(database, create, requests);
}

/** A charge that names no location makes its own. */
async function placed(standard: RequestedTxid, nextId: NextLocationId): Promise<RequestedTxid> {
  return standard.location ? standard : { ...standard, locationId: await nextId() };
}

/** Creates charges together. When that fails, each is created alone, so that it stops no other. */
async function createTogether(
  database: Database,
  create: LineCreation['create'],
  requests: readonly ChargeRequest[],
): Promise<readonly LineOutcome[]> {
  try {
    return await create(database, requests);
  } catch (error) {
    if (isOutage(error)) throw error;
    if (requests.length === 1) return [{ error }];
    const outcomes: LineOutcome[] = [];
    for (const request of requests) {
      outcomes.push(
        ...(await create(database, [request]).catch((cause: unknown) => [{ error: cause }])),
      );
    }
    return outcomes;
  }
}

/** Refuses a line, or leaves it open; returns the pause before its next attempt. */
async function settleError(
  deps: RunBatchDeps,
  batch: ChargeBatch,
  { line, error }: { readonly line: StoredLine; readonly error: unknown },
): Promise<Pause> {
  if (isOutage(error)) throw error;
  if (error instanceof Refusal) {
    const { retryAfterSeconds = 0 } = error.facts;
    if (LATER.has(error.code)) {
      const pauseMs = Math.max(PAUSE_MS, retryAfterSeconds * SECOND_MS);
      return { pauseMs, isForBank: error.code === 'provider_unavailable' };
    }
    await refuse(deps, batch, [line], error);
    return NO_PAUSE;
  }
  deps.logger.error({ err: error, batch: batch.id, line: line.line }, 'a line of a batch failed');
  await countAttempt(deps.database, { ...batch, line: line.line, part: line.part });
  if (line.attempts + 1 < ATTEMPTS_MAX) return { pauseMs: PAUSE_MS, isForBank: false };
  await refuse(deps, batch, [line], new Refusal('internal_error'));
  return NO_PAUSE;
}

async function refuse(
  { database }: RunBatchDeps,
  batch: ChargeBatch,
  lines: readonly LineNumber[],
  refusal: Refusal,
): Promise<void> {
  const refused = lines.map(({ line, part }) => ({ line, part, refusal: lineRefusal(refusal) }));
  await database.transaction(async (tx) => refuseLines(tx, batch, refused));
}

/** Stores how far a batch is; it is completed when no line is left. */
async function advance(
  { database, clock }: RunBatchDeps,
  batch: ChargeBatch,
  { pauseMs, isForBank }: Pause,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { open, registering, created, refused } = await countLines(tx, batch);
    const now = clock.now();
    const isDone = open + registering === 0;
    const dueAt = isDone ? null : new Date(now + pauseMs);
    const counts = { createdCount: created, refusedCount: refused };
    // A bank that has registered a charge meanwhile is not away.
    const isWaiting = !isDone && isForBank && created === batch.createdCount;
    advanceBatch(tx, batch, { ...counts, dueAt, isWaiting, at: new Date(now) });
  });
}
