import { selectMerchantUsers } from '#src/accounts/auth/merchant-users-store.ts';
import type { ReadMerchantDeps } from '#src/accounts/merchants/read-merchant.ts';
import { readVolumes } from '#src/charges/daily-totals/read-volumes.ts';
import type { AppContext } from './context.ts';

/** What the reads of merchants use of features above them. */
export function merchantReadsOf({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ReadMerchantDeps {
  return { database, clock, readVolumes, readMerchantUsers: selectMerchantUsers };
}
