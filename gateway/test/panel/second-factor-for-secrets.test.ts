import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
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

test('a test webhook, and a person without second factor, need no code', async () => {
  const careful = await openShop(true);
  const body = { url: 'http://127.0.0.1/avisos' };
  const hook = await careful.call('POST', '/api/panel/test/webhooks', { body });
  assert.equal(hook.status, 201, hook.text);
  const careless = await openShop(false);
  for (const [path, wanted] of [
    ['/api/panel/live/credentials', { name: 'ERP' }],
    ['/api/panel/live/webhooks', body],
  ] as const) {
    assert.equal((await careless.call('POST', path, { body: wanted })).status, 201, path);
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
