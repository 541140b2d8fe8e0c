import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { firstIdAt } from '#src/platform/ids.ts';
import { countFailed } from './failed-payouts-store.ts';

const COUNT_MAX = 1_000;

/** How many payouts that were asked for since an instant have failed; counts to a thousand. */
export function countFailedPayouts(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<number> {
  return countFailed(database, scope, { fromId: firstIdAt(since), countMax: COUNT_MAX });
}
