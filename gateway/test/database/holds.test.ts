import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { DEBIT_ACCOUNTS, type LockedAccounts, lockForPosting } from '#src/ledger/post.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';

const gateway = await startGateway({ after });
/** What a merchant gets of a charge of 10000. */
const NET = 9_802n;
const WANTED = centavos(12_000n);

async function createShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  return {
    keys,
    scope,
    /** Changes the accounts and open holds of the shop in a transaction. */
    change: <Result>(holdIds: readonly string[], work: (locked: LockedAccounts) => Result) =>
      gateway.appContext.database.transaction(async (tx) => {
        const toLock = { ...scope, isSandbox: false, accounts: DEBIT_ACCOUNTS, holdIds };
        const locked = await lockForPosting(tx, [toLock]);
        const result = work(locked);
        locked.write(gateway.clock.now());
        return result;
      }),
    async balances() {
      const { body } = await gateway.call('GET', '/v1/balance', { keys });
      return [body.available, body.blocked, -Number(body.debt) || 0];
    },
  };
}

const newId = (): string => createId(gateway.clock.now());

test('a hold that is not fully blocked first loses what it lacks, then what it has', async () => {
  const { keys, scope, change, balances } = await createShop();
  await receivePayment(gateway, keys);
  const holdId = newId();
  const hold = { holdId, cause: 'operator', referenceId: holdId, amount: WANTED } as const;
  assert.equal(await change([], (locked) => locked.hold(scope, hold)), NET);
  const release = (less?: bigint) =>
    change([holdId], (locked) =>
      locked.release(scope, holdId, less === undefined ? less : centavos(less)),
    );
  // It lacks 2198: 1000 less releases nothing, and of 2000 more it has 802.
  assert.equal(await release(1_000n), 0n);
  assert.equal(await release(2_000n), NET - 9_000n);
  // More than it wants closes it, and a closed hold has nothing to release.
  assert.equal(await release(9_001n), 9_000n);
  assert.equal(await release(), 0n);
  assert.deepEqual(await failedChecks(gateway), []);
  assert.deepEqual(await balances(), [Number(NET), 0, 0]);
});

test('a debit uses the hold, then the balance, then debt; credits repay debt and then cover holds', async () => {
  const { keys, scope, change, balances } = await createShop();
  await receivePayment(gateway, keys);
  const [first, second] = [newId(), newId()];
  const open = (holdId: string, amount: bigint) =>
    change([], (locked) =>
      locked.hold(scope, {
        holdId,
        cause: 'operator',
        referenceId: holdId,
        amount: centavos(amount),
      }),
    );
  assert.equal(await open(first, 6_000n), 6_000n);
  const debit = { kind: 'dispute_returned', referenceId: newId() } as const;
  const parts = await change([first], (locked) =>
    locked.take(scope, { ...debit, amount: centavos(11_000n), holdId: first }),
  );
  assert.deepEqual(parts, { blocked: 6_000n, available: NET - 6_000n, debt: 11_000n - NET });
  assert.deepEqual(await balances(), [0, 0, 1_198]);
  assert.equal(await open(second, 5_000n), 0n);
  // 1000 is 937 net: all of it repays debt. The next 937 repay the rest and cover 676.
  await receivePayment(gateway, keys, { ...CHARGE, amount: 1_000 });
  assert.deepEqual(await balances(), [0, 0, 1_198 - 937]);
  await receivePayment(gateway, keys, { ...CHARGE, amount: 1_000 });
  assert.deepEqual(await balances(), [0, 676, 0]);
  await receivePayment(gateway, keys);
  assert.deepEqual(await balances(), [Number(NET) - (5_000 - 676), 5_000, 0]);
  // A debit without a hold leaves the hold alone, and what the hold releases repays its debt.
  const more = centavos(6_000n);
  await change([], (locked) =>
    locked.debit(scope, { kind: 'dispute_returned', referenceId: newId(), amount: more }),
  );
  assert.deepEqual(await balances(), [0, 5_000, 6_000 - (Number(NET) - 4_324)]);
  await change([second], (locked) => locked.release(scope, second));
  assert.deepEqual(await balances(), [5_000 - (6_000 - (Number(NET) - 4_324)), 0, 0]);
});
