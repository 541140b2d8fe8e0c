import { DAY_MS, DAY_SECONDS, SECOND_MS } from '#src/ground/durations.ts';
import { REFUND_WINDOW_DAYS } from '#src/ground/pix/refund-window.ts';

/**
 * The days after an order's end on which the bank is asked about the order again, because its
 * call-backs may be lost. After the last of these days no money can come back.
 */
const CHECKED_AFTER_DAYS = [1, 7, 30, REFUND_WINDOW_DAYS];
/** Days after an order's end until which a check without an answer is repeated. */
const LAST_REPEAT_AFTER_DAYS = 120;
/** The pauses after the first, second, … check in a row without an answer. */
const PAUSES_SECONDS = [60, 300, 900, 3_600, 21_600];
const PAUSE_SECONDS_MAX = DAY_SECONDS;

/** The instant of the next check of an order that has ended here; null for no further check. */
export interface NextCheck {
  readonly at: Date | null;
  /** Whether the previous check had no answer; the row counts such checks in a row. */
  readonly isRepeat: boolean;
}

/** The next check of the schedule. Instants in milliseconds since 1970. */
export function nextScheduledCheck(endedAt: number, now: number): NextCheck {
  const next = CHECKED_AFTER_DAYS.map((days) => endedAt + days * DAY_MS).find((at) => at > now);
  return { at: next === undefined ? null : new Date(next), isRepeat: false };
}

/** The next check after `checkCount` checks in a row without an answer. */
export function nextRepeatedCheck(
  { endedAt, checkCount }: { readonly endedAt: number; readonly checkCount: number },
  now: number,
): NextCheck {
  const at = now + (PAUSES_SECONDS[checkCount - 1] ?? PAUSE_SECONDS_MAX) * SECOND_MS;
  const isOver = at > endedAt + LAST_REPEAT_AFTER_DAYS * DAY_MS;
  return { at: isOver ? null : new Date(at), isRepeat: true };
}
