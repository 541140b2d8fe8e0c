import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { MERCHANTS, type MerchantPage, openMerchant } from '../support/operator-merchants.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const operator = await signInOperator(gateway);

function changesOf(subject: string) {
  return gateway.sql(
    `select actor_kind, actor_name, action, details from audit_log
      where subject = $1 and actor_kind = 'operator' order by id`,
    [subject],
  );
}

test('a suspension applies from the next request in API and panel', async () => {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const charge = () => gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const byHand = () =>
    session.call('POST', '/api/panel/test/charges', {
      body: CHARGE,
      headers: { 'idempotency-key': randomUUID() },
    });
  assert.deepEqual([(await charge()).status, (await byHand()).status], [201, 201]);
  const suspended = await operator.call<MerchantPage>('POST', `${MERCHANTS}/${username}/suspend`, {
    body: { reason: '  Contestações demais.  ' },
  });
  assert.equal(suspended.status, 200);
  assert.equal(suspended.body.status, 'suspended');
  assert.equal(suspended.body.suspension?.reason, 'Contestações demais.');
  for (const answer of [await charge(), await byHand()]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'account_suspended']);
  }
  assert.equal((await session.call('GET', '/api/panel/test/overview')).status, 200);
  const again = await operator.call('POST', `${MERCHANTS}/${username}/suspend`, {
    body: { reason: 'De novo.' },
  });
  assert.deepEqual([again.status, again.body.code], [409, 'status_change_refused']);
  const back = await operator.callWithCode<MerchantPage>(
    'POST',
    `${MERCHANTS}/${username}/reinstate`,
  );
  assert.deepEqual([back.status, back.body.status, back.body.suspension], [200, 'active', null]);
  assert.deepEqual([(await charge()).status, (await byHand()).status], [201, 201]);
  const by = { actor_kind: 'operator', actor_name: operator.email };
  assert.deepEqual(await changesOf(username), [
    {
      ...by,
      action: 'merchant.suspended',
      details: { from: 'active', to: 'suspended', reason: 'Contestações demais.' },
    },
    { ...by, action: 'merchant.reinstated', details: { from: 'suspended', to: 'active' } },
  ]);
});

test('a reinstatement restores the previous status and approves no one', async () => {
  await openMerchant(gateway, 'sem-cadastro', 'Sem Cadastro', '11222333000181', false);
  const path = `${MERCHANTS}/sem-cadastro`;
  const reason = { body: { reason: 'Documento falso.' } };
  const suspended = await operator.call<MerchantPage>('POST', `${path}/suspend`, reason);
  assert.equal(suspended.body.suspension?.status_before, 'pending_kyc');
  const back = await operator.callWithCode<MerchantPage>('POST', `${path}/reinstate`);
  assert.equal(back.body.status, 'pending_kyc');
  const twice = await operator.callWithCode('POST', `${path}/reinstate`);
  assert.deepEqual([twice.status, twice.body.code], [409, 'status_change_refused']);
});

test('a changed fee applies to later charges only', async () => {
  const { username, keys } = await createMerchantWithKeys(gateway);
  const body = { basis_points: 100, fixed_centavos: 7, payout_fee_centavos: 150 };
  const set = await operator.call<MerchantPage>('PUT', `${MERCHANTS}/${username}/fee`, { body });
  assert.equal(set.status, 200);
  assert.deepEqual(set.body.fee, body);
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(charge.body.fee_amount, 107);
  const [change] = await changesOf(username);
  assert.deepEqual(change?.details, {
    old_basis_points: 149,
    old_fixed_centavos: 49,
    old_payout_fee_centavos: 0,
    ...body,
  });
  for (const wrong of [
    { ...body, basis_points: 10_001 },
    { ...body, fixed_centavos: -1 },
    { ...body, payout_fee_centavos: 1.5 },
    { basis_points: 1, fixed_centavos: 1 },
  ]) {
    const refused = await operator.call('PUT', `${MERCHANTS}/${username}/fee`, { body: wrong });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request']);
  }
});

test('a key’s own rate limit applies from its next request', async () => {
  const { username, keys } = await createMerchantWithKeys(gateway);
  const clientId = keys['client-id'];
  const path = `/api/operator/credentials/${clientId}/rate-limit`;
  const set = await operator.call('PUT', path, { body: { per_minute: 2 } });
  assert.equal(set.status, 204);
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.equal(balance.headers.get('ratelimit-limit'), '2');
  const { body } = await operator.call<MerchantPage>('GET', `${MERCHANTS}/${username}`);
  const [credential] = body.credentials;
  assert.deepEqual([credential?.rate_limit_per_minute, credential?.has_own_limit], [2, true]);
  const [change] = await changesOf(clientId);
  assert.equal(change?.action, 'credential.limited');
  const unknown = await operator.call('PUT', path.replace(clientId, 'svc_pk_test_nada'), {
    body: { per_minute: 2 },
  });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'credential_not_found']);
});

test('changes need a second factor, an account that exists, and not the sandbox', async () => {
  const { username } = await createMerchantWithKeys(gateway);
  const careless = await signInOperator(gateway, { hasSecondFactor: false });
  const reason = { body: { reason: 'Teste.' } };
  assert.equal((await careless.call('GET', `${MERCHANTS}/${username}`)).status, 200);
  const refused = await careless.call('POST', `${MERCHANTS}/${username}/suspend`, reason);
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
  for (const [name, status, code] of [
    ['ninguem', 404, 'merchant_not_found'],
    ['sandbox', 403, 'sandbox_forbidden'],
  ] as const) {
    const answer = await operator.call('POST', `${MERCHANTS}/${name}/suspend`, reason);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
  }
  assert.equal((await operator.call('GET', `${MERCHANTS}/ninguem`)).status, 404);
  const wordless = await operator.call('POST', `${MERCHANTS}/${username}/suspend`, {
    body: { reason: '   ' },
  });
  assert.deepEqual([wordless.status, wordless.body.code], [400, 'invalid_request']);
});

test('of many concurrent suspensions only one is applied', async () => {
  const { username } = await createMerchantWithKeys(gateway);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      operator.call('POST', `${MERCHANTS}/${username}/suspend`, { body: { reason: 'Fraude.' } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await changesOf(username)).length, 1);
});
