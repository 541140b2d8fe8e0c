import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { readBalances, ZERO_BALANCE } from '#src/ledger/read-balance.ts';
import { selectMerchantUsers } from '../auth/memberships/membership-store.ts';
import { selectAddress } from './address/merchant-address-store.ts';
import { selectCredentialSummaries } from './credentials/credential-store.ts';
import { selectApplication } from './kyc/kyc-store.ts';
import type { MerchantProfile, Volumes } from './merchant-record.ts';
import { selectMerchantRecord } from './merchant-search-store.ts';

export interface ReadMerchantDeps extends DatabaseAndClock {
  /** The amounts that merchants received; `charges` has them. */
  readonly readVolumes: (
    database: Queryable,
    merchantIds: readonly string[],
    now: number,
  ) => Promise<Volumes>;
}

/** Reads everything that a merchant's page shows, in one snapshot. Refuses `merchant_not_found`. */
export function readMerchant(deps: ReadMerchantDeps, username: string): Promise<MerchantProfile> {
  return deps.database.snapshot(async (tx) => {
    const record = await selectMerchantRecord(tx, { username });
    if (!record) throw new Refusal('merchant_not_found');
    const { merchantId } = record;
    const [live, test] = await readBalances(tx, [
      { merchantId, environment: 'live' },
      { merchantId, environment: 'test' },
    ]);
    return {
      record,
      volumes: await deps.readVolumes(tx, [merchantId], deps.clock.now()),
      balances: {
        live: live && 'value' in live ? live.value : ZERO_BALANCE,
        test: test && 'value' in test ? test.value : ZERO_BALANCE,
      },
      users: await selectMerchantUsers(tx, { merchantId }),
      credentials: await selectCredentialSummaries(tx, { merchantId }),
      kyc: await selectApplication(tx, { merchantId }),
      address: await selectAddress(tx, { merchantId }),
    };
  });
}
