import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Between two requests of a command. */
const INTERVAL_MS = 5_000;
const VALID_MS = 10 * 60_000;

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
  readonly interval: number;
}

async function post(path: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${gateway.url}/oauth/device/${path}`, { method: 'POST', body });
  return { status: answer.status, headers: answer.headers, body: Object(await answer.json()) };
}

async function begin(name = 'pix em notebook'): Promise<Begun> {
  const { status, body } = await post('authorization', { client_id: 'pix', client_name: name });
  assert.equal(status, 200);
  return body as Begun;
}

/** Asks for the key as a command does, after its pause. */
async function fetchKey({ device_code: code }: Begun) {
  gateway.clock.advance(INTERVAL_MS);
  return post('token', { client_id: 'pix', grant_type: GRANT, device_code: code });
}

function approve(session: PanelSession, begun: Begun, environment = 'test', name = 'meu terminal') {
  const body = { user_code: begun.user_code, name };
  return session.call('POST', `/api/panel/${environment}/credentials/device-log-ins/approve`, {
    body,
  });
}

async function statusOf(keys: Keys): Promise<number> {
  return (await gateway.call('GET', '/v1/balance', { keys })).status;
}

test('a member confirms the code, and the command gets a test key once; log-out revokes it', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const begun = await begin();
  assert.match(begun.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.equal(new URL(begun.verification_uri).pathname, '/painel/terminal');
  assert.equal((await fetchKey(begun)).body.error, 'authorization_pending');
  const typed = begun.user_code.toLowerCase().replace('-', ' ');
  const found = await session.call('POST', '/api/panel/credentials/device-log-ins/look-up', {
    body: { user_code: typed },
  });
  assert.equal(found.status, 200);
  assert.equal(found.body.client_name, 'pix em notebook');
  assert.equal((await approve(session, begun)).status, 200);
  const fetched = await fetchKey(begun);
  assert.equal(fetched.status, 200);
  assert.equal(fetched.headers.get('cache-control'), 'no-store');
  const { access_token: secret, client_id: clientId, environment, name } = fetched.body;
  assert.deepEqual([environment, name], ['test', 'meu terminal']);
  const keys = { 'client-id': clientId, 'client-secret': secret };
  assert.equal(await statusOf(keys), 200);
  assert.equal((await fetchKey(begun)).body.error, 'expired_token');
  assert.equal((await approve(session, begun)).body.code, 'log_in_code_invalid');

  const changes = await session.call('GET', '/api/panel/audit');
  const [created] = changes.body.data as Record<string, unknown>[];
  assert.deepEqual([created?.action, created?.subject], ['credential.created', clientId]);
  assert.equal(Object(created?.details).device, 'pix em notebook');

  assert.equal((await post('revocation', { client_id: clientId, token: 'errado' })).status, 200);
  assert.equal(await statusOf(keys), 200);
  assert.equal((await post('revocation', { client_id: clientId, token: secret })).status, 200);
  assert.equal(await statusOf(keys), 401);
  assert.equal((await post('revocation', { client_id: clientId, token: secret })).status, 200);
  const texts = JSON.stringify(gateway.logLines);
  for (const hidden of [secret, begun.device_code, begun.user_code]) {
    assert.ok(!texts.includes(hidden));
  }
});

test('a refused, an expired and a wrong code give no key, and a command must wait between requests', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const denied = await begin();
  const answer = await session.call('POST', '/api/panel/credentials/device-log-ins/deny', {
    body: { user_code: denied.user_code },
  });
  assert.equal(answer.status, 200);
  assert.equal((await fetchKey(denied)).body.error, 'access_denied');
  assert.equal((await fetchKey(denied)).body.error, 'expired_token');

  const late = await begin();
  assert.equal((await fetchKey(late)).body.error, 'authorization_pending');
  const early = { client_id: 'pix', grant_type: GRANT, device_code: late.device_code };
  assert.equal((await post('token', early)).body.error, 'slow_down');
  gateway.clock.advance(VALID_MS);
  assert.equal((await approve(session, late)).body.code, 'log_in_code_invalid');
  assert.equal((await fetchKey(late)).body.error, 'expired_token');
  await begin();
  assert.equal((await gateway.sql('select from auth.device_log_ins')).length, 1);
});

test('a live key needs a code of the second factor, and only reads', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const without = await signIn(gateway, merchant);
  const begun = await begin();
  const refused = await approve(without, begun, 'live');
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
  for (const memberRole of ['owner', 'developer'] as const) {
    const session = await signIn(gateway, merchant, { hasSecondFactor: true, memberRole });
    const next = await begin();
    assert.equal((await approve(session, next, 'live')).body.code, 'second_factor_invalid');
    const path = '/api/panel/live/credentials/device-log-ins/approve';
    const body = { user_code: next.user_code, name: 'leitura' };
    assert.equal((await session.callWithCode('POST', path, body)).status, 200);
    const { client_id: clientId, access_token: secret } = (await fetchKey(next)).body;
    const [{ scopes = [] } = {}] = await gateway.sql(
      'select scopes from credentials where client_id = $1',
      [clientId],
    );
    assert.ok((scopes as string[]).length > 5);
    assert.ok((scopes as string[]).every((scope) => scope.endsWith(':read')));
    const keys = { 'client-id': clientId, 'client-secret': secret };
    assert.equal(await statusOf(keys), 200);
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: {} });
    assert.equal(created.status, 403);
  }
});

test('a member who was removed, or whose merchant was suspended, after the approval gives no key', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  await signIn(gateway, merchant);
  const session = await signIn(gateway, merchant, { memberRole: 'developer' });
  const begun = await begin();
  assert.equal((await approve(session, begun)).status, 200);
  await gateway.sql(
    `update auth.memberships set role = 'viewer'
     where user_id = (select "id" from auth."user" where "email" = $1)`,
    [session.email],
  );
  assert.equal((await fetchKey(begun)).body.error, 'access_denied');

  const second = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, second.merchant);
  const waiting = await begin();
  assert.equal((await approve(owner, waiting)).status, 200);
  await gateway.sql(`update merchants set status = 'suspended' where merchant_id = $1`, [
    second.merchant.merchantId,
  ]);
  assert.equal((await fetchKey(waiting)).body.error, 'access_denied');
});

test('viewers can’t confirm, and wrong requests get an error of OAuth with a sentence', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  await signIn(gateway, merchant);
  const viewer = await signIn(gateway, merchant, { memberRole: 'viewer' });
  assert.equal((await approve(viewer, await begin())).status, 403);
  const wrong: [string, Record<string, string>, string][] = [
    ['authorization', {}, 'invalid_client'],
    ['authorization', { client_id: 'pix', client_name: 'x'.repeat(61) }, 'invalid_request'],
    ['authorization', { client_id: 'pix', client_name: 'a\u001b[2J' }, 'invalid_request'],
    ['token', { client_id: 'pix' }, 'unsupported_grant_type'],
    ['token', { client_id: 'pix', grant_type: GRANT }, 'invalid_request'],
    ['token', { client_id: 'pix', grant_type: GRANT, device_code: 'x' }, 'expired_token'],
  ];
  for (const [path, fields, error] of wrong) {
    const { status, body } = await post(path, fields);
    assert.deepEqual([status, body.error], [400, error]);
    assert.ok(String(body.error_description).length > 10);
  }
});

test('an address can neither guess codes nor begin log-ins without end', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const guess = () =>
    session.call('POST', '/api/panel/credentials/device-log-ins/look-up', {
      body: { user_code: 'BBBBBBBB' },
    });
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1) statuses.push((await guess()).status);
  assert.deepEqual(new Set(statuses), new Set([422, 429]));
  const begins: number[] = [];
  const fields = { client_id: 'pix' };
  for (let count = 0; count < 30; count += 1)
    begins.push((await post('authorization', fields)).status);
  assert.equal(begins.at(-1), 429);
});

test('the sandbox’s published key can’t be revoked', async () => {
  const fields = { client_id: 'svc_pk_test_sandbox_publico', token: 'svc_sk_test_sandbox_publico' };
  const { status, body } = await post('revocation', fields);
  assert.deepEqual([status, body.code], [403, 'sandbox_forbidden']);
});
