import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { applicationIdOf, signUpMerchant, submitKyc } from '../support/kyc.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);

type Steps = Record<string, boolean>;

async function stepsOf(session: Awaited<ReturnType<typeof signIn>>): Promise<string[]> {
  const { status, body, text } = await session.call<Steps>('GET', '/api/panel/first-steps');
  assert.equal(status, 200, text);
  return Object.keys(body).filter((name) => body[name]);
}

test('the steps of the first day follow the application, the keys and the charges', async () => {
  const { session, username } = await signUpMerchant(gateway);
  assert.deepEqual(await stepsOf(session), ['has_confirmed_email']);
  await submitKyc(gateway, session);
  const submitted = ['has_confirmed_email', 'has_data', 'has_documents', 'is_submitted'];
  assert.deepEqual(await stepsOf(session), submitted);
  const id = await applicationIdOf(operator, username);
  const code = await operator.code();
  const approved = await operator.call('POST', `/api/operator/kyc/${id}/approve`, {
    body: { code },
  });
  assert.equal(approved.status, 200, approved.text);
  assert.deepEqual(await stepsOf(session), [...submitted, 'is_approved']);
});

test('a key and a charge are steps, and another merchant’s are not', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  assert.ok((await stepsOf(session)).includes('has_key'));
  assert.ok(!(await stepsOf(session)).includes('has_charge'));
  await receivePayment(gateway, keys);
  assert.ok((await stepsOf(session)).includes('has_charge'));
  const { session: stranger } = await signUpMerchant(gateway);
  assert.deepEqual(await stepsOf(stranger), ['has_confirmed_email']);
});

test('links and products of a merchant that is not approved are drafts that only it sees', async () => {
  const { session, merchant } = await signUpMerchant(gateway);
  const headers = (key: string) => ({ 'idempotency-key': key });
  const product = await session.call('POST', '/api/panel/live/products', {
    headers: headers('produto-0001'),
    body: { name: 'Bolo', amount: 4_000 },
  });
  assert.equal(product.status, 201, product.text);
  const link = await session.call('POST', '/api/panel/live/payment-links', {
    headers: headers('link-00001'),
    body: { title: 'Bolo de pote', product_id: product.body.id },
  });
  assert.equal(link.status, 201, link.text);
  const path = `/link/${link.body.id}`;
  const page = await fetch(gateway.url + path);
  assert.equal(page.status, 404);
  assert.doesNotMatch(await page.text(), /Bolo/);
  const posted = await fetch(gateway.url + path, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Maria' }),
  });
  assert.equal(posted.status, 404);
  assert.equal((await fetch(`${gateway.url}${path}/logo`)).status, 404);
  const image = await session.call('PUT', `/api/panel/live/products/${product.body.id}/image`);
  assert.deepEqual([image.status, image.body.code], [403, 'account_not_approved']);
  const setStatus = (status: string) =>
    gateway.sql('update merchants set status = $2 where merchant_id = $1', [
      merchant.merchantId,
      status,
    ]);
  await setStatus('suspended');
  const suspended = await session.call('POST', '/api/panel/live/products', {
    headers: headers('produto-0002'),
    body: { name: 'Torta', amount: 4_000 },
  });
  assert.deepEqual([suspended.status, suspended.body.code], [403, 'account_suspended']);
});
