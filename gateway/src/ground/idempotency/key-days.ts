import { DAY_MS, MINUTE_MS } from '../durations.ts';

export const KEY_LIFETIME_MS = DAY_MS;

/**
 * How long after midnight keys are claimed in both days: longer than the longest transaction (no
 * statement and no pause in one may take 15 s) plus the difference of two processes' clocks.
 */
const OVERLAP_MS = 15 * MINUTE_MS;

/** The day of an instant in UTC, as the partitions of the keys are bounded. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/**
 * The days in which a key is claimed, in this order. A key is unique within a day only, so a claim
 * looks for a live key in the day before, too. It would miss one that is not committed yet: a claim
 * made just before midnight, or by a process whose clock is behind. Therefore a claim just after
 * midnight is made in both days. In the older day it conflicts with claims from before midnight, in
 * the newer day with claims after the overlap.
 */
export function daysOfClaim(nowMs: number): readonly string[] {
  const today = dayOf(nowMs);
  return nowMs % DAY_MS < OVERLAP_MS ? [dayOf(nowMs - DAY_MS), today] : [today];
}

/**
 * All keys of a partition that ended before this instant have expired. Milliseconds since 1970.
 */
export function keysExpiredBefore(nowMs: number): number {
  return nowMs - KEY_LIFETIME_MS - 2 * OVERLAP_MS;
}
