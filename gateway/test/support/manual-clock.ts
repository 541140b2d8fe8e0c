import type { Clock } from '#src/ground/clock.ts';

/**
 * A clock that a test sets. It starts at the real time, because the job queue uses PostgreSQL's
 * clock, and it keeps running.
 */
export interface ManualClock extends Clock {
  advance(durationMs: number): void;
  set(atMs: number): void;
  /** Sets the clock and stops it, until it is set again. For gateways without a worker. */
  hold(atMs: number): void;
}

export function createManualClock(): ManualClock {
  let offsetMs = 0;
  let heldAtMs: number | undefined;
  return {
    now: () => heldAtMs ?? Date.now() + offsetMs,
    advance: (durationMs) => {
      if (heldAtMs === undefined) offsetMs += durationMs;
      else heldAtMs += durationMs;
    },
    set: (atMs) => {
      heldAtMs = undefined;
      offsetMs = atMs - Date.now();
    },
    hold: (atMs) => {
      heldAtMs = atMs;
    },
  };
}
