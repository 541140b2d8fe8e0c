import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { findOpenGuards } from '#src/ground/database/ledger-guards.ts';
import { SKIP_WITHOUT_CITUS } from '../support/citus-servers.ts';
import { refusedStatements } from '../support/citus-statements.ts';
import { createClusterDatabase, run, type TestDatabase } from '../support/database-server.ts';
import { createDisputer } from '../support/disputes.ts';
import { PAYOUT, receivePayment, type TestGateway, until } from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';
import { type LiveGateway, startLiveGateway } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';
import {
  assertClean,
  available,
  createPair,
  type Party,
  payShared,
  transfer,
} from '../support/two-buckets.ts';
import { openEndpoint } from '../support/webhook-sink.ts';

const STEP_MS = 10_000;
const skip = SKIP_WITHOUT_CITUS;
const WHERE = `select s.nspname as bucket, s.nodeport as port from (
    select c.relnamespace::regnamespace::text as nspname, d.nodeport
    from pg_dist_shard h join pg_class c on c.oid = h.logicalrelid
    join pg_dist_placement p using (shardid)
    join pg_dist_node d on d.groupid = p.groupid and d.noderole = 'primary'
    where c.relname = 'bucket_merchants') s order by 1`;

let database: TestDatabase;
let live: LiveGateway;
let gateway: TestGateway;

if (!skip) {
  database = await createClusterDatabase(2);
  live = await startLiveGateway({ after }, { database });
  gateway = live.gateway;
}

/** Runs a command on the database of the gateway. */
async function command(...words: string[]): Promise<string> {
  const { encryptionKey } = gateway.appContext.config;
  const env = { ...database.env, ENCRYPTION_KEY: encryptionKey?.toString('base64') ?? '' };
  const { exitCode, stdout, stderr } = await runCli({ ...env, LOG_LEVEL: 'silent' }, ...words);
  assert.equal(exitCode, 0, stdout + stderr);
  return stdout;
}

/** Waits until a transaction of the API has a status, while the clock goes on. */
async function reaches({ keys }: Party, id: unknown, status: string): Promise<void> {
  await until(`${id} is ${status}`, async () => {
    gateway.clock.advance(STEP_MS);
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === status;
  });
}

async function payout({ keys }: Party, amount: number): Promise<unknown> {
  const body = { ...PAYOUT, amount };
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(sent.status, 201, sent.text);
  return sent.body.internal_id;
}

async function receiverOf(context: TestContext, { merchant }: Party) {
  const sink = await openEndpoint(context, gateway, merchant);
  return (kind: string) =>
    until(`${kind} arrives`, async () => {
      gateway.clock.advance(STEP_MS);
      return sink.received.some(({ event }) => event.event === kind);
    });
}

test('charges are paid and told in both buckets, and payouts leave them', {
  skip,
}, async (context) => {
  const { home, away } = await createPair(gateway);
  for (const party of [home, away]) {
    const arrives = await receiverOf(context, party);
    await receivePayment(gateway, party.keys);
    await arrives('deposit.paid');
    const id = await payout(party, 1_000);
    await reaches(party, id, 'paid');
    const listed = await gateway.call('GET', '/v1/transactions', { keys: party.keys });
    assert.equal((listed.body.data as unknown[]).length, 2);
  }
  await assertClean(gateway);
});

test('shares, transfers, refunds and disputes over two nodes are booked on both', {
  skip,
}, async () => {
  const { home, away } = await createPair(gateway);
  const refunder = createRefunder(gateway);
  const disputer = createDisputer(gateway);
  const charges = [await payShared(gateway, away, home), await payShared(gateway, home, away)];
  assert.deepEqual(
    [await available(gateway, home.keys), await available(gateway, away.keys)],
    [9_802, 9_802],
  );
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? transfer(gateway, home, away, 10n) : transfer(gateway, away, home, 10n),
    ),
  );
  const [first = '', second = ''] = charges;
  assert.equal((await refunder.refund(away.keys, first, { amount: 5_000 })).status, 201);
  await refunder.endRefunds();
  const opened = await disputer.dispute(home.keys, second);
  assert.equal(opened.status, 201, opened.text);
  assert.deepEqual(await disputer.balancesOf(away.keys), [9_802 - 4_500 - 1_000, 1_000, 0]);
  const closed = await disputer.close(home.keys, opened.body.internal_id, 'accepted');
  assert.equal(closed.status, 200, closed.text);
  assert.deepEqual(
    [await available(gateway, home.keys), await available(gateway, away.keys)],
    [9_802 - 500 - 9_000, 9_802 - 4_500 - 1_000],
  );
  await assertClean(gateway);
});

