import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startNameServer } from '../../../test/support/name-server.ts';
import { HOUR_MS } from '../durations.ts';
import { TargetError } from './http-failure.ts';
import { createNameResolver, TooManyLookups } from './name-resolver.ts';

const WAITING_PER_OWNER_MAX = 64;
const LOOKUPS_MAX = 512;

async function open(context: TestContext, hostsPath?: string) {
  const server = await startNameServer(context);
  const clock = { now: 0 };
  const names = createNameResolver({
    servers: [server.address],
    now: () => clock.now,
    ...(hostsPath !== undefined && { hostsPath }),
  });
  const resolve = async (name: string, owner?: string) =>
    (await names.resolve(name, owner)).map(({ address }) => address);
  return { server, clock, resolve };
}

function isDns(code: RegExp) {
  return (error: unknown) =>
    error instanceof TargetError && error.reason === 'dns' && code.test(error.code);
}

test('a name is looked up once, and again when its cached address expires', async (context) => {
  const { server, clock, resolve } = await open(context);
  server.answerWith(() => ['192.0.2.7']);
  const together = await Promise.all([resolve('a.example'), resolve('A.example.', 'loja')]);
  assert.deepEqual(together, [['192.0.2.7'], ['192.0.2.7']]);
  await resolve('a.example');
  assert.equal(server.asked.length, 2, 'one question for each family');
  clock.now += 6_000;
  await resolve('a.example');
  assert.equal(server.asked.length, 4);
});

test('a name that does not exist is looked up again only after ten seconds', async (context) => {
  const { server, clock, resolve } = await open(context);
  server.answerWith(() => []);
  await assert.rejects(resolve('a.example'), isDns(/ENOTFOUND/));
  await assert.rejects(resolve('a.example'), isDns(/ENOTFOUND/));
  assert.equal(server.asked.length, 2);
  clock.now += 10_000;
  server.answerWith(() => ['192.0.2.7']);
  assert.deepEqual(await resolve('a.example'), ['192.0.2.7']);
});

test('when the name server is silent, the last addresses are used for an hour', async (context) => {
  const { server, clock, resolve } = await open(context);
  server.answerWith(() => ['192.0.2.7']);
  await resolve('a.example');
  server.answerWith(() => undefined);
  clock.now += 10_000;
  assert.deepEqual(await resolve('a.example'), ['192.0.2.7']);
  clock.now += HOUR_MS;
  await assert.rejects(resolve('a.example'), isDns(/ETIMEOUT/));
});

test('a name that no longer exists is refused, even if its last addresses are known', async (context) => {
  const { server, clock, resolve } = await open(context);
  server.answerWith(() => ['192.0.2.7']);
  await resolve('a.example');
  server.answerWith(() => []);
  clock.now += 10_000;
  await assert.rejects(resolve('a.example'), isDns(/ENOTFOUND/));
});

test('the waiting look-ups of one owner are limited, and others are still answered', async (context) => {
  const { server, resolve } = await open(context);
  const waiting = Array.from({ length: WAITING_PER_OWNER_MAX }, (_, index) =>
    // Half of the calls share one name: that is one look-up, and each call counts as waiting.
    resolve(index % 2 === 0 ? 'same.example' : `h${index}.example`, 'loja'),
  );
  await assert.rejects(resolve('one-more.example', 'loja'), TooManyLookups);
  server.answerWith((name) => (name === 'other.example' ? ['192.0.2.7'] : undefined));
  assert.deepEqual(await resolve('other.example', 'outra'), ['192.0.2.7']);
  assert.deepEqual(
    await resolve('other.example', 'loja'),
    ['192.0.2.7'],
    'a cached name needs no look-up',
  );
  const outcomes = await Promise.allSettled(waiting);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  assert.equal(server.asked.filter((name) => name === 'same.example').length % 2, 0);
  await assert.rejects(resolve('one-more.example', 'loja'), isDns(/ETIMEOUT/));
});

test('the waiting look-ups of all owners together are limited', async (context) => {
  const { resolve } = await open(context);
  const waiting = Array.from({ length: LOOKUPS_MAX }, (_, index) =>
    resolve(`h${index}.example`, `loja-${index % 16}`),
  );
  await assert.rejects(resolve('one-more.example', 'outra'), TooManyLookups);
  await assert.rejects(resolve('one-more.example'), TooManyLookups);
  await Promise.allSettled(waiting);
});

test('localhost and names of the hosts file are resolved without a name server', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-hosts-'));
  context.after(() => rm(folder, { recursive: true }));
  const hostsPath = join(folder, 'hosts');
  const text = '# local\n10.0.0.7  Recebedor outro # here\nfd00::7 recebedor\nnot-an-address x\n';
  await writeFile(hostsPath, text);
  const { server, resolve } = await open(context, hostsPath);
  assert.deepEqual(await resolve('recebedor'), ['10.0.0.7', 'fd00::7']);
  assert.deepEqual(await resolve('OUTRO'), ['10.0.0.7']);
  assert.deepEqual(await resolve('localhost'), ['127.0.0.1', '::1']);
  assert.deepEqual(await resolve('loja.localhost'), ['127.0.0.1', '::1']);
  assert.deepEqual(await resolve('192.0.2.9'), ['192.0.2.9']);
  assert.deepEqual(await resolve('2001:db8::9'), ['2001:db8::9']);
  assert.deepEqual(server.asked, []);
});
