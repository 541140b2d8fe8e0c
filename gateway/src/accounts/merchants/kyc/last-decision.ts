import type { Queryable } from '#src/ground/database/database.ts';
import type { KycDecision } from './kyc-application.ts';
import { selectLastDecision } from './kyc-submission-store.ts';

/** The last decision on a merchant's application; undefined before the first. */
export async function readLastDecision(
  database: Queryable,
  merchantId: string,
): Promise<{ readonly decision: KycDecision; readonly at: number } | undefined> {
  const row = await selectLastDecision(database, merchantId);
  return row && { decision: row.decision, at: row.decided_at };
}
