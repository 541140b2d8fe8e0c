import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { startGateway } from '../support/gateway.ts';
import {
  applicationIdOf,
  type Kyc,
  PERSON,
  signUpMerchant,
  submitKyc,
  upload,
} from '../support/kyc.ts';
import { logIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const REJECTION = { body: { reason: 'O documento está ilegível.' } };
const deps = gateway.appContext;

test('of concurrent decisions only one is applied', async () => {
  const { merchant, session, username } = await signUpMerchant(gateway);
  await submitKyc(gateway, session);
  const path = `/api/operator/kyc/${await applicationIdOf(operator, username)}`;
  const codes = [await operator.code(-1), await operator.code(0), await operator.code(1)];
  const answers = await Promise.all(
    codes.flatMap((code) => [
      operator.call('POST', `${path}/approve`, { body: { code } }),
      operator.call('POST', `${path}/reject`, REJECTION),
    ]),
  );
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal(refused.length, 5);
  assert.ok(refused.every(({ body }) => body.code === 'status_change_refused'));
  const { body } = await operator.call<Kyc & { merchant: { status: string } }>('GET', path);
  const expected = body.status === 'approved' ? 'active' : 'rejected';
  assert.deepEqual([body.submissions.length, body.merchant.status], [1, expected]);
  const counts = await gateway.sql(
    `select
      (select count(*)::int from mails where recipient = $1) as mails,
      (select count(*)::int from audit_log where merchant_id = $2
        and action in ('kyc.approved', 'kyc.rejected')) as changes`,
    [session.email, merchant.merchantId],
  );
  assert.deepEqual(counts, [{ mails: 1, changes: 1 }]);
});

test('of concurrent submissions only one is applied', async () => {
  const { session } = await signUpMerchant(gateway);
  const first = await submitKyc(gateway, session);
  assert.equal(first.status, 200);
  const more = await Promise.all(
    [1, 2, 3].map(() => session.call('POST', '/api/panel/kyc/submit')),
  );
  assert.deepEqual(
    more.map(({ status, body }) => [status, body.code]),
    Array(3).fill([409, 'kyc_closed']),
  );
  const saved = await session.call('PUT', '/api/panel/kyc', { body: PERSON });
  assert.deepEqual([saved.status, saved.body.code], [409, 'kyc_closed']);
});

test('an operator with a second factor decides, and a merchant can’t', async () => {
  const { session, username } = await signUpMerchant(gateway);
  await submitKyc(gateway, session);
  const path = `/api/operator/kyc/${await applicationIdOf(operator, username)}`;
  const careless = await signInOperator(gateway, { hasSecondFactor: false });
  assert.equal((await careless.call('GET', path)).status, 200);
  for (const [caller, code] of [
    [careless, 'second_factor_required'],
    [session, 'not_permitted'],
  ] as const) {
    for (const [step, options] of [
      ['approve', { body: {} }],
      ['reject', REJECTION],
    ] as const) {
      const answer = await caller.call('POST', `${path}/${step}`, options);
      assert.deepEqual([answer.status, answer.body.code], [403, code]);
    }
  }
  assert.equal((await session.call('GET', path)).status, 403);
  assert.equal((await operator.call('GET', '/api/panel/kyc')).status, 403);
  for (const id of ['nada', '019aa1b2-0000-7000-8000-000000000000']) {
    const read = await operator.call('GET', `/api/operator/kyc/${id}`);
    const approve = await operator.callWithCode('POST', `/api/operator/kyc/${id}/approve`);
    assert.deepEqual(
      [read, approve].map(({ status, body }) => [status, body.code]),
      Array(2).fill([404, 'kyc_not_found']),
    );
  }
});

test('a suspended account can’t change or submit its application', async () => {
  const { session, username } = await signUpMerchant(gateway);
  await submitKyc(gateway, session);
  await changeMerchantStatus(deps, username, { change: 'suspend' }, commandActor);
  const changes = [
    session.call('PUT', '/api/panel/kyc', { body: PERSON }),
    session.call('POST', '/api/panel/kyc/submit'),
    session.call('POST', '/api/panel/kyc/reopen'),
    session.call('DELETE', '/api/panel/kyc/documents/nada'),
    upload(gateway, session),
  ];
  for (const answer of await Promise.all(changes)) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'account_suspended']);
  }
  const path = `/api/operator/kyc/${await applicationIdOf(operator, username)}`;
  for (const answer of [
    await operator.callWithCode('POST', `${path}/approve`),
    await operator.call('POST', `${path}/reject`, REJECTION),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [409, 'status_change_refused']);
  }
  const { body } = await operator.call('GET', path);
  assert.equal(body.status, 'submitted');
});

test('a merchant approved by the command line gets its document from the review', async () => {
  const { session, username } = await signUpMerchant(gateway);
  await submitKyc(gateway, session);
  await changeMerchantStatus(deps, username, { change: 'approve' }, commandActor);
  const path = `/api/operator/kyc/${await applicationIdOf(operator, username)}`;
  assert.equal((await operator.callWithCode('POST', `${path}/approve`)).status, 200);
  const rows = await gateway.sql('select status, document from merchants where username = $1', [
    username,
  ]);
  assert.deepEqual(rows, [{ status: 'active', document: '52998224725' }]);
  const other = await signUpMerchant(gateway);
  await changeMerchantStatus(deps, other.username, { change: 'approve' }, commandActor);
  const needless = await other.session.call('PUT', '/api/panel/kyc', { body: PERSON });
  assert.deepEqual([needless.status, needless.body.code], [409, 'kyc_closed']);
});

test('the sandbox account can’t read or send an application', async () => {
  const { email, password } = gateway.appContext.config.sandbox;
  const sandbox = await logIn(gateway, email, password);
  for (const [method, path, options] of [
    ['GET', '/api/panel/kyc', {}],
    ['PUT', '/api/panel/kyc', { body: PERSON }],
    ['POST', '/api/panel/kyc/submit', {}],
    ['GET', '/api/panel/kyc/documents/nada', {}],
  ] as const) {
    const answer = await sandbox.call(method, path, options);
    assert.deepEqual([answer.status, answer.body.code], [403, 'sandbox_forbidden'], path);
  }
});

test('the queue lists applications in order of arrival, in pages', async () => {
  const arrived: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { session, username } = await signUpMerchant(gateway);
    if (index % 2 === 0) gateway.clock.advance(1_000);
    await submitKyc(gateway, session);
    arrived.push(username);
  }
  const found: { username: string; status_since: string }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await operator.call<{ data: typeof found; next_cursor: string | null }>(
      'GET',
      `/api/operator/kyc?limit=2${after}`,
    );
    assert.ok(body.data.length > 0 && body.data.length <= 2);
    found.push(...body.data);
    cursor = body.next_cursor;
  }
  const times = found.map(({ status_since: since }) => since);
  assert.deepEqual(times, times.toSorted());
  assert.equal(new Set(found.map(({ username }) => username)).size, found.length);
  assert.ok(arrived.every((username) => found.some((one) => one.username === username)));
  const approved = await operator.call<{ data: typeof found }>(
    'GET',
    '/api/operator/kyc?status=approved',
  );
  assert.ok(approved.body.data.every((one) => !arrived.includes(one.username)));
  const wrong = await operator.call('GET', '/api/operator/kyc?cursor=nada');
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_request']);
});
