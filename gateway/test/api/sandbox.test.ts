import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import {
  createCredential,
  revokeCredential,
  rotateCredential,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { resetSandboxIfDue } from '#src/test-world/sandbox/reset-sandbox.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { CHARGE, PAYOUT, SANDBOX_KEYS, startGateway, until } from '../support/gateway.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startGateway({ after });
const { appContext } = gateway;
const keys = SANDBOX_KEYS;

async function statusOf(id: unknown): Promise<unknown> {
  return (await gateway.call('GET', `/v1/transactions/${String(id)}`, { keys })).body.status;
}

test('a sandbox charge is paid 30 seconds after its creation, and not before', async () => {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  gateway.clock.advance(29_000);
  const later = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  gateway.clock.advance(1_000);
  await until('it is paid', async () => (await statusOf(body.internal_id)) === 'paid');
  assert.equal(await statusOf(later.body.internal_id), 'pending');
});

test('a sandbox payout needs no balance, and the Pix keys that simulate failures fail', async () => {
  const email = (pix_key: string) => ({ ...PAYOUT, pix_key, pix_key_type: 'email' });
  const big = { ...PAYOUT, amount: 999_999_999 };
  const accepted = await gateway.call('POST', '/v1/pix/payout', { keys, body: big });
  assert.equal(accepted.status, 201);
  const refused = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: email('saldo@sandbox.com'),
  });
  assert.equal(refused.body.code, 'insufficient_balance');
  const failing = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: email('falha@sandbox.com'),
  });
  gateway.clock.advance(30_000);
  const path = `/v1/transactions/${String(failing.body.internal_id)}`;
  const failed = await until('it fails', async () => {
    const { body } = await gateway.call('GET', path, { keys });
    return body.status === 'failed' && body;
  });
  assert.equal(Reflect.get(Object(failed.failure_reason), 'code'), 'AC03');
});

test('at 03:00 UTC the sandbox is reset once: balance zero, entries kept, idempotency keys free', async () => {
  const deps = { ...appContext };
  // The first round of the worker records the day.
  await resetSandboxIfDue(deps);
  const body = { ...PAYOUT, external_id: 'saque-1' };
  const headers = { 'idempotency-key': 'reset-test' };
  const first = await gateway.call('POST', '/v1/pix/payout', { keys, headers, body });
  const taken = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(taken.body.code, 'external_id_reused');
  // A charge that is still pending would be paid after the reset and change the balance.
  gateway.clock.advance(30_000);
  await until('earlier charges are paid', async () => {
    return (await gateway.sql(`select from charges where status = 'pending'`)).length === 0;
  });
  const entries = await gateway.sql('select from ledger_entries');
  gateway.clock.advance(DAY_MS);
  const results = await Promise.all([1, 2, 3, 4].map(() => resetSandboxIfDue(deps)));
  assert.ok(results.filter(Boolean).length <= 1);
  await until('the reset is done', async () => {
    const rows = await gateway.sql(`select from ledger_postings where kind = 'sandbox_reset'`);
    return rows.length === 1;
  });
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual([balance.body.available, balance.body.reserved], [0, 0]);
  assert.ok((await gateway.sql('select from ledger_entries')).length > entries.length);
  const again = await gateway.call('POST', '/v1/pix/payout', { keys, headers, body });
  assert.equal(again.status, 201);
  assert.notEqual(again.body.internal_id, first.body.internal_id);
  assert.equal(await resetSandboxIfDue(deps), false);
});

test('the keys, webhooks and status of the sandbox can’t be changed', async () => {
  const sandbox = await findMerchant(appContext.database, 'sandbox');
  const deps = { ...appContext, fees: appContext.config.fees };
  const { merchantId } = sandbox;
  const owner = { merchantId, environment: 'test' as const, isSandbox: true };
  const endpointDeps = {
    ...appContext,
    targetRules: { allowPrivateAddresses: true, allowPlainHttp: true },
  };
  const forbidden = [
    () => createCredential(appContext, sandbox, { environment: 'test', name: 'x' }, commandActor),
    () => rotateCredential(appContext, { clientId: keys['client-id'] }, commandActor),
    () => revokeCredential(appContext, { clientId: keys['client-id'] }, commandActor),
    () => createEndpoint(endpointDeps, owner, { url: 'https://example.com' }, commandActor),
    () => changeMerchantStatus(deps, 'sandbox', { change: 'suspend' }, commandActor),
  ];
  for (const operation of forbidden) {
    await assert.rejects(operation, (refusal: Refusal) => refusal.code === 'sandbox_forbidden');
  }
});
