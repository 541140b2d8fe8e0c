import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signIn } from '../../../gateway/test/support/panel.ts';
import { newDeveloper, world } from '../world.ts';

const { gateway } = world;

/** The lines that a command has written, as JSON. */
const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const NO_KEYS = { PIX_URL: '', PIX_CLIENT_ID: '', PIX_CLIENT_SECRET: '' };

test('login checks the keys and keeps them for the owner only; logout deletes them', async (context) => {
  const developer = await newDeveloper(context);
  const { 'client-id': clientId, 'client-secret': clientSecret } = developer.keys;
  const words = ['login', '--url', gateway.url, '--client-id', clientId];
  const wrong = await developer.pix(words, { env: NO_KEYS, input: 'svc_sk_test_errado\n' });
  assert.equal(wrong.exitCode, 4);
  const done = await developer.pix(words, { env: NO_KEYS, input: `${clientSecret}\n` });
  assert.equal(done.exitCode, 0, done.stderr);
  assert.ok(!`${done.stdout}${done.stderr}`.includes(clientSecret));
  const file = join(developer.home, '.config/pix/config.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o644);
  const who = await developer.json(['whoami'], { env: NO_KEYS });
  assert.deepEqual([who.client_id, who.url, who.keys_from], [clientId, gateway.url, 'profile']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await developer.pix(['logout'], { env: NO_KEYS })).exitCode, 0);
  assert.ok(!readFileSync(file, 'utf8').includes(clientSecret));
});

test('the keys of a profile are not sent to another gateway, and no keys to another machine over http', async (context) => {
  const developer = await newDeveloper(context);
  const words = ['login', '--url', gateway.url, '--client-id', developer.keys['client-id']];
  const input = developer.keys['client-secret'];
  assert.equal((await developer.pix(words, { env: NO_KEYS, input })).exitCode, 0);
  const elsewhere = await developer.pix(['whoami', '--url', 'https://pix.invalid'], {
    env: NO_KEYS,
  });
  assert.deepEqual([elsewhere.exitCode, /não há chaves/.test(elsewhere.stderr)], [4, true]);
  const plain = await developer.pix(['whoami', '--url', 'http://pix.invalid']);
  assert.deepEqual([plain.exitCode, /sem criptografia/.test(plain.stderr)], [2, true]);
});

test('on localhost the sandbox works without a login', async (context) => {
  const developer = await newDeveloper(context);
  const env = { ...NO_KEYS, PIX_URL: gateway.url };
  const who = await developer.json(['whoami'], { env });
  assert.deepEqual([who.keys_from, who.environment], ['sandbox', 'test']);
  const paid = await developer.json(['trigger', 'deposit.paid'], { env });
  assert.equal(paid.event, 'deposit.paid');
});

test('login by the browser shows a code, keeps the key of the member who confirms it, and logout revokes it', async (context) => {
  const developer = await newDeveloper(context);
  const session = await signIn(gateway, { merchantId: developer.merchantId });
  const running = developer.open(['login', '--url', gateway.url], { env: NO_KEYS });
  const { user_code: code, verification_uri: page } = await running.next('device_code');
  assert.ok(String(page).endsWith('/painel/terminal'));
  const approved = await session.call(
    'POST',
    '/api/panel/test/credentials/device-log-ins/approve',
    {
      body: { user_code: code, name: 'notebook' },
    },
  );
  assert.equal(approved.status, 200);
  const { exitCode, stdout, stderr } = await running.ended();
  assert.equal(exitCode, 0, stderr);
  const file = join(developer.home, '.config/pix/config.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { clientId, clientSecret } = JSON.parse(readFileSync(file, 'utf8')).profiles.default;
  assert.ok(!`${stdout}${stderr}`.includes(clientSecret));
  const who = await developer.json(['whoami'], { env: NO_KEYS });
  assert.deepEqual([who.client_id, who.environment, who.keys_from], [clientId, 'test', 'profile']);
  const out = await developer.pix(['logout', '--json'], { env: NO_KEYS });
  assert.deepEqual(linesOf(out.stdout), [{ type: 'logout', profile: 'default', revoked: true }]);
  const keys = { 'client-id': clientId, 'client-secret': clientSecret };
  assert.equal((await gateway.call('GET', '/v1/balance', { keys })).status, 401);
});

test('a refused login by the browser ends with 4 and keeps nothing', async (context) => {
  const developer = await newDeveloper(context);
  const session = await signIn(gateway, { merchantId: developer.merchantId });
  const running = developer.open(['login', '--url', gateway.url], { env: NO_KEYS });
  const { user_code: code } = await running.next('device_code');
  const body = { user_code: code };
  await session.call('POST', '/api/panel/credentials/device-log-ins/deny', { body });
  const { exitCode, stderr } = await running.ended();
  assert.deepEqual([exitCode, /recusado/.test(stderr)], [4, true]);
  const who = await developer.json(['whoami'], { env: { ...NO_KEYS, PIX_URL: gateway.url } });
  assert.equal(who.keys_from, 'sandbox');
});
