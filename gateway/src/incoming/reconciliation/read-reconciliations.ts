import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { ReconciliationReport, ReconciliationReportDetail } from './reconciliation-report.ts';
import { selectReport, selectReports } from './reconciliation-store.ts';

const LAST_DAY = '9999-12-31';
const DAYS_COUNTED = 30;

/** The days that were compared or are scheduled, newest first. */
export async function listReconciliations(
  database: Queryable,
  { bank, before = LAST_DAY, limit }: { bank: string; before?: string | undefined; limit: number },
): Promise<Page<ReconciliationReport>> {
  return readPage(
    limit,
    (rowsMax) => selectReports(database, { bank, before, limit: rowsMax }),
    ({ day }) => day,
  );
}

/** How many discrepancies the reports of the last 30 days have. */
export async function countDiscrepancies(database: Queryable, bank: string): Promise<number> {
  const { rows } = await listReconciliations(database, { bank, limit: DAYS_COUNTED });
  return rows.reduce((sum, { discrepancyCount }) => sum + (discrepancyCount ?? 0), 0);
}

/** A day with its discrepancies. Refuses `reconciliation_not_found`. */
export async function findReconciliation(
  database: Queryable,
  bank: string,
  day: string,
): Promise<ReconciliationReportDetail> {
  const report = await selectReport(database, { bank, day });
  if (!report) throw new Refusal('reconciliation_not_found');
  return report;
}
