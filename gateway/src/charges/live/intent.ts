import type { BankRefusal, Outcome } from '#src/bank/outcome.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { type DueWorkDeps, runClaimed } from '#src/ground/work/due-work.ts';
import { refuseDifferent, unavailable, unclear } from './bank-answer.ts';

/** How many intents a worker asks the bank about at once. */
const INTENTS_AT_ONCE = 50;

/** Of several calls one has no clear answer, or was not sent after others. */
export interface PartlyDone {
  readonly kind: 'open';
  readonly retryAfterSeconds: number;
}

/**
 * Something that is to happen at the bank, then here. Its record is committed before
 * the bank is asked. The request that waits or, after its lease, a worker gets the bank's clear
 * answer, and finishes the intent or withdraws it: the record is taken once. After an unclear
 * answer the record stays, so that nothing is told or done about it until the bank was asked
 * again. `intent.test.ts` walks through the orders of crashes, lost and late answers.
 */
export interface OpenIntent<Answer, Result> {
  /** Asks the bank; asking twice must be safe there. A worker searches what can't be sent twice. */
  readonly ask: () => Promise<Outcome<Answer> | PartlyDone>;
  /**
   * Takes the record and does here what the bank has done. Undefined when another process has
   * leased it, or when it was withdrawn meanwhile: it is then stored again for the worker.
   */
  readonly finish: (answer: Answer) => Promise<Result | undefined>;
  /**
   * Deletes the record, after a refusal or unsent; false when another process has taken it, which
   * may have finished it, or has leased it, so that the bank may still carry out its request.
   */
  readonly withdraw: (refusal?: BankRefusal) => Promise<boolean>;
}

/** An intent whose request waits for the answer. */
export interface Intent<Answer, Result> extends OpenIntent<Answer, Result> {
  /** Whether a request that the bank has not read is withdrawn, instead of sent by the worker. */
  readonly endsUnsent?: boolean;
  /** What the merchant is told when the bank refuses. */
  readonly refused: (refusal: BankRefusal) => Refusal;
  /** What another process made of the intent, if it was what this request asked for. */
  readonly overtaken?: () => Promise<Result | undefined>;
}

/** The steps of `finishOnce`, all in the transaction of the caller. */
export interface FinishSteps<Result> {
  /** Deletes the record; false when it is gone, or leased by another process. */
  readonly take: () => Promise<boolean>;
  readonly apply: () => Promise<Result>;
  /** What another process made of the record; undefined if it made nothing. */
  readonly made: () => Promise<Result | undefined>;
  /** Whether the record is there: another process has leased it, and finishes it. */
  readonly isOpen: () => Promise<boolean>;
  /** Stores the record again, due at once; false beside another one of the charge. */
  readonly storeAgain: () => Promise<boolean>;
}

/**
 * Does here once what the bank has done. Returns undefined for a record that another process has
 * leased, which finishes it, or that was withdrawn meanwhile: it is stored again for the worker.
 * Refuses `provider_unavailable` beside another record.
 */
export async function finishOnce<Result>(steps: FinishSteps<Result>): Promise<Result | undefined> {
  if (await steps.take()) return steps.apply();
  const made = await steps.made();
  if (made !== undefined || (await steps.isOpen())) return made;
  if (!(await steps.storeAgain())) throw unavailable();
  return undefined;
}

/** The record of a wish that requests may repeat while it is open, and the bank's refusal of it. */
export interface RefusedWish {
  /** Whether the request repeats another one, which the bank may still carry out. */
  readonly isRepeat: boolean;
  /** Whether the bank will refuse every request of it. */
  readonly isFinal: boolean;
  /** Deletes the record; false when it is gone, replaced or leased by another process. */
  readonly withdraw: () => Promise<boolean>;
}

/** Ends a refused wish; false while the bank may still carry it out: the worker asks again. */
export async function endRefused({ isRepeat, isFinal, withdraw }: RefusedWish): Promise<boolean> {
  if (isRepeat && !isFinal) return false;
  return (await withdraw()) || isFinal;
}

/**
 * Carries out an intent for the request that waits. Refuses `provider_unavailable` after an unclear
 * answer, and what `refused` says.
 */
export async function carryOut<Answer, Result>(intent: Intent<Answer, Result>): Promise<Result> {
  const outcome = await intent.ask();
  if (outcome.kind === 'done') {
    const result = await intent.finish(outcome.value);
    if (result === undefined) throw unavailable();
    return result;
  }
  if (outcome.kind === 'refused') {
    if (await intent.withdraw(outcome.refusal)) throw intent.refused(outcome.refusal);
    const made = await intent.overtaken?.();
    if (made === undefined) throw unavailable();
    return made;
  }
  if (outcome.kind === 'open') throw unavailable(outcome.retryAfterSeconds);
  if (outcome.kind === 'unavailable' && intent.endsUnsent) await intent.withdraw();
  throw unclear(outcome);
}

/** Carries on an intent that a timeout or a crash left open; an unclear answer leaves it open. */
export async function carryOn<Answer>(intent: OpenIntent<Answer, unknown>): Promise<void> {
  const outcome = await intent.ask();
  if (outcome.kind === 'done') await intent.finish(outcome.value);
  else if (outcome.kind === 'refused') await intent.withdraw();
  else if (outcome.kind !== 'open') refuseDifferent(outcome);
}

/**
 * Carries on a wish that a request may repeat at the same time. The order of the last request may
 * reach the bank after that of the worker, for the length of a lease: a refusal before it ends
 * nothing, and the worker asks again.
 */
export function carryOnRepeated<Answer>(
  intent: OpenIntent<Answer, unknown>,
  last: { readonly requestedAt: number; readonly leaseMs: number; readonly now: number },
): Promise<void> {
  const isRepeat = last.requestedAt + last.leaseMs > last.now;
  const withdraw = () => endRefused({ ...intent, isRepeat, isFinal: false });
  return carryOn({ ...intent, withdraw });
}

/** The records of intents that are due. `claim` leases them until an instant. */
export interface DueIntents<Row> {
  readonly claim: (lease: {
    readonly at: Date;
    readonly until: Date;
    readonly limit: number;
  }) => Promise<readonly Row[]>;
  readonly chargeOf: (row: Row) => string;
  readonly settle: (row: Row) => Promise<void>;
}

/**
 * Carries on intents whose lease is over. One that fails is set aside for operators, and the others
 * go on.
 * @returns whether there may be more.
 */
export async function settleIntents<Row>(
  deps: DueWorkDeps & { readonly bankLeaseMs: number },
  { claim, chargeOf, settle }: DueIntents<Row>,
): Promise<boolean> {
  const now = deps.clock.now();
  const until = new Date(now + deps.bankLeaseMs);
  const rows = await claim({ at: new Date(now), until, limit: INTENTS_AT_ONCE });
  await Promise.all(
    rows.map((row) =>
      runClaimed(deps, { kind: 'bank_charge', id: chargeOf(row) }, () => settle(row)),
    ),
  );
  return rows.length === INTENTS_AT_ONCE;
}
