import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { HOLD_ACCOUNTS, type LockedAccounts, lockForPosting } from '#src/ledger/post.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';

const gateway = await startGateway({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
const holdId = createId(gateway.clock.now());
/** What a merchant gets of a charge of 10000. */
const NET = 9_802n;
const WANTED = 12_000n;

function change(work: (locked: LockedAccounts) => bigint): Promise<bigint> {
  return gateway.appContext.database.transaction(async (tx) => {
    const toLock = { ...scope, isSandbox: false, accounts: HOLD_ACCOUNTS, holdIds: [holdId] };
    const locked = await lockForPosting(tx, [toLock]);
    const result = work(locked);
    locked.write(gateway.clock.now());
    return result;
  });
}

test('a hold that is not fully blocked first loses what it lacks, then what it has', async () => {
  await receivePayment(gateway, keys);
  const amount = centavos(WANTED);
  const hold = { holdId, cause: 'operator', referenceId: holdId, amount } as const;
  assert.equal(await change((locked) => locked.hold(scope, hold)), NET);
  const release = (less?: bigint) =>
    change((locked) => locked.release(scope, holdId, less === undefined ? less : centavos(less)));
  // It lacks 2198: 1000 less releases nothing, and of 2000 more it has 802.
  assert.equal(await release(1_000n), 0n);
  assert.equal(await release(2_000n), NET - 9_000n);
  // More than it wants closes it, and a closed hold has nothing to release.
  assert.equal(await release(9_001n), 9_000n);
  assert.equal(await release(), 0n);
  assert.deepEqual(await failedChecks(gateway), []);
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual([body.available, body.blocked], [Number(NET), 0]);
});
