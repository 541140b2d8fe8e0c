import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { purgeSandbox } from '#src/test-world/sandbox/purge-sandbox.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { CHARGE, SANDBOX_KEYS, startGateway, type TestGateway } from '../support/gateway.ts';

const LOG_IN = { email: 'sandbox@example.com', password: 'sandbox-publico' };
const HOUR_MS = 3_600_000;

const database = await createMigratedDatabase();
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** Starts a gateway on the same database, as after a change of SANDBOX. */
function start(SANDBOX: 'on' | 'off', isLast = false): Promise<TestGateway> {
  const drop = isLast ? database.drop : async () => {};
  const env = { SANDBOX, ENCRYPTION_KEY };
  return startGateway({ after }, { env, database: { ...database, drop }, hasWorker: false });
}

const open = await start('on');

async function tokenOf({ call }: TestGateway) {
  const { 'client-id': client_id, 'client-secret': client_secret } = SANDBOX_KEYS;
  const body = { grant_type: 'client_credentials', client_id, client_secret };
  return call<{ access_token?: string }>('POST', '/oauth/token', { body });
}

function bearer(token: string | undefined) {
  return { headers: { authorization: `Bearer ${token}` } };
}

const standardPath = '/pix/v2/cob?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z';

test('SANDBOX=off refuses the published keys, tokens, sessions and the log-in, and on restores them', async () => {
  const charge = await open.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body: CHARGE });
  assert.equal(charge.status, 201, charge.text);
  const token = bearer((await tokenOf(open)).body.access_token);
  assert.equal((await open.call('GET', standardPath, token)).status, 200);
  const logIn = await open.call('POST', '/api/account/log-in', { body: LOG_IN });
  const cookie = logIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const session = { headers: { cookie: cookie.join('; ') } };
  assert.equal((await open.call('GET', '/api/panel/first-steps', session)).status, 200);

  const closed = await start('off');
  const unknown = { ...SANDBOX_KEYS, 'client-id': 'svc_pk_test_unknown' };
  const refusalOf = async (keys: typeof SANDBOX_KEYS) => {
    const { status, body } = await closed.call('GET', '/v1/balance', { keys });
    return { status, body };
  };
  assert.equal((await refusalOf(unknown)).status, 401);
  assert.deepEqual(await refusalOf(SANDBOX_KEYS), await refusalOf(unknown));
  assert.equal((await closed.call('GET', standardPath, token)).status, 401);
  assert.equal((await tokenOf(closed)).status, 401);
  assert.equal((await closed.call('GET', '/api/panel/first-steps', session)).status, 401);
  const refused = await closed.call('POST', '/api/account/log-in', { body: LOG_IN });
  assert.deepEqual([refused.status, refused.body.code], [401, 'log_in_failed']);
  const published = await closed.call('GET', '/api/account/sandbox-log-in');
  assert.deepEqual([published.status, published.body.code], [404, 'route_not_found']);
  for (const page of ['/openapi.json', '/docs', '/guia/ambiente.json']) {
    const { text } = await closed.call('GET', page);
    assert.doesNotMatch(text, /sandbox_publico/, page);
  }

  const { appContext, clock } = closed;
  const { sandbox } = appContext.config;
  const purge = async () => {
    while (await purgeSandbox({ ...appContext, sandbox }));
  };
  await purge();
  clock.advance(HOUR_MS);
  await purge();
  const left = `select id from charges c join merchants using (merchant_id) where is_sandbox`;
  assert.deepEqual(await closed.sql(left), []);

  const again = await start('on', true);
  assert.equal((await again.call('GET', '/v1/balance', { keys: SANDBOX_KEYS })).status, 200);
  assert.equal((await again.call('POST', '/api/account/log-in', { body: LOG_IN })).status, 200);
});
