import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { test } from 'node:test';
import { basicOf, send } from './support/bank-client.ts';
import { chargeBody, createTxid, dueChargeBody, openBank } from './support/open-bank.ts';

const FORM = 'application/x-www-form-urlencoded';

test('a token is given to each form in which clients of banks ask for it', async (context) => {
  const { bank } = await openBank(context);
  const agent = new Agent({ ca: bank.authority, ...bank.clientCertificate });
  const { clientId: client_id, clientSecret: client_secret } = bank;
  const grant = { grant_type: 'client_credentials' };
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const basic = { authorization: basicOf(bank) };
  const json = { 'content-type': 'application/json' };
  const forms: readonly [string, Record<string, string>, string][] = [
    ['/oauth/token', { ...basic, 'content-type': FORM }, form(grant)],
    ['/oauth/token', { ...basic, ...json }, '{\r\n  "grant_type": "client_credentials"\r\n}'],
    ['/oauth/token', { 'content-type': FORM }, form({ ...grant, client_id })],
    ['/oauth/v2/token', { 'content-type': FORM }, form({ ...grant, client_id, client_secret })],
    ['/oauth/v2/token/', json, JSON.stringify({ ...grant, client_id, client_secret })],
  ];
  for (const [path, headers, body] of forms) {
    const answer = await send(bank.url + path, agent, { method: 'POST', headers, body });
    assert.deepEqual([answer.status, answer.body.token_type], [200, 'Bearer'], `${path} ${body}`);
  }
  for (const fields of [{ client_id: 'x' }, { client_id, client_secret: 'x' }, {}]) {
    const answer = await send(`${bank.url}/oauth/token`, agent, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: form({ ...grant, ...fields } as Record<string, string>),
    });
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
  }
});

test('unknown scopes are left out, and the answer says what was granted', async (context) => {
  const { bank, client } = await openBank(context);
  const agent = new Agent({ ca: bank.authority, ...bank.clientCertificate });
  const ask = (scope: string) =>
    send(`${bank.url}/oauth/token`, agent, {
      method: 'POST',
      headers: { authorization: basicOf(bank), 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', scope }),
    });
  const some = await ask('cobv.read  extrato.read cobv.write');
  assert.equal(some.body.scope, 'cobv.read cobv.write');
  assert.equal((await ask('extrato.read')).body.error, 'invalid_scope');
  const headers = { authorization: `Bearer ${some.body.access_token}` };
  const denied = await client.call('GET', '/v2/loc/1', undefined, { headers });
  assert.equal(denied.status, 403);
});

test('empty JSON bodies, trailing slashes, prefixes and a plus that is not encoded are taken', async (context) => {
  const { bank, client } = await openBank(context);
  const headers = { 'content-type': 'application/json' };
  await client.call('PUT', `/v2/webhook/${bank.pixKey}`, { webhookUrl: 'https://a.example/x' });
  const removed = await client.call('DELETE', `/v2/webhook/${bank.pixKey}`, undefined, { headers });
  assert.equal(removed.status, 204);
  const broken = await client.call('PUT', `/v2/cob/${createTxid()}`, undefined, { headers });
  assert.equal(broken.status, 400);
  await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  await client.call('PUT', `/api/v3/cobv/${createTxid()}`, dueChargeBody(bank));
  const period = 'inicio=2026-01-01T00:00:00+00:00&fim=2026-12-31T00:00:00-03:00';
  const slashed = await client.call('GET', `/v2/cob/?${period}`, undefined, { headers });
  assert.equal(slashed.body.cobs.length, 1);
  const prefixed = await client.call('GET', `/pix/v2/cobv/?${period}`);
  assert.equal(prefixed.body.cobs.length, 1);
});
