import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGateway } from '../support/gateway.ts';

const MINUTE_SECONDS = 60;

test('one network causes at most 50 mails an hour at sign-up, confirmation and reset together', async (context) => {
  const env = { TRUST_PROXY: 'loopback' };
  const gateway = await startGateway(context, { env, hasWorker: false });
  const ask = (path: string, person: number, network = '203.0.113.7') => {
    const headers = { 'x-forwarded-for': network };
    const body = { email: `pessoa-${person}@exemplo.com.br` };
    return gateway.call('POST', `/api/account/${path}`, { headers, body });
  };
  // Each operation takes 20 a minute of a network; the library refuses confirmations earlier.
  for (let person = 0; person < 20; person += 1) {
    await ask('email-confirmation', person);
    assert.equal((await ask('password-reset', person)).status, 202);
  }
  const signUp = (person: number) => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const email = `nova-${person}@exemplo.com.br`;
    const names = { name: 'Nova Pessoa', username: `nova-${person}`, email };
    const body = { ...names, password: 'uma-senha-bem-longa-mesmo' };
    return gateway.call('POST', '/api/account/sign-up', { headers, body });
  };
  for (let person = 0; person < 10; person += 1) {
    const { status, text } = await signUp(person);
    assert.equal(status, 202, text);
  }
  const refused = await signUp(10);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > MINUTE_SECONDS);
  assert.equal((await ask('password-reset', 0, '203.0.113.8')).status, 202);
});
