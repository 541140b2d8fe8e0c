import type { BalanceComparison } from './discrepancy.ts';
import type { DiscrepancyLine } from './discrepancy-line.ts';

/** The report of one day as it is stored. Instants in milliseconds. */
export interface ReconciliationReport {
  readonly bank: string;
  readonly day: string;
  /** `retrying`: the bank did not answer the last time. */
  readonly status: 'waiting' | 'retrying' | 'done';
  /** Why the last comparison failed. */
  readonly failure: string | null;
  /** When the day was last compared; null before the first time, as all below. */
  readonly madeAt: number | null;
  readonly isClean: boolean | null;
  readonly receivedCount: number | null;
  readonly payoutCount: number | null;
  readonly discrepancyCount: number | null;
  /** Also null for a bank that only receives. */
  readonly balance: BalanceComparison | null;
}

export interface ReconciliationReportDetail extends ReconciliationReport {
  readonly lines: readonly DiscrepancyLine[];
}
