import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { test } from 'node:test';
import { basicOf, createBankClient, send } from './support/bank-client.ts';
import { openBank } from './support/open-bank.ts';

test('a call without the client certificate is refused, also for a token', async (context) => {
  const { bank } = await openBank(context);
  const agent = new Agent({ ca: bank.authority });
  const sending = {
    method: 'POST',
    headers: { authorization: basicOf(bank), 'content-type': 'application/json' },
    body: '{"grant_type":"client_credentials"}',
  };
  await assert.rejects(send(`${bank.url}/oauth/token`, agent, sending));
  assert.deepEqual(bank.requestLog.entries(), []);
});

test('a certificate of another authority is refused', async (context) => {
  const { bank } = await openBank(context);
  const { makeCertificates } = await import('../src/certificates/make-certificates.ts');
  const strange = await makeCertificates();
  const client = createBankClient(bank, { ...strange.client });
  await assert.rejects(client.logIn());
});

test('the PKCS#12 file with an empty passphrase is accepted as client certificate', async (context) => {
  const { bank } = await openBank(context);
  const pkcs12 = { pfx: bank.clientPkcs12, passphrase: '' };
  const agent = new Agent({ ca: bank.authority, ...pkcs12 });
  const answer = await send(`${bank.url}/oauth/token`, agent, {
    method: 'POST',
    headers: {
      authorization: basicOf(bank),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials&scope=cob.read%20pix.read',
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.token_type, 'Bearer');
  assert.equal(answer.body.expires_in, 3600);
  assert.equal(answer.body.scope, 'cob.read pix.read');
});

test('wrong credentials and another grant get no token', async (context) => {
  const { bank } = await openBank(context);
  const agent = new Agent({ ca: bank.authority, ...bank.clientCertificate });
  const headers = { 'content-type': 'application/json' };
  const url = `${bank.url}/oauth/token`;
  const wrong = await send(url, agent, {
    method: 'POST',
    headers: { ...headers, authorization: 'Basic eDp5' },
    body: '{"grant_type":"client_credentials"}',
  });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.body.error, 'invalid_client');
  const grant = await send(url, agent, {
    method: 'POST',
    headers: { ...headers, authorization: basicOf(bank) },
    body: '{"grant_type":"password"}',
  });
  assert.equal(grant.status, 400);
  assert.equal(grant.body.error, 'unsupported_grant_type');
});

test('a token ends by time or revocation and allows only its scopes', async (context) => {
  const { bank, client, clock } = await openBank(context, { tokenLifetimeSeconds: 60 });
  await client.logIn('gn.balance.read');
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 200);
  const denied = await client.call('GET', '/v2/pix/x');
  assert.equal(denied.status, 403);
  assert.equal(denied.body.type, 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado');
  clock.advance(60_000);
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 401);
  await client.logIn();
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 200);
  bank.revokeTokens();
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 401);
});

test('a token works only with the certificate that requested it', async (context) => {
  const { bank, client } = await openBank(context);
  const token = await client.logIn();
  const other = await bank.issueCertificate('Outro cliente');
  const agent = new Agent({ ca: bank.authority, ...other });
  const answer = await send(`${bank.url}/v2/gn/saldo`, agent, {
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 401);
});
