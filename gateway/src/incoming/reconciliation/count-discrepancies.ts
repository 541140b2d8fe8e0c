import type { Queryable } from '#src/ground/database/database.ts';
import { listReconciliations } from './read-reconciliations.ts';

const DAYS = 30;

/** How many discrepancies the reports of the last 30 days have. */
export async function countDiscrepancies(database: Queryable, bank: string): Promise<number> {
  const { rows } = await listReconciliations(database, { bank, limit: DAYS });
  return rows.reduce((sum, { discrepancyCount }) => sum + (discrepancyCount ?? 0), 0);
}
