import type { Period } from '#src/bank/live-bank.ts';
import { DAY_MS } from '#src/ground/durations.ts';

/**
 * Why a window of the bank's list is read: `new` for payments received since the last window,
 * `backfill` for an older period that an operator asked for, `refunds` for payments that the bank
 * refunded, `old_refunds` for older ones.
 */
export type WindowPurpose = 'new' | 'backfill' | 'refunds' | 'old_refunds';

/** A period of the bank's list that is read page by page. */
export interface IncomingPaymentWindow {
  readonly id: string;
  readonly purpose: WindowPurpose;
  readonly period: Period;
  readonly nextPage: number;
  /** The number of the claim; a later claim makes this one invalid. */
  readonly claim: number;
  readonly failureCount: number;
}

/** Splits a period into windows of a day, because some banks refuse longer ones. */
export function dayWindows({ from, to }: Period): Period[] {
  return Array.from({ length: Math.max(1, Math.ceil((to - from) / DAY_MS)) }, (_, index) => ({
    from: from + index * DAY_MS,
    to: Math.min(from + (index + 1) * DAY_MS, to),
  }));
}
