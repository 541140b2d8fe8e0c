import type { Database } from '#src/ground/database/database.ts';
import type { HttpOutcome } from '#src/ground/http/http-client.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type AttemptRow, storeAttempts } from './lease-end-store.ts';
import type { DeliveryRow, InsertLease, LeasedKey } from './lease-store.ts';
import { pauseBeforeRetry } from './retry-schedule.ts';

/** An attempt with its result. */
export interface AttemptOutcome {
  readonly key: LeasedKey;
  readonly delivery: Pick<
    DeliveryRow,
    | 'attemptCount'
    | 'attemptsBeforeResend'
    | 'resendCount'
    | 'endpointId'
    | 'testClockNow'
    | 'trouble'
    | 'insertLease'
  >;
  /** Milliseconds since 1970; in the time of its test clock, if it has one. */
  readonly startedAt: number;
  /** How many milliseconds `startedAt` is ahead of the real time. */
  readonly clockLeadMs: number;
  readonly outcome: HttpOutcome;
  /** The signature headers, one a line; null when the delivery could not be signed. */
  readonly signature: string | null;
}

export interface RecordDeps {
  readonly database: Database;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly observe: (result: 'delivered' | 'retried' | 'failed') => void;
}

/** Records attempts in one statement, and whether their deliveries have ended or are due again. */
export async function recordAttempts(
  deps: RecordDeps,
  outcomes: readonly AttemptOutcome[],
): Promise<readonly BatchResult<void>[]> {
  const steps = outcomes
    .map((outcome) => nextStep(outcome, deps.random()))
    .sort((left, right) => (left.row.deliveryId < right.row.deliveryId ? -1 : 1));
  const leases = leasesEndedBy(outcomes);
  const moved = await storeAttempts(
    deps.database,
    steps.map(({ row }) => row),
    leases.map(({ leaseId }) => leaseId),
  );
  for (const lease of leases) lease.isDeleted = true;
  for (const { result, row } of steps) {
    const step = moved.get(row.deliveryId);
    if (step) deps.observe(step.isAskedFor ? 'retried' : result);
  }
  return outcomes.map(() => ({ value: undefined }));
}

/** The leases of inserts, all of whose other deliveries have a result. */
function leasesEndedBy(outcomes: readonly AttemptOutcome[]): InsertLease[] {
  const byLease = Map.groupBy(outcomes, ({ delivery }) => delivery.insertLease);
  return [...byLease].flatMap(([lease, { length }]) =>
    lease && lease.ended + length === lease.size ? [lease] : [],
  );
}

/** Whether the receiver accepted the event: any 2xx. */
export function isDelivered(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answered' && outcome.answer.status >= 200 && outcome.answer.status < 300;
}

function nextStep(made: AttemptOutcome, random: number) {
  const { outcome, delivery, startedAt } = made;
  const attempt = delivery.attemptCount + 1;
  const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
  const durationMs = Math.round(durationOf(outcome));
  const isDone = isDelivered(outcome);
  const failed = {
    attempt: attempt - delivery.attemptsBeforeResend,
    isSandbox: delivery.endpointId === null,
    responseStatus: answer?.status,
    retryAfter: answer?.headers.retryAfter,
  };
  const endedAt = startedAt + durationMs;
  const retryDelayMs = isDone ? undefined : pauseBeforeRetry(failed, random, endedAt);
  const isDoubled = isDone && delivery.trouble === 'doubled';
  const isOver = !isDoubled && (isDone || retryDelayMs === undefined);
  const row: AttemptRow = {
    ...made.key,
    attempt,
    startedAt,
    durationMs,
    responseStatus: answer?.status ?? null,
    responseExcerpt: answer?.excerpt ?? null,
    failure: outcome.kind === 'failed' ? `${outcome.reason}: ${outcome.message}` : null,
    signature: made.signature,
    nextStatus: isOver ? (isDone ? 'delivered' : 'failed') : 'pending',
    nextAttemptAt: isOver ? null : endedAt + (retryDelayMs ?? 0),
    endedAt: endedAt - made.clockLeadMs,
    resendCount: delivery.resendCount,
    isInClock: delivery.testClockNow !== null,
    clockLeadMs: made.clockLeadMs,
  };
  const result = isDone ? 'delivered' : isOver ? 'failed' : 'retried';
  return { row, result } as const;
}

function durationOf(outcome: HttpOutcome): number {
  return outcome.kind === 'answered' ? outcome.answer.durationMs : outcome.durationMs;
}
