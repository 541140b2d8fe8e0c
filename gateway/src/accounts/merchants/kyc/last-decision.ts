import type { Queryable } from '#src/ground/database/database.ts';
import type { KycDecision } from './kyc-application.ts';
import { selectLastDecision } from './kyc-submission-store.ts';

/** The last decision on a merchant's application; undefined before the first. */
export function readLastDecision(
  database: Queryable,
  merchantId: string,
): Promise<{ readonly decision: KycDecision; readonly at: number } | undefined> {
  return selectLastDecision(database, { merchantId });
}
