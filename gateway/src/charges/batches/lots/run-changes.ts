import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { type Caller, callerWithoutKey } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { ChangingLine, Lot } from './lot.ts';
import { countAttempts, finishChanges, selectChangingLines } from './lot-line-store.ts';
import { advanceLot, claimLot, DUE_LIVE_LOTS, DUE_TEST_LOTS, lockLot } from './lot-store.ts';

/** Within this time a worker begins the changes of a piece. */
const WORK_MS = 30 * SECOND_MS;
/** How long a lot pauses when its changes wait for the bank or failed. */
export const PAUSE_MS = 10 * SECOND_MS;
/** A change that fails so often is refused, so that its lot ends. */
const ATTEMPTS_MAX = 20;

/** The result of a change. */
export type ChangeOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problem: object }
  | { readonly kind: 'later'; readonly pauseMs: number };

/** How the charges of lots of an environment are changed. */
export interface LotChanges {
  readonly environment: Environment;
  /** Lines of one piece; between two pieces other lots take their turn. */
  readonly linesAtOnce: number;
  /** How many of them are changed at once. */
  readonly callsAtOnce: number;
  /** How long a change may take: the lease of a lot ends later. */
  readonly callMsMax: number;
  /** Changes a charge. A repeat after a crash must change nothing more. */
  readonly apply: (caller: Caller, line: ChangingLine) => Promise<ChangeOutcome>;
  /** The error of the standard for a refusal of the gateway. */
  readonly problemOf: (refusal: Refusal) => object;
}

export interface RunChangesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The queue of lots whose next changes are due. */
export function dueLotsOf(environment: Environment): DueQueue {
  return environment === 'test' ? DUE_TEST_LOTS : DUE_LIVE_LOTS;
}

/**
 * Makes the next changes of the lot whose changes have waited longest. A lot is leased; a change
 * that a killed worker has made without recording it is made again, and changes nothing then.
 * @returns whether there may be more.
 */
export async function runLotChanges(deps: RunChangesDeps, changes: LotChanges): Promise<boolean> {
  const { database, clock } = deps;
  const { environment, linesAtOnce } = changes;
  const now = clock.now();
  const until = new Date(now + WORK_MS + changes.callMsMax);
  const lot = await claimLot(database, { environment, at: new Date(now), until });
  if (!lot) return false;
  const lines = await selectChangingLines(database, { ...lot, limit: linesAtOnce });
  const outcomes = await runLines(deps, changes, { lot, lines, until: now + WORK_MS });
  await record(deps, changes, { lot, lines, outcomes });
  return true;
}

interface Piece {
  readonly lot: Lot;
  readonly lines: readonly ChangingLine[];
}

type Outcome = ChangeOutcome | { readonly kind: 'failed' };

async function runLines(
  deps: RunChangesDeps,
  changes: LotChanges,
  { lot, lines, until }: Piece & { readonly until: number },
): Promise<readonly Outcome[]> {
  const caller = await callerOfLot(deps, lot);
  if (caller instanceof Refusal) {
    const problem = changes.problemOf(caller);
    return lines.map(() => ({ kind: 'refused', problem }));
  }
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < lines.length && deps.clock.now() < until) {
      const index = next;
      next += 1;
      const line = lines[index];
      if (line) outcomes[index] = await applyLine(deps, changes, { caller, lot, line });
    }
  };
  await Promise.all(Array.from({ length: changes.callsAtOnce }, work));
  return lines.map((_, index) => outcomes[index] ?? { kind: 'later', pauseMs: 0 });
}

/** The lot's merchant, or why it may not change charges now. */
async function callerOfLot(
  { database }: RunChangesDeps,
  { merchantId, environment, clientId }: Lot,
): Promise<Caller | Refusal> {
  const merchant = await findMerchantById(database, merchantId);
  if (!merchant) throw new Error(`the lot of an unknown merchant ${merchantId}`);
  const code = callRefusal(merchant.status);
  return code ? new Refusal(code) : callerWithoutKey(merchant, { environment, clientId });
}

async function applyLine(
  { logger }: RunChangesDeps,
  { apply }: LotChanges,
  {
    caller,
    lot,
    line,
  }: { readonly caller: Caller; readonly lot: Lot; readonly line: ChangingLine },
): Promise<Outcome> {
  try {
    return await apply(caller, line);
  } catch (error) {
    if (isOutage(error)) throw error;
    const place = { lot: lot.number, line: line.line };
    logger.error({ err: error, ...place }, 'a change of a lot failed');
    return { kind: 'failed' };
  }
}

/**
 * Stores the results of a piece, and when the lot goes on. Results of a worker whose lease is over
 * are not of the changes that another request has sent since.
 */
async function record(
  { database, clock }: RunChangesDeps,
  { linesAtOnce, problemOf }: LotChanges,
  { lot, lines, outcomes }: Piece & { readonly outcomes: readonly Outcome[] },
): Promise<void> {
  const results = lines.map((line, index) => resultOf(line, outcomes[index], problemOf));
  const waiting = results.filter(({ pauseMs }) => pauseMs !== null);
  const finished = results.filter(({ pauseMs }) => pauseMs === null);
  const failed = waiting.filter(({ isFailed }) => isFailed);
  const isDone = waiting.length === 0 && lines.length < linesAtOnce;
  const pauseMs = Math.max(0, ...waiting.map((result) => result.pauseMs ?? 0));
  await database.transaction(async (tx) => {
    const locked = await lockLot(tx, lot);
    if (locked?.requestCount !== lot.requestCount) return;
    finishChanges(
      tx,
      lot,
      finished.map(({ line, problem }) => ({ line, problem })),
    );
    countAttempts(
      tx,
      lot,
      failed.map(({ line }) => line),
    );
    const dueAt = isDone ? null : clock.now() + pauseMs;
    advanceLot(tx, { ...lot, dueAt });
  });
}

/** The stored result of a line, or the pause after which it goes on. */
interface LineResult {
  readonly line: number;
  readonly problem: object | null;
  /** Null for a line that is finished. */
  readonly pauseMs: number | null;
  readonly isFailed: boolean;
}

function resultOf(
  { line, attempts }: ChangingLine,
  outcome: Outcome | undefined,
  problemOf: LotChanges['problemOf'],
): LineResult {
  const result = { line, problem: null, pauseMs: null, isFailed: false };
  switch (outcome?.kind) {
    case 'done':
      return result;
    case 'refused':
      return { ...result, problem: outcome.problem };
    case 'later':
      return { ...result, pauseMs: outcome.pauseMs };
    default:
      return attempts + 1 < ATTEMPTS_MAX
        ? { ...result, pauseMs: PAUSE_MS, isFailed: true }
        : { ...result, problem: problemOf(new Refusal('internal_error')) };
  }
}
