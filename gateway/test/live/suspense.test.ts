import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { CHARGE, callGateway, createMerchantWithKeys, until } from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signInOperator } from '../support/panel.ts';

const MINUTE_MS = 60_000;
const live = await startLiveGateway({ after });
const { gateway, bank, shop, callbackUrl } = live;
const { keys } = shop;
const operator = await signInOperator(gateway);
const command = await liveCommands({ after }, live);

interface Suspended {
  readonly end_to_end_id: string;
  readonly amount: number;
  readonly reason: string;
  readonly charge_id: string | null;
}

async function createCharge(body: object = CHARGE) {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(created.status, 201, created.text);
  const id = String(created.body.internal_id);
  return { id, txid: id.replaceAll('-', '') };
}

async function statusOf(id: string): Promise<string> {
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  return String(body.status);
}

async function suspended(endToEndId: string): Promise<Suspended | undefined> {
  const { body } = await operator.call<{ data: Suspended[] }>(
    'GET',
    '/api/operator/incoming-payments?limit=100',
  );
  return body.data.find((one) => one.end_to_end_id === endToEndId);
}

/** Waits until a payment is in suspense; the clock advances so that the list is read. */
function held(endToEndId: string): Promise<Suspended> {
  return until(`${endToEndId} is held`, async () => {
    const found = await suspended(endToEndId);
    if (!found) gateway.clock.advance(MINUTE_MS);
    return found;
  });
}

async function availableOf(caller: typeof keys): Promise<number> {
  return Number((await gateway.call('GET', '/v1/balance', { keys: caller })).body.available);
}

test('a payment with an unknown txid goes to suspense', async () => {
  const { endToEndId } = bank.receiveWithoutCharge(777n, 'deoutrosistema0000000000000001');
  const found = await held(endToEndId);
  assert.deepEqual([found.amount, found.reason, found.charge_id], [777, 'unknown_charge', null]);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('a payment with a txid of another system that looks like an id of a later millennium goes to suspense', async () => {
  const { endToEndId } = bank.receiveWithoutCharge(778n, 'f'.repeat(32));
  assert.equal((await held(endToEndId)).reason, 'unknown_charge');
});

test('a payment without a txid and without a call-back is found and goes to suspense', async () => {
  const { endToEndId } = bank.receiveWithoutCharge(555n);
  assert.equal((await held(endToEndId)).reason, 'unknown_charge');
});

test('a payment of another amount does not pay the charge', async () => {
  const { id, txid } = await createCharge();
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1 });
  const { endToEndId } = bank.pay(txid);
  const found = await held(endToEndId);
  assert.deepEqual([found.amount, found.reason], [9_999, 'amount_differs']);
  assert.equal(found.charge_id, id);
  assert.equal(await statusOf(id), 'pending');
});

test('a payment whose charge gets another amount while it is booked does not pay the charge', async () => {
  // The first payment of a shop is tried a second time, after its accounts were opened.
  const first = await createCharge();
  bank.pay(first.txid);
  await until('it is paid', async () => (await statusOf(first.id)) === 'paid');
  const { id, txid } = await createCharge();
  // A revision that has not committed yet: the payment is compared with the amount before it.
  const revision = await holdTransaction(
    gateway,
    'update charges set amount_centavos = amount_centavos * 2 where id = $1',
    [id],
  );
  const { endToEndId } = bank.pay(txid);
  await until('the payment waits', () => isBlocked(gateway, 'update charges'));
  await revision('commit');
  const found = await held(endToEndId);
  assert.deepEqual(
    [found.amount, found.reason, found.charge_id],
    [CHARGE.amount, 'amount_differs', id],
  );
  assert.equal(await statusOf(id), 'pending');
});

test('a payment to another key of the same account does not pay the charge', async () => {
  const { id, txid } = await createCharge();
  const { endToEndId } = bank.pay(txid);
  bank.alter(endToEndId, { chave: 'outra@loja.com.br' });
  const found = await held(endToEndId);
  assert.deepEqual([found.reason, found.charge_id], ['another_key', id]);
  assert.equal(await statusOf(id), 'pending');
});