test('live payouts of both nodes reach the bank, and a stop holds those of its scope', {
  skip,
}, async () => {
  const { home, away } = await createPair(gateway, 'live');
  for (const party of [home, away]) {
    const body = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' } };
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: party.keys, body });
    const id = String(created.body.internal_id);
    live.bank.pay(id.replaceAll('-', ''));
    await reaches(party, id, 'paid');
  }
  const stop = ['payouts', 'stop', '--merchant', away.username];
  await command(...stop);
  const held = await payout(away, 1_000);
  await reaches(home, await payout(home, 1_000), 'paid');
  await until('the stopped payout waits', async () => {
    gateway.clock.advance(STEP_MS);
    const path = `/v1/transactions/${held}`;
    return (await gateway.call('GET', path, { keys: away.keys })).body.held === true;
  });
  assert.equal(live.bank.payout(String(held).replaceAll('-', '')), undefined);
  await command('payouts', 'resume', '--merchant', away.username);
  // The command uses the machine's clock.
  gateway.clock.set(Math.max(gateway.clock.now(), Date.now()) + STEP_MS);
  await reaches(away, held, 'paid');
  await assertClean(gateway);
});

test('a merchant moves to the other node with its balance and trades there', { skip }, async () => {
  const { home, away } = await createPair(gateway);
  const charge = await payShared(gateway, home, away);
  const kept = await available(gateway, home.keys);
  await command('merchant', 'move', home.username, 'b1');
  assert.equal(await available(gateway, home.keys), kept);
  const refunder = createRefunder(gateway);
  assert.equal((await refunder.refund(home.keys, charge, { amount: 1_000 })).status, 201);
  await refunder.endRefunds();
  await payShared(gateway, home, away);
  await assertClean(gateway);
  await command('ledger', 'verify', '--full');
});

test('the servers of a cluster accept each statement that they get', { skip }, async () => {
  const places = await run(database.ownerConnectionString, WHERE);
  const portOf = (bucketId: string) => String(places.find((one) => one.bucket === bucketId)?.port);
  const ports = { b0: portOf('b0'), b1: portOf('b1') };
  assert.deepEqual(await refusedStatements(database.connectionString, ports), []);
});

test('no round of background work fails on a cluster', { skip }, async () => {
  await until('a worker lives', async () => {
    const workers = await gateway.sql('select from worker_processes');
    return workers.length > 0;
  });
  const failed = gateway.logLines.filter((line) => line.includes('a round of work failed'));
  assert.deepEqual(failed, []);
});

// The last one: the tables have rows then, which a trigger needs to refuse a delete.
test('two buckets are on different nodes, and each refuses changes of the ledger there', {
  skip,
}, async () => {
  const places = await run(database.ownerConnectionString, WHERE);
  assert.deepEqual(
    places.map(({ bucket }) => bucket),
    ['b0', 'b1'],
  );
  assert.notEqual(places[0]?.port, places[1]?.port);
  const owner = openDatabase({
    connectionString: database.ownerConnectionString,
    connectionsMax: 2,
    applicationName: 'test',
  });
  try {
    await owner.buckets.refresh();
    assert.deepEqual(await findOpenGuards(owner), []);
    for (const { port } of places) {
      const node = new URL(database.ownerConnectionString);
      node.port = String(port);
      for (const bucket of ['b0', 'b1']) {
        for (const change of ['update @ set kind = kind', 'delete from @', 'truncate @']) {
          const text = change.replace('@', `${bucket}.ledger_entries`);
          await assert.rejects(run(node.href, text), { code: '23001' }, `${text} at ${port}`);
        }
      }
    }
    const trigger = 'ledger_entries_append_only';
    await run(database.ownerConnectionString, `drop trigger ${trigger} on b1.ledger_entries`);
    assert.deepEqual(await findOpenGuards(owner), [{ bucketId: 'b1', operation: 'update' }]);
    await run(
      database.ownerConnectionString,
      `create trigger ${trigger} before update on b1.ledger_entries
        for each statement execute function public.ledger_refuse_change()`,
    );
    assert.deepEqual(await findOpenGuards(owner), []);
  } finally {
    await owner.close();
  }
});
