import type { Period } from '#src/banking/live-bank.ts';
import { DAY_MS } from '#src/platform/durations.ts';

/**
 * Why a window of the bank's list is read: for what was received since the last look, for an older
 * period on an operator's demand, or for payments of which the bank gave something back.
 */
export type WindowPurpose = 'new' | 'backfill' | 'refunds';

/** A stretch of the bank's list that is to be read. */
export interface IncomingPaymentWindow {
  readonly id: string;
  readonly purpose: WindowPurpose;
  readonly period: Period;
  readonly nextPage: number;
  /** Which claim this is: a later one takes the window away. */
  readonly claim: number;
  readonly failureCount: number;
}

/** A period in windows of a day: some banks refuse longer ones. */
export function dayWindows({ from, to }: Period): Period[] {
  return Array.from({ length: Math.max(1, Math.ceil((to - from) / DAY_MS)) }, (_, index) => ({
    from: from + index * DAY_MS,
    to: Math.min(from + (index + 1) * DAY_MS, to),
  }));
}
