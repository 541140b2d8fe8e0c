import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { DAY_MS } from '#src/ground/durations.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { signIn } from '../support/panel.ts';

const { gateway, bank, shop } = await startLiveInBuckets({ after });
const { keys } = shop;

async function createCharge(headers: Readonly<Record<string, string>> = {}) {
  const { status, body, text } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    headers,
    body: CHARGE,
  });
  assert.equal(status, 201, text);
  const id = String(body.internal_id);
  return { id, txid: id.replaceAll('-', ''), code: String(body.qrcode), text };
}

async function statusOf(id: string): Promise<string> {
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  return String(body.status);
}

test('a charge is registered and paid at the bank, and booked after the call-back', async () => {
  const { id, txid, code } = await createCharge();
  assert.equal(bank.charge(txid)?.code, code);
  assert.equal(await statusOf(id), 'pending');
  const payment = bank.pay(code);
  await until('it is paid', async () => (await statusOf(id)) === 'paid');
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(body.end_to_end_id, payment.endToEndId);
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.equal(balance.body.available, 10_000 - 198);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('the page of a live charge names the holder of the account, whom the payer’s bank shows', async () => {
  const { id } = await createCharge();
  const { text } = await gateway.call('GET', `/pagar/${id}`);
  assert.match(text, /No app do seu banco aparece: <strong>Plataforma Pagamentos Ltda<\/strong>,/);
  assert.ok(text.includes('CNPJ 11.444.777/0001-61'));
  assert.ok(text.includes(`<h1>${shop.merchant.name}</h1>`));
});

test('the same idempotency key gives the same charge and one registration at the bank', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const before = bank.snapshot().charges.length;
  const made = await Promise.all(Array.from({ length: 5 }, () => createCharge(headers)));
  assert.equal(new Set(made.map(({ text }) => text)).size, 1);
  assert.equal(bank.snapshot().charges.length, before + 1);
});

test('a payout is sent to the bank and ends with the bank’s result', async () => {
  const { code, id } = await createCharge();
  bank.pay(code);
  await until('the merchant has a balance', async () => (await statusOf(id)) === 'paid');
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(sent.status, 201, sent.text);
  const payoutId = String(sent.body.internal_id);
  await until('it is paid', async () => (await statusOf(payoutId)) === 'paid');
  const { body } = await gateway.call('GET', `/v1/transactions/${payoutId}`, { keys });
  assert.equal(body.end_to_end_id, bank.payout(payoutId.replaceAll('-', ''))?.endToEndId);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('each return of a payout is booked once', async () => {
  const { code, id } = await createCharge();
  bank.pay(code);
  await until('the merchant has a balance', async () => (await statusOf(id)) === 'paid');
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const payoutId = String(sent.body.internal_id);
  await until('it is paid', async () => (await statusOf(payoutId)) === 'paid');
  const before = await gateway.call('GET', '/v1/balance', { keys });
  const bankId = payoutId.replaceAll('-', '');
  bank.returnPayout(bankId, 1_500n);
  const returnedIs = (amount: number) =>
    until(`${amount} came back`, async () => {
      const { body } = await gateway.call('GET', `/v1/transactions/${payoutId}`, { keys });
      return body.returned_amount === amount;
    });
  await returnedIs(1_500);
  // The call-back of the second return is lost; a day later the bank is asked.
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  bank.returnPayout(bankId, 500n);
  gateway.clock.advance(25 * 60 * 60 * 1_000);
  await returnedIs(2_000);
  bank.faults.clear();
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.equal(Number(balance.body.available), Number(before.body.available) + 2_000);
  const events = await gateway.sql(
    "select kind from webhook_events where resource_id = $1 and kind = 'payout.returned'",
    [payoutId],
  );
  assert.equal(events.length, 2);
  const session = await signIn(gateway, shop.merchant);
  const bell = await session.call('GET', '/api/panel/live/notices');
  const listed = bell.body.data as { kind: string; amount: number }[];
  const told = listed.filter(({ kind }) => kind === 'payout.returned');
  assert.deepEqual(told.map(({ amount }) => amount).sort(), [1_500, 2_000]);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('two taps renew an expired charge by one registration at the bank', async () => {
  const session = await signIn(gateway, shop.merchant);
  await session.call('PUT', '/api/panel/payment-page', { body: { may_renew: true } });
  const { id } = await createCharge();
  gateway.clock.advance(DAY_MS);
  const before = bank.snapshot().charges.length;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const renew = () =>
    fetch(`${gateway.url}/pagar/${id}/renovar`, { method: 'POST', headers, redirect: 'manual' });
  const taps = await Promise.all([renew(), renew()]);
  const [place, other] = taps.map((answer) => answer.headers.get('location') ?? '');
  assert.equal(place, other);
  const newId = String(place).slice('/pagar/'.length);
  assert.equal(bank.snapshot().charges.length, before + 1);
  const { body } = await gateway.call('GET', `/v1/transactions/${newId}`, { keys });
  assert.deepEqual([body.renewed_from, body.status], [id, 'pending']);
  assert.equal(bank.charge(newId.replaceAll('-', ''))?.code, body.qrcode);
});
