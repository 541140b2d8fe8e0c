import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { findReconciliation } from '../reconciliation/read-reconciliations.ts';
import type { ReconciliationReportDetail } from '../reconciliation/reconciliation-report.ts';
import type { Restoration } from './restoration.ts';

/** Banks keep their lists about three months. */
const DAYS_MAX = 92;

/** The days at Brasília on which the bank may have moved money that was not restored. */
export function daysToCompare({ reachedAt }: Restoration, now: number): string[] {
  const first = brazilianDayOf(reachedAt);
  const today = brazilianDayOf(now);
  const days: string[] = [];
  for (let day = today; day >= first && days.length < DAYS_MAX; day = addDays(day, -1)) {
    days.unshift(day);
  }
  return days;
}

/** The days of a restoration that are not compared or have discrepancies. */
export interface OpenDays {
  /** The days that were not compared with the bank since the restoration. */
  readonly missing: readonly string[];
  /** The compared days whose last report has discrepancies. */
  readonly differing: readonly ReconciliationReportDetail[];
}

/** Reads which days of a restoration are not compared with the bank or have discrepancies. */
export async function readOpenDays(
  database: Queryable,
  restoration: Restoration,
  { bank, now }: { bank: string; now: number },
): Promise<OpenDays> {
  const missing: string[] = [];
  const differing: ReconciliationReportDetail[] = [];
  for (const day of daysToCompare(restoration, now)) {
    const report = await reportOf(database, bank, day);
    if ((report?.madeAt ?? 0) < restoration.restoredAt) missing.push(day);
    else if (report && !report.isClean) differing.push(report);
  }
  return { missing, differing };
}

async function reportOf(
  database: Queryable,
  bank: string,
  day: string,
): Promise<ReconciliationReportDetail | null> {
  try {
    return await findReconciliation(database, bank, day);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reconciliation_not_found') return null;
    throw error;
  }
}
