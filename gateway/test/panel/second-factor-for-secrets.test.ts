import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createMerchantWithKeys, PAYOUT, startGateway } from '../support/gateway.ts';
import { enableSecondFactor, logIn, type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });

async function openShop(hasSecondFactor: boolean) {
  const { merchant } = await createMerchantWithKeys(gateway);
  return signIn(gateway, merchant, { hasSecondFactor });
}

/** Expects a refusal without a code and with a wrong code, and success with a right code. */
async function asksForCode(
  session: PanelSession,
  [method, path, status]: readonly [string, string, number],
  body: object,
) {
  for (const code of [undefined, '000000']) {
    const refused = await session.call(method, path, { body: { ...body, code } });
    assert.deepEqual([refused.status, refused.body.code], [422, 'second_factor_invalid'], path);
  }
  const code = await session.code();
  const done = await session.call(method, path, { body: { ...body, code } });
  assert.equal(done.status, status, done.text);
  return done.body;
}

for (const environment of ['test', 'live']) {
  test(`a ${environment} key is made and rotated with a code of the second factor`, async () => {
    const session = await openShop(true);
    const path = `/api/panel/${environment}/credentials`;
    const made = await asksForCode(session, ['POST', path, 201], { name: 'ERP' });
    await asksForCode(session, ['POST', `${path}/${made.client_id}/rotate`, 201], {});
  });
}

test('a production webhook is created, changed and given a new secret with a code', async () => {
  const session = await openShop(true);
  const path = '/api/panel/live/webhooks';
  const url = 'http://127.0.0.1/avisos';
  const { id } = await asksForCode(session, ['POST', path, 201], { url });
  await asksForCode(session, ['PATCH', `${path}/${id}`, 200], { url: `${url}/novos` });
  await asksForCode(session, ['POST', `${path}/${id}/rotate`, 200], {});
  const paused = await session.call('PATCH', `${path}/${id}`, { body: { status: 'paused' } });
  assert.equal(paused.status, 200);
});

test('a test webhook needs no code', async () => {
  const careful = await openShop(true);
  const body = { url: 'http://127.0.0.1/avisos' };
  const hook = await careful.call('POST', '/api/panel/test/webhooks', { body });
  assert.equal(hook.status, 201, hook.text);
});

test('without a second factor a person changes nothing of production that needs a code', async () => {
  const careless = await openShop(false);
  const webhooks = { url: 'http://127.0.0.1/avisos' };
  for (const [path, wanted] of [
    ['credentials', { name: 'ERP' }],
    ['webhooks', webhooks],
    ['payouts', PAYOUT],
    ['transfers', { username: 'outra-loja', amount: 100 }],
  ] as const) {
    const headers = { 'idempotency-key': randomUUID() };
    const options = { headers, body: wanted };
    const live = await careless.call('POST', `/api/panel/live/${path}`, options);
    assert.deepEqual([live.status, live.body.code], [403, 'second_factor_required'], path);
    const inTest = await careless.call('POST', `/api/panel/test/${path}`, options);
    assert.notEqual(inTest.body.code, 'second_factor_required', path);
  }
});

test('turning the second factor on ends every other session', async () => {
  const phone = await openShop(false);
  const desk = await logIn(gateway, phone.email);
  await enableSecondFactor(desk);
  assert.equal((await desk.call('GET', '/api/account/session')).status, 200);
  assert.equal((await phone.call('GET', '/api/account/session')).status, 401);
  const [{ count } = {}] = await gateway.sql(
    `select count(*)::int from auth."session" s join auth."user" u on u.id = s."userId"
      where u.email = $1`,
    [phone.email],
  );
  assert.equal(count, 1);
});
