import type { Clock } from '#src/platform/clock.ts';

/**
 * A clock that a test sets. It starts at the real time, because the job queue uses PostgreSQL's
 * clock, and it keeps running.
 */
export interface ManualClock extends Clock {
  advance(durationMs: number): void;
  set(atMs: number): void;
}

export function createManualClock(): ManualClock {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    advance: (durationMs) => {
      offsetMs += durationMs;
    },
    set: (atMs) => {
      offsetMs = atMs - Date.now();
    },
  };
}
