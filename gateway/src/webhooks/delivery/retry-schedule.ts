import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';

/** How long one attempt may take. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** The pauses after the 1st, 2nd, … failed attempt. */
export const PAUSES_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
];
const JITTER = 0.1;
const RETRY_AFTER_MS_MAX = HOUR_MS;
/** How many attempts a delivery gets before it has failed. */
export const ATTEMPTS_MAX = PAUSES_MS.length + 1;
/** Fewer in the sandbox: visitors choose the targets, so it must send them few requests. */
export const SANDBOX_ATTEMPTS_MAX = 5;
/** How many days all attempts of a delivery take, rounded. */
export const SCHEDULE_DAYS = Math.round(PAUSES_MS.reduce((sum, pause) => sum + pause, 0) / DAY_MS);
const GONE = 410;
const NOT_MADE_PAUSE_MS_MAX = MINUTE_MS;

/** The facts of a failed attempt on which the next attempt depends. */
export interface FailedAttempt {
  /** The number of the attempt in its delivery, from 1. */
  readonly attempt: number;
  readonly isSandbox: boolean;
  readonly responseStatus: number | undefined;
  readonly retryAfter: string | undefined;
}

/**
 * How long to wait for the next attempt, in milliseconds; undefined when the delivery has failed.
 * @param random from 0 to 1: spreads the pauses by ± 10 %.
 * @param nowMs now, for a Retry-After that is a date (RFC 9110, section 10.2.3).
 */
export function pauseBeforeRetry(
  failed: FailedAttempt,
  random: number,
  nowMs: number,
): number | undefined {
  if (failed.responseStatus === GONE) return undefined;
  if (failed.isSandbox && failed.attempt >= SANDBOX_ATTEMPTS_MAX) return undefined;
  const pauseMs = PAUSES_MS[failed.attempt - 1];
  if (pauseMs === undefined) return undefined;
  const spreadMs = Math.round(pauseMs * (1 + JITTER * (2 * random - 1)));
  return Math.max(spreadMs, Math.min(retryAfterMs(failed.retryAfter, nowMs), RETRY_AFTER_MS_MAX));
}

/**
 * How long a delivery waits that was not made, because too many look-ups or calls to its host were
 * under way: about as long again as it is late, so that a busy host is asked less and less often.
 */
export function pauseWhenNotMade(lateMs: number, random: number): number {
  const mostMs = Math.min(Math.max(lateMs, SECOND_MS), NOT_MADE_PAUSE_MS_MAX);
  return Math.ceil((mostMs * (1 + random)) / 2);
}

function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}
