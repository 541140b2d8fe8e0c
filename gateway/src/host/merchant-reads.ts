import { selectMerchantUsers } from '#src/accounts/auth/merchant-users-store.ts';
import type { ReadMerchantDeps } from '#src/accounts/merchants/read-merchant.ts';
import { readVolumes } from '#src/charges/daily-totals/read-volumes.ts';
import type { AppContext } from './context.ts';

/** The dependencies of reading merchants, with functions of rooms above accounts. */
export function merchantReadsOf({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ReadMerchantDeps {
  return { database, clock, readVolumes, readMerchantUsers: selectMerchantUsers };
}