test('a second payment of a charge goes to suspense', async () => {
  const { id, txid } = await createCharge();
  bank.pay(txid);
  await until('it is paid', async () => (await statusOf(id)) === 'paid');
  const before = await availableOf(keys);
  const second = bank.pay(txid, { isForced: true });
  assert.equal((await held(second.endToEndId)).reason, 'already_paid');
  assert.equal(await availableOf(keys), before);
});

test('of two payments of one charge in one batch the first pays it', async () => {
  const { id, txid } = await createCharge();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 2 });
  const payments = [bank.pay(txid), bank.pay(txid, { isForced: true })];
  const { database, clock, logger } = gateway.appContext;
  await recordIncomingPayments(
    {
      database,
      clock,
      logger,
      bank: { name: 'efi', pixKey: bank.pixKey },
      receiving: { findCharge: () => assert.fail('the bank is not asked') },
    },
    payments.map(({ endToEndId, receivedAt }) => ({
      endToEndId,
      receivedAt,
      txid,
      pixKey: bank.pixKey,
      amount: centavos(CHARGE.amount),
      refunds: [],
    })),
  );
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(body.end_to_end_id, payments[0]?.endToEndId);
  assert.equal((await held(payments[1]?.endToEndId ?? '')).reason, 'already_paid');
});

test('a payment with the txid of a test charge goes to suspense', async () => {
  const { keys: testKeys } = await createMerchantWithKeys(gateway, 'test');
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys: testKeys, body: CHARGE });
  const txid = String(body.internal_id).replaceAll('-', '');
  const { endToEndId } = bank.receiveWithoutCharge(BigInt(CHARGE.amount), txid);
  const found = await held(endToEndId);
  assert.deepEqual([found.reason, found.charge_id], ['unknown_charge', null]);
});

test('a payment of an expired charge is booked', async () => {
  const { id, txid } = await createCharge({ ...CHARGE, expires_in: 60 });
  gateway.clock.advance(2 * MINUTE_MS);
  await until('it is expired', async () => (await statusOf(id)) === 'expired');
  bank.pay(txid, { isForced: true });
  await until('it is paid', async () => (await statusOf(id)) === 'paid');
});

test('a payment whose call-back was lost is collected from the bank’s list', async () => {
  const { id, txid } = await createCharge();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 10 });
  bank.pay(txid);
  await until('it is paid', async () => {
    if ((await statusOf(id)) === 'paid') return true;
    gateway.clock.advance(MINUTE_MS);
    return false;
  });
  bank.faults.clear();
});

test('an operator assigns a payment to a merchant once, and the merchant can withdraw it', async () => {
  const other = await createMerchantWithKeys(gateway, 'live');
  const { endToEndId } = bank.receiveWithoutCharge(1_234n, 'deoutrosistema0000000000000002');
  await held(endToEndId);
  const path = `/api/operator/incoming-payments/${endToEndId}/assign`;
  const nobody = await operator.callWithCode('POST', path, { username: 'ninguem' });
  assert.deepEqual([nobody.status, nobody.body.code], [404, 'merchant_not_found']);
  const visitors = await operator.callWithCode('POST', path, { username: 'sandbox' });
  assert.deepEqual([visitors.status, visitors.body.code], [403, 'sandbox_forbidden']);
  const codes = [await operator.code(-1), await operator.code(0), await operator.code(1)];
  const { username } = other;
  const tries = await Promise.all(
    codes.map((code) => operator.call('POST', path, { body: { username, code } })),
  );
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 404, 404]);
  assert.equal(await availableOf(other.keys), 1_234);
  assert.equal(await suspended(endToEndId), undefined);
  const log = await operator.call<{ data: Record<string, unknown>[] }>(
    'GET',
    '/api/operator/audit?action=incoming_payment',
  );
  assert.deepEqual(
    [log.body.data[0]?.action, log.body.data[0]?.merchant, log.body.data[0]?.subject],
    ['incoming_payment.assigned', other.username, endToEndId],
  );
});

