import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { commandActor } from '#src/access/actor.ts';
import { holdBalance, releaseBalance } from '#src/balance-adjustments/hold-balance.ts';
import { centavos } from '#src/money/centavos.ts';
import { type Database, openDatabase } from '#src/platform/database/database.ts';
import { receivePayment, type TestGateway } from '../support/gateway.ts';
import {
  assertClean,
  available,
  move,
  openTwo,
  type Party,
  transfer,
} from '../support/two-buckets.ts';

const ACCOUNTS = {
  name: 'test_accounts',
  text: 'select from ledger_accounts where merchant_id = $1',
};
const noMails = { tellMerchant: async () => {} };

/** The database as another process sees it, with routes of its own. */
async function openElsewhere(context: TestContext, gateway: TestGateway): Promise<Database> {
  const { connectionString } = gateway;
  const database = openDatabase({ connectionString, connectionsMax: 3, applicationName: 'test' });
  context.after(() => database.close());
  await database.buckets.refresh();
  return database;
}

async function bucketOf({ buckets }: Database, { merchant }: Party): Promise<string> {
  return (await buckets.ofMerchant(merchant.merchantId)).bucketId;
}

test('a process with the old route of a moved merchant writes in the new bucket only', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  await receivePayment(gateway, home.keys);
  const database = await openElsewhere(context, gateway);
  const { clock } = gateway.appContext;
  assert.equal(await bucketOf(database, home), 'b0');
  assert.equal(typeof (await move(gateway, home, 'b1')), 'object');
  assert.equal(await bucketOf(database, home), 'b0');
  await transfer({ appContext: { database, clock } }, home, away, 100n);
  assert.equal(await bucketOf(database, home), 'b1');
  for (const table of ['transfers', 'ledger_accounts']) {
    const left = await gateway.sql(`select from b0.${table} where merchant_id = $1`, [
      home.merchant.merchantId,
    ]);
    assert.equal(left.length, 0, table);
  }
  assert.equal(await available(gateway, away.keys), 100);
  await assertClean(gateway);
});

test('the refresh of each minute corrects the old route of a moved merchant', async (context) => {
  const { gateway, home } = await openTwo(context);
  await receivePayment(gateway, home.keys);
  const database = await openElsewhere(context, gateway);
  const id = home.merchant.merchantId;
  const before = (await database.query(ACCOUNTS, [id])).length;
  assert.equal(typeof (await move(gateway, home, 'b1')), 'object');
  assert.equal((await database.query(ACCOUNTS, [id])).length, 0);
  await database.buckets.refresh();
  assert.equal((await database.query(ACCOUNTS, [id])).length, before);
});

test('an operator releases a hold after the move of its merchant to an earlier bucket', async (context) => {
  const { gateway, away } = await openTwo(context);
  await receivePayment(gateway, away.keys);
  const deps = { ...gateway.appContext, mails: noMails };
  const free = await available(gateway, away.keys);
  const about = { reason: 'revisão', reference: null };
  const wanted = { username: away.username, environment: 'test', ...about } as const;
  const hold = await holdBalance(
    deps,
    { ...wanted, amount: centavos(500n), requestKey: 'hold' },
    commandActor,
  );
  assert.equal(typeof (await move(gateway, away, 'b0')), 'object');
  const release = { holdId: hold.id, amount: null, reason: 'revisto', requestKey: 'release' };
  const released = await releaseBalance(deps, release, commandActor);
  assert.equal((await releaseBalance(deps, release, commandActor)).id, released.id);
  assert.equal(await available(gateway, away.keys), free);
  await assertClean(gateway);
});

test('equal request keys for merchants in two buckets change one balance', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  for (const { keys } of [home, away]) await receivePayment(gateway, keys);
  const deps = { ...gateway.appContext, mails: noMails };
  const about = { reason: 'revisão', reference: null, requestKey: 'one' };
  const outcomes = await Promise.allSettled(
    [home, away].map(({ username }) =>
      holdBalance(
        deps,
        { username, environment: 'test', amount: centavos(500n), ...about },
        commandActor,
      ),
    ),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    assert.equal(outcome.reason.code, 'idempotency_key_reused');
  }
  assert.equal((await gateway.sql('select from balance_adjustments')).length, 1);
});
