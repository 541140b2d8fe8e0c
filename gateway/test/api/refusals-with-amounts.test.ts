import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const paid = (await receivePayment(gateway, keys, CHARGE)).internal_id;

interface Detail {
  readonly field: string;
  readonly message: string;
  readonly left?: number;
}

async function refused(path: string, body: object, by = keys) {
  const answer = await gateway.call('POST', path, { keys: by, body });
  const details = (answer.body.details ?? []) as readonly Detail[];
  return { code: answer.body.code, detail: details[0], text: answer.text };
}

test('a refused payout says the available balance, to a key that may read it', async () => {
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  const much = { ...PAYOUT, amount: 999_999 };
  const told = await refused('/v1/pix/payout', much);
  assert.deepEqual(
    [told.code, told.detail?.field, told.detail?.left],
    ['insufficient_balance', 'amount', body.available],
  );
  assert.match(String(told.detail?.message), /o saldo disponível é de R\$ \d/);
  const pair = await createCredential(
    gateway.appContext,
    merchant,
    { environment: 'test', name: 'só saques', rights: { scopes: ['payouts:write'] } },
    commandActor,
  );
  const blind = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
  const untold = await refused('/v1/pix/payout', much, blind);
  assert.deepEqual([untold.code, untold.detail], ['insufficient_balance', undefined]);
});

test('a reused external_id names the payout that has it, and a wrong key says its form', async () => {
  const body = { ...PAYOUT, external_id: 'saque-unico-1' };
  const first = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(first.status, 201, first.text);
  const again = await refused('/v1/pix/payout', body);
  assert.equal(again.code, 'external_id_reused');
  assert.equal(again.detail?.message, `já é do saque ${first.body.internal_id}`);
  const wrong = await refused('/v1/pix/payout', { ...PAYOUT, pix_key: '123', pix_key_type: 'cpf' });
  assert.deepEqual(
    [wrong.code, wrong.detail?.field, wrong.detail?.message],
    ['invalid_pix_key', 'pix_key', 'informe os 11 dígitos de um CPF válido'],
  );
});

test('a refund above the rest says what is left, and a refund is read by its id', async () => {
  const path = `/v1/transactions/${paid}/refund`;
  const made = await gateway.call('POST', path, { keys, body: { amount: 1_000 } });
  const { code, detail } = await refused(path, { amount: 9_001 });
  assert.deepEqual([code, detail?.left], ['refund_exceeds_payment', 9_000]);
  const id = String(made.body.internal_id);
  const read = await gateway.call('GET', `/v1/refunds/${id}`, { keys });
  assert.deepEqual(
    [read.status, read.body.internal_id, read.body.transaction_id, read.body.amount],
    [200, id, paid, 1_000],
  );
  const other = await createMerchantWithKeys(gateway);
  for (const [by, named] of [
    [other.keys, id],
    [keys, 'x'],
  ] as const) {
    const answer = await gateway.call('GET', `/v1/refunds/${named}`, { keys: by });
    assert.deepEqual([answer.status, answer.body.code], [404, 'transaction_not_found']);
  }
});

test('a day in another notation is told how to write it', async () => {
  const { detail } = await refused('/v1/pix/qrcode', { ...CHARGE, due_date: '15/01/2027' });
  assert.equal(detail?.field, 'due_date');
  assert.match(String(detail?.message), /2026-11-20/);
});