test('an operator marks a payment as returned once', async () => {
  const { endToEndId } = bank.receiveWithoutCharge(4_321n, 'deoutrosistema0000000000000003');
  await held(endToEndId);
  const before = await heldAtBank(gateway);
  const path = `/api/operator/incoming-payments/${endToEndId}/return`;
  assert.equal((await operator.callWithCode('POST', path)).status, 200);
  const again = await operator.callWithCode('POST', path);
  assert.deepEqual([again.status, again.body.code], [404, 'incoming_payment_not_found']);
  assert.equal(await heldAtBank(gateway), before - 4_321n);
});

test('commands list, assign and return payments in suspense', async () => {
  const other = await createMerchantWithKeys(gateway, 'live');
  const ids = ['deoutrosistema0000000000000004', 'deoutrosistema0000000000000005'].map(
    (txid) => bank.receiveWithoutCharge(100n, txid).endToEndId,
  );
  for (const id of ids) await held(id);
  const listed = await command('incoming-payment', 'list', '--json');
  const shown = JSON.parse(listed.stdout).data.map((one: Suspended) => one.end_to_end_id);
  assert.ok(ids.every((id) => shown.includes(id)));
  const [first = '', second = ''] = ids;
  assert.match((await command('incoming-payment', 'list', '--limit', '1')).stdout, /--after E/);
  const assigned = await command('incoming-payment', 'assign', first, '--merchant', other.username);
  assert.deepEqual([assigned.exitCode, assigned.stderr], [0, '']);
  assert.equal(await availableOf(other.keys), 100);
  const returned = await command('incoming-payment', 'return', second, '--json');
  assert.deepEqual(JSON.parse(returned.stdout), { end_to_end_id: second, state: 'returned' });
  const refused = await command('incoming-payment', 'return', second, '--json');
  assert.deepEqual(
    [refused.exitCode, JSON.parse(refused.stdout).code],
    [1, 'incoming_payment_not_found'],
  );
  assert.equal((await command('incoming-payment', 'assign', first)).exitCode, 2);
});

test('a call-back without the secret path is answered as an unknown route', async () => {
  const body = { pix: [] };
  const door = new URL(callbackUrl);
  for (const path of [
    '/banks/efi/errado',
    '/banks/efi/errado/pix',
    '/banks/efi',
    '/banks/outro/x',
  ]) {
    const answer = await callGateway<{ code: string }>(`${door.origin}${path}`, 'POST', { body });
    assert.deepEqual([answer.status, answer.body.code], [404, 'route_not_found'], path);
  }
  const known = await callGateway(`${callbackUrl}/pix`, 'POST', { body });
  assert.equal(known.status, 200);
  const withNul = await fetch(`${callbackUrl}/pix`, { method: 'POST', body: '{"pix":[]}\0' });
  assert.equal(withNul.status, 400);
});

test('a forged call-back books nothing', async () => {
  const { id, txid } = await createCharge();
  const endToEndId = 'E99999008202611201200nuncaexistiu';
  const pix = {
    endToEndId,
    txid,
    valor: '100.00',
    chave: bank.pixKey,
    horario: '2026-11-20T12:00:00.000Z',
  };
  const before = await heldAtBank(gateway);
  const told = await callGateway(`${callbackUrl}/pix`, 'POST', { body: { pix: [pix] } });
  assert.equal(told.status, 200);
  await until('it was done', async () => {
    const waiting = await gateway.sql('select from bank_callbacks where due_at is not null');
    return waiting.length === 0;
  });
  assert.equal(await statusOf(id), 'pending');
  assert.equal(await heldAtBank(gateway), before);
  assert.deepEqual(
    await gateway.sql('select from incoming_payments where end_to_end_id = $1', [endToEndId]),
    [],
  );
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
