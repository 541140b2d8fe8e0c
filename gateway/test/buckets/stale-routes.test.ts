import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addNote } from '#src/accounts/merchants/notes/manage-notes.ts';
import { createCharges } from '#src/charges/create-charges.ts';
import { createLink } from '#src/charges/links/manage-links.ts';
import { createProduct } from '#src/charges/links/products/manage-products.ts';
import type { ChargeRequest } from '#src/charges/plan-charges.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { callerWithoutKey } from '#src/ground/access/merchant.ts';
import { isMerchantElsewhere } from '#src/ground/database/buckets.ts';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import { createId, ID_MAX, ID_MIN } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { holdBalance, releaseBalance } from '#src/money-out/adjustments/hold-balance.ts';
import { insertRecords } from '#src/reports/request-records/request-record-store.ts';
import { insertChunk } from '#src/reports/transactions/search-chunk-store.ts';
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

test('charges of two buckets in one batch are created once after a move, each where its merchant is', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const database = await openElsewhere(context, gateway);
  assert.equal(await bucketOf(database, home), 'b0');
  assert.equal(typeof (await move(gateway, home, 'b1')), 'object');
  const { clock } = gateway.appContext;
  const requestOf = ({ merchant }: Party): ChargeRequest => ({
    caller: callerWithoutKey(merchant, { environment: 'test', clientId: 'test' }),
    idempotency: { key: 'one', requestDigest: Buffer.alloc(16), fields: [] },
    amount: centavos(10_000),
    payer: { name: 'Ana', document: '12345678909', email: null },
    externalId: null,
    expiresInSeconds: 60,
    webhookUrl: null,
    utm: null,
    split: undefined,
  });
  const requests = [away, home].map(requestOf);
  const deps = { database, clock, paymentDelaySeconds: 0 };
  const created = await createCharges(deps, requests);
  assert.deepEqual(
    created.map((result) => 'value' in result && result.value.isReplay),
    [false, false],
  );
  const repeated = await createCharges(deps, requests);
  assert.deepEqual(
    repeated.map((result) => 'value' in result && result.value),
    created.map((result) => 'value' in result && { ...result.value, isReplay: true }),
  );
  for (const table of ['charges', 'idempotency_keys']) {
    const rows = await gateway.sql(
      `select 'b0' as bucket, merchant_id from b0.${table}
        union all select 'b1', merchant_id from b1.${table} order by merchant_id`,
    );
    const ids = [home, away].map(({ merchant }) => merchant.merchantId).sort();
    assert.deepEqual(
      rows,
      ids.map((id) => ({ bucket: 'b1', merchant_id: id })),
      table,
    );
  }
});

test('links, products, notes and search chunks of a moved merchant are written in its new bucket', async (context) => {
  const { gateway, home } = await openTwo(context);
  const { merchant, username } = home;
  const { merchantId } = merchant;
  const scope = { merchantId, environment: 'test' } as const;
  const { clock } = gateway.appContext;
  const owner = { merchant, scope, by: commandActor };
  const range = { merchantId, fromId: ID_MIN, beforeId: ID_MAX };
  // One process for each write: the first one that is refused teaches its process the new route.
  const processes = await Promise.all(
    Array.from({ length: 5 }, () => openElsewhere(context, gateway)),
  );
  for (const database of processes) assert.equal(await bucketOf(database, home), 'b0');
  assert.equal(typeof (await move(gateway, home, 'b1')), 'object');
  const [one, two, three, four, five] = processes;
  assert.ok(one && two && three && four && five);
  const deps = (database: Database) => ({
    database,
    clock,
    checkAmount: () => {},
    hasSubscriptions: () => false,
  });
  const wanted = { body: { title: 'Rifa' }, idempotency: undefined };
  await createLink(deps(one), owner, wanted);
  const product = { body: { name: 'Boné', amount: 100 }, idempotency: undefined };
  await createProduct(deps(two), owner, product);
  await addNote(deps(three), { username, text: 'Ligou.', by: commandActor });
  const chunk = { ids: [ID_MIN], words: ' ana', lines: ' ana\n', numbers: '\tB\n' };
  await assert.rejects(insertChunk(four, 'charge', range, chunk), isMerchantElsewhere);
  await insertChunk(four, 'charge', range, chunk);
  const record = {
    merchantId,
    clientId: home.keys['client-id'],
    id: ID_MIN,
    environment: 'test' as const,
    method: 'GET',
    path: '/v1/balance',
    operation: undefined,
    status: 200,
    durationMs: 1,
    isReplay: false,
    code: undefined,
    omitted: 0,
  };
  await assert.rejects(insertRecords(five, [record]), isMerchantElsewhere);
  await insertRecords(five, [record]);
  const tables = ['payment_links', 'products', 'merchant_notes', 'search_chunks'];
  for (const table of [...tables, 'request_records']) {
    const rows = await gateway.sql(
      `select 'b0' as bucket from b0.${table} where merchant_id = $1
        union all select 'b1' from b1.${table} where merchant_id = $1`,
      [merchantId],
    );
    assert.deepEqual(rows, [{ bucket: 'b1' }], table);
  }
  await writeMore(gateway, merchantId);
  const moved = await move(gateway, home, 'b0');
  assert.deepEqual(
    Object.entries(moved).filter(([table]) => [...tables, ...MORE_TABLES].includes(table)),
    [...tables, ...MORE_TABLES].toSorted().map((table) => [table, 1]),
  );
});

const MORE_TABLES = ['automatic_payouts', 'fee_days', 'payout_beneficiaries', 'request_log'];

/** Rows of a merchant in `b1`: of a table with a generated column, and of a partition, too. */
async function writeMore({ sql, clock }: TestGateway, merchantId: string): Promise<void> {
  const id = createId(clock.now());
  await sql(
    `insert into b1.payout_beneficiaries (merchant_id, environment, id, name, document, pix_key,
       pix_key_type, created_at) values ($1, 'test', $2, 'Ana', '12345678909', 'a@b.c', 'email',
       now())`,
    [merchantId, id],
  );
  await sql(
    `insert into b1.request_log (merchant_id, environment, id, client_id, method, path, status,
       duration_ms, is_replay, omitted)
     values ($1, 'test', $2, 'k', 'GET', '/v1/balance', 200, 1, false, 0)`,
    [merchantId, id],
  );
  await sql(
    `insert into b1.automatic_payouts values ($1, 'test', $2, 'daily', 8, 0, 0, 0, null, now())`,
    [merchantId, id],
  );
  await sql(`insert into b1.fee_days values ($1, 'test', '2026-11-20', 49)`, [merchantId]);
}

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
  const deps = gateway.appContext;
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
  const deps = gateway.appContext;
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
