import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { countFailed } from './payout-read-store.ts';

const COUNT_MAX = 1_000;

/** Counts failed payouts that were created since an instant (milliseconds); at most 1,000. */
export async function countFailedPayouts(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<number> {
  const { merchantId, environment } = scope;
  const wanted = { merchantId, environment, fromId: firstIdAt(since), countMax: COUNT_MAX };
  return (await countFailed(database, wanted)).count;
}
