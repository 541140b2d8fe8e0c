import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ownerAddressOf } from '../support/database-server.ts';
import { followFeed, openStream, readPage } from '../support/feed.ts';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guia/eventos.md');
const PAYMENTS = 60;
const STREAMS_PER_KEY = 5;

// This process serves HTTP, and two others with the same database do, which a third one supervises.
const env = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const gateway = await startGateway({ after }, { env, hasWorker: false });
const others = await startGatewayProcess({
  PORT: String(await freePort()),
  LOG_LEVEL: 'silent',
  ...env,
  ROLES: 'api',
  PROCESSES: '3',
  DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
  DATABASE_URL: gateway.connectionString,
  MIGRATION_DATABASE_URL: ownerAddressOf(gateway.connectionString),
});
after(() => others.stop());

type Party = Awaited<ReturnType<typeof createMerchantWithKeys>>;

/** Calls one of the other processes: each connection may reach another one. */
function callOthers(method: string, path: string, keys: Keys) {
  const headers = { ...keys, connection: 'close' };
  return callGateway<{ status: string }>(`${others.url}${path}`, method, { headers });
}

test('a reader gets every event once and in order, while three processes commit events at once', async () => {
  const shop: Party = await createMerchantWithKeys(gateway);
  const partner: Party = await createMerchantWithKeys(gateway);
  const split = [{ username: partner.username, percentage: 10 }];
  const created = await Promise.all(
    Array.from({ length: PAYMENTS }, () =>
      gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: { ...CHARGE, split } }),
    ),
  );
  const stream = await openStream(others.url, shop.keys);
  const readers = [shop, partner].map(({ keys }) => followFeed(gateway, keys));
  let isPaid = false;
  const paying = Promise.all(
    created.map(async ({ body }, index) => {
      const path = `/v1/test/charges/${body.internal_id}/pay`;
      const { status } =
        index % 3 === 0
          ? await gateway.call('POST', path, { keys: shop.keys })
          : await callOthers('POST', path, shop.keys);
      assert.equal(status, 200);
    }),
  ).finally(() => {
    isPaid = true;
  });
  while (!isPaid) await Promise.all(readers.map((reader) => reader.readNew()));
  await paying;
  await Promise.all(readers.map((reader) => reader.readNew()));
  for (const [index, { keys }] of [shop, partner].entries()) {
    const { data } = await readPage(gateway, keys, 'limit=100');
    assert.equal(data.length, PAYMENTS);
    assert.deepEqual(
      readers[index]?.seen,
      data.map(({ id }) => id),
    );
  }
  const streamed: (string | undefined)[] = [];
  while (streamed.length < PAYMENTS) streamed.push((await stream.next())?.id);
  assert.deepEqual(streamed, readers[0]?.seen);
  await stream.close();
});

test('a stream of requests shows those that three processes serve, each once', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const stream = await openStream(others.url, keys, { of: 'requests' });
  const calls = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? gateway.call('GET', '/v1/balance', { keys })
      : callOthers('GET', '/v1/balance', keys),
  );
  const served = (await Promise.all(calls)).map(({ headers }) => headers.get('x-request-id'));
  const shown = [];
  while (shown.length < served.length) shown.push((await stream.next())?.id);
  assert.deepEqual(shown.sort(), served.sort());
  await stream.close();
});

test('a key may have five streams at once over all processes', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const streams = [];
  for (let count = 0; count < STREAMS_PER_KEY; count += 1) {
    streams.push(await openStream(others.url, keys));
  }
  assert.deepEqual(
    streams.map(({ response }) => response.status),
    streams.map(() => 200),
  );
  for (let count = 0; count < 4; count += 1) {
    const refused = await openStream(others.url, keys);
    assert.equal(refused.response.status, 429);
    await refused.close();
  }
  for (const stream of streams) await stream.close();
});

test('the loop of the guide heals a shop that missed its webhooks, also after it was stopped', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-loop-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'loop.mjs'), await loopOf(keys));
  const pay = async (order: string) => {
    await receivePayment(gateway, keys, { ...CHARGE, external_id: order });
  };
  await pay('pedido-1');
  const first = runLoop(folder);
  await until('the first order is healed', async () => first.lines().length === 1);
  await pay('pedido-2');
  await until('the second order is healed', async () => first.lines().length === 2);
  // Stopped before it stores its place, it would heal the second order again, as it should.
  await until('its place is kept', async () =>
    first.lines()[1]?.startsWith(await cursorIn(folder)),
  );
  await first.stop();
  await pay('pedido-3');
  const second = runLoop(folder);
  await until('the missed order is healed', async () => second.lines().length === 1);
  await until('its place is kept', async () =>
    second.lines()[0]?.startsWith(await cursorIn(folder)),
  );
  await second.stop();
  assert.deepEqual(
    [...first.lines(), ...second.lines()].map((line) => line.split(' ').slice(1).join(' ')),
    ['pedido-1', 'pedido-2', 'pedido-3'].map((order) => `deposit.paid ${order} paid`),
  );
  // An operator deletes old events: the loop starts again with the oldest one that is left.
  const cursor = await cursorIn(folder);
  await gateway.sql('delete from webhook_events where id = $1', [cursor]);
  const third = runLoop(folder);
  await until('it starts again', async () => third.lines().length === 2);
  await third.stop();
});

/** The id of the last handled event, as the loop has stored it. */
function cursorIn(folder: string): Promise<string> {
  return readFile(join(folder, 'cursor.txt'), 'utf8').catch(() => 'none yet');
}

/** The program of the guide, with the keys and the address of this gateway; it reads more often. */
async function loopOf(keys: Keys): Promise<string> {
  const source = /```js\n([\s\S]*?)```/u.exec(await readFile(GUIDE, 'utf8'))?.[1] ?? '';
  const program = source
    .replace('http://localhost:3000', gateway.url)
    .replace('svc_pk_test_sandbox_publico', keys['client-id'])
    .replace('svc_sk_test_sandbox_publico', keys['client-secret'])
    .replace('60_000', '50');
  const isChanged = [gateway.url, keys['client-id'], keys['client-secret'], 'pause(50)'];
  for (const text of isChanged) assert.ok(program.includes(text), 'the guide has changed');
  return program;
}

function runLoop(folder: string) {
  const env = { PATH: process.env.PATH ?? '' };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, ['loop.mjs'], { cwd: folder, env, stdio: [...stdio] });
  // A program that outlives a failed test would keep the run from ending.
  after(() => void child.kill());
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return {
    lines: () => output.split('\n').filter(Boolean),
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
