import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';

/**
 * A clock that a test sets. It starts at the real time, because the job queue uses PostgreSQL's
 * clock, or at the instant TEST_CLOCK, and it keeps running.
 */
export interface ManualClock extends Clock {
  advance(durationMs: number): void;
  set(atMs: number): void;
  /** Sets the clock to tomorrow at noon in Brasília, so that no day ends during a test of days. */
  setToNoon(): void;
  /** Sets the clock and stops it, until it is set again. For gateways without a worker. */
  hold(atMs: number): void;
}

export function createManualClock(): ManualClock {
  let offsetMs = firstOffsetMs();
  let heldAtMs: number | undefined;
  const set = (atMs: number) => {
    heldAtMs = undefined;
    offsetMs = atMs - Date.now();
  };
  return {
    now: () => heldAtMs ?? Date.now() + offsetMs,
    advance: (durationMs) => {
      if (heldAtMs === undefined) offsetMs += durationMs;
      else heldAtMs += durationMs;
    },
    set,
    setToNoon: () => set(startOfKnownDay(addDays(brazilianDayOf(testNow()), 1)) + DAY_MS / 2),
    hold: (atMs) => {
      heldAtMs = atMs;
    },
  };
}

/** The time of clocks that no test has set. */
export function testNow(): number {
  return Date.now() + firstOffsetMs();
}

/** All clocks of a test file agree: TEST_CLOCK is the instant at which the file began. */
function firstOffsetMs(): number {
  const { TEST_CLOCK, TEST_CLOCK_SINCE_MS } = process.env;
  if (TEST_CLOCK === undefined) return 0;
  return Date.parse(TEST_CLOCK) - Math.floor(Number(TEST_CLOCK_SINCE_MS ?? performance.timeOrigin));
}
