import type { Database } from '#src/ground/database/database.ts';
import type { HttpOutcome } from '#src/ground/http/http-client.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { leasedRow, storeAttempts } from './lease-end-store.ts';
import type { DeliveryRow, LeasedKey } from './lease-store.ts';
import { pauseBeforeRetry } from './retry-schedule.ts';

/** An attempt with its result. */
export interface AttemptOutcome {
  readonly key: LeasedKey;
  readonly delivery: Pick<
    DeliveryRow,
    | 'attempt_count'
    | 'attempts_before_resend'
    | 'resend_count'
    | 'endpoint_id'
    | 'test_clock_now'
    | 'trouble'
  >;
  /** Milliseconds since 1970; in the time of its test clock, if it has one. */
  readonly startedAt: number;
  /** How many milliseconds `startedAt` is ahead of the real time. */
  readonly clockLeadMs: number;
  readonly outcome: HttpOutcome;
  /** The header x-service-signature; null when the delivery could not be signed. */
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
    .sort((left, right) => (left.row.delivery_id < right.row.delivery_id ? -1 : 1));
  const moved = await storeAttempts(
    deps.database,
    steps.map(({ row }) => row),
  );
  for (const { result, row } of steps) {
    const step = moved.get(row.delivery_id);
    if (step) deps.observe(step.isAskedFor ? 'retried' : result);
  }
  return outcomes.map(() => ({ value: undefined }));
}

/** Whether the receiver accepted the event: any 2xx. */
export function isDelivered(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answered' && outcome.answer.status >= 200 && outcome.answer.status < 300;
}

function nextStep(made: AttemptOutcome, random: number) {
  const { outcome, delivery, startedAt } = made;
  const attempt = Number(delivery.attempt_count) + 1;
  const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
  const durationMs = Math.round(durationOf(outcome));
  const isDone = isDelivered(outcome);
  const failed = {
    attempt: attempt - Number(delivery.attempts_before_resend),
    isSandbox: delivery.endpoint_id === null,
    responseStatus: answer?.status,
    retryAfter: answer?.headers.retryAfter,
  };
  const endedAt = startedAt + durationMs;
  const retryDelayMs = isDone ? undefined : pauseBeforeRetry(failed, random, endedAt);
  const isDoubled = isDone && delivery.trouble === 'doubled';
  const isOver = !isDoubled && (isDone || retryDelayMs === undefined);
  const row = {
    ...leasedRow(made.key),
    attempt,
    started_at: new Date(startedAt),
    duration_ms: durationMs,
    response_status: answer?.status ?? null,
    response_excerpt: answer?.excerpt ?? null,
    failure: outcome.kind === 'failed' ? `${outcome.reason}: ${outcome.message}` : null,
    signature: made.signature,
    next_status: isOver ? (isDone ? 'delivered' : 'failed') : 'pending',
    next_attempt_at: isOver ? null : new Date(endedAt + (retryDelayMs ?? 0)),
    ended_at: new Date(endedAt - made.clockLeadMs),
    resend_count: Number(delivery.resend_count),
    is_in_clock: delivery.test_clock_now !== null,
    clock_lead_ms: made.clockLeadMs,
  };
  const result = isDone ? 'delivered' : isOver ? 'failed' : 'retried';
  return { row, result } as const;
}

function durationOf(outcome: HttpOutcome): number {
  return outcome.kind === 'answered' ? outcome.answer.durationMs : outcome.durationMs;
}
