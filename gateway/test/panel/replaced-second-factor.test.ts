import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import {
  enableSecondFactor,
  logIn,
  openSession,
  PASSWORD,
  type PanelSession,
  signIn,
} from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const FACTOR = '/api/account/second-factor';

async function openShop() {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  return { merchant, session };
}

function post(session: PanelSession, path: string, body: object) {
  return session.call('POST', path, { body });
}

/** Tries to make a production key, which needs a code. */
async function makeLiveKey(session: PanelSession) {
  const { status, body, headers } = await session.callWithCode(
    'POST',
    '/api/panel/live/credentials',
    { name: 'ERP' },
  );
  return { made: [status, body.code], retryAfter: headers.get('retry-after') };
}

async function subjectsTo(email: string): Promise<unknown[]> {
  const rows = await gateway.sql('select subject from mails where recipient = $1 order by id', [
    email,
  ]);
  return rows.map(({ subject }) => subject);
}

test('the password and an open session alone change neither the second factor nor the e-mail', async () => {
  const { session } = await openShop();
  for (const [path, more, status] of [
    ['/api/account/email', { new_email: `${randomUUID()}@loja.example` }, 202],
    [`${FACTOR}/recovery-codes`, {}, 200],
    [`${FACTOR}/disable`, {}, 200],
  ] as const) {
    for (const proof of [{}, { code: '000000' }, { recovery_code: 'aaaaa-bbbbb' }]) {
      const refused = await post(session, path, { ...more, password: PASSWORD, ...proof });
      assert.deepEqual([refused.status, refused.body.code], [422, 'second_factor_invalid'], path);
    }
    const wrong = { ...more, password: 'senha-errada', code: await session.code() };
    assert.equal((await post(session, path, wrong)).body.code, 'password_wrong');
    const right = { ...more, password: PASSWORD, code: await session.code() };
    assert.equal((await post(session, path, right)).status, status, path);
  }
});

test('who has lost the phone turns the second factor off with a recovery code', async () => {
  const { session } = await openShop();
  const proof = { password: PASSWORD, code: await session.code() };
  const renewed = await post(session, `${FACTOR}/recovery-codes`, proof);
  const [recoveryCode] = [renewed.body.recovery_codes].flat();
  const body = { password: PASSWORD, recovery_code: recoveryCode };
  assert.equal((await post(session, `${FACTOR}/disable`, body)).status, 200);
});

test('production waits a day after a second factor was replaced, and not after the first', async () => {
  const { merchant, session } = await openShop();
  const owner = await signIn(gateway, merchant);
  const seller = await signIn(gateway, merchant, { memberRole: 'developer' });
  assert.deepEqual((await makeLiveKey(session)).made, [201, undefined]);
  const proof = { password: PASSWORD, code: await session.code() };
  assert.equal((await post(session, `${FACTOR}/disable`, proof)).status, 200);
  const again = await logIn(gateway, session.email);
  await enableSecondFactor(again);
  const refused = await makeLiveKey(again);
  assert.deepEqual(refused.made, [403, 'second_factor_replaced']);
  assert.equal(refused.retryAfter, String(DAY_MS / 1_000));
  const inTest = '/api/panel/test/credentials';
  assert.equal((await again.callWithCode('POST', inTest, { name: 'ERP' })).status, 201);
  for (const email of [session.email, owner.email]) {
    assert.equal((await subjectsTo(email)).at(-1), 'Verificação em duas etapas trocada', email);
  }
  assert.deepEqual(await subjectsTo(seller.email), []);
  gateway.clock.advance(DAY_MS - HOUR_MS);
  assert.deepEqual((await makeLiveKey(again)).made, [403, 'second_factor_replaced']);
  gateway.clock.advance(HOUR_MS);
  assert.deepEqual((await makeLiveKey(again)).made, [201, undefined]);
});

test('a recovery code sent eight times at once opens one session and fails nowhere', async () => {
  const { session } = await openShop();
  const proof = { password: PASSWORD, code: await session.code() };
  const renewed = await post(session, `${FACTOR}/recovery-codes`, proof);
  const [recoveryCode] = [renewed.body.recovery_codes].flat();
  const sessions = Array.from({ length: 8 }, () => openSession(gateway, session.email));
  for (const one of sessions) {
    await post(one, '/api/account/log-in', { email: session.email, password: PASSWORD });
  }
  const answers = await Promise.all(
    sessions.map((one) =>
      post(one, '/api/account/log-in/second-factor', { recovery_code: recoveryCode }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array(7).fill(422)]);
  assert.equal((await logIn(gateway, session.email)).email, session.email);
});
