import { readBalances } from '#src/ledger/read-balance.ts';
import { centavos } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { selectCredentialsOf } from './credentials/credential-store.ts';
import { selectApplication } from './kyc/kyc-store.ts';
import type { MerchantFile, MerchantUser, Volumes } from './merchant-record.ts';
import { selectMerchantRecord } from './merchant-search-store.ts';

/** What is kept in rooms above this one is handed in. */
export interface ReadMerchantDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly readVolumes: (
    database: Queryable,
    merchantIds: readonly string[],
    now: number,
  ) => Promise<Volumes>;
  readonly readMerchantUsers: (
    database: Queryable,
    merchantId: string,
  ) => Promise<readonly MerchantUser[]>;
}

const NOTHING = { available: centavos(0n), reserved: centavos(0n) };

/** Everything about one merchant, as of one instant. Refuses `merchant_not_found`. */
export function readMerchant(deps: ReadMerchantDeps, username: string): Promise<MerchantFile> {
  return deps.database.snapshot(async (tx) => {
    const record = await selectMerchantRecord(tx, username);
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
        live: live && 'value' in live ? live.value : NOTHING,
        test: test && 'value' in test ? test.value : NOTHING,
      },
      users: await deps.readMerchantUsers(tx, merchantId),
      credentials: await selectCredentialsOf(tx, merchantId),
      kyc: await selectApplication(tx, merchantId),
    };
  });
}
