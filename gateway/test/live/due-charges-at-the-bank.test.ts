import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { CHARGE, createMerchantWithKeys, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';

const live = await startLiveGateway({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { gateway, bank, shop } = live;
const { keys } = shop;

/** Faults after which the gateway doesn't know whether the bank did it. */
const LOST_ANSWERS = ['dropped_after', 'silent_before', 'error_after', 'malformed'] as const;

/** A charge of 123.45 that is due on a business day, with a fine and interest. */
function dueBody(more: object = {}) {
  const dueDate = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 5));
  return {
    ...CHARGE,
    amount: 12_345,
    due_date: dueDate,
    fine: { type: 'percent', value: 200 },
    interest: { mode: 'percent_per_month', value: 100 },
    ...more,
  };
}

function create(body: object, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return gateway.call('POST', '/v1/pix/qrcode', { keys, body, headers });
}

async function created(more: object = {}): Promise<{ id: string; txid: string }> {
  const { status, body, text } = await create(dueBody(more));
  assert.equal(status, 201, text);
  const id = String(body.internal_id);
  return { id, txid: id.replaceAll('-', '') };
}

async function shown(id: string): Promise<Record<string, unknown>> {
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  return body;
}

function change(id: string, body: object) {
  return gateway.call('PATCH', `/v1/transactions/${id}`, { keys, body });
}

async function paid(id: string): Promise<Record<string, unknown>> {
  return until(`${id} is paid`, async () => {
    const charge = await shown(id);
    if (charge.status === 'paid') return charge;
    gateway.clock.advance(MINUTE_MS);
    return undefined;
  });
}

/** Advances the clock until the worker has nothing left to ask the bank for. */
async function workOff(table: string): Promise<void> {
  await until(`${table} is empty`, async () => {
    gateway.clock.advance(1_000);
    return (await gateway.sql(`select from ${table}`)).length === 0;
  });
}

test('a registration whose answer was lost ends as one charge, here and at the bank', async () => {
  for (const kind of LOST_ANSWERS) {
    const before = bank.snapshot().dueCharges.length;
    bank.faults.add({ kind, operation: 'createDueCharge', times: 1 });
    const unclear = await create(dueBody(), `fatura-${kind}-2026`);
    assert.deepEqual([kind, unclear.status], [kind, 503]);
    await workOff('charge_drafts');
    const { status, body, text } = await create(dueBody(), `fatura-${kind}-2026`);
    assert.equal(status, 201, text);
    assert.equal(bank.snapshot().dueCharges.length, before + 1, kind);
    bank.pay(String(body.internal_id).replaceAll('-', ''));
    await paid(String(body.internal_id));
  }
});

test('a change is made at the bank and here, also if its answer was lost', async () => {
  const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postal_code: '50030-230' };
  const { id, txid } = await created({ payer: { ...CHARGE.payer, address } });
  assert.match(JSON.stringify(bank.dueCharge(txid)?.debtor), /"cep":"50030230"/);
  const changed = await change(id, { amount: 20_000, fine: null });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(bank.dueCharge(txid)?.fine?.value ?? 0n, 0n);
  for (const [index, kind] of LOST_ANSWERS.entries()) {
    const amount = 30_000 + index;
    bank.faults.add({ kind, operation: 'reviseDueCharge', times: 1 });
    const unclear = await change(id, { amount });
    assert.deepEqual([kind, unclear.status], [kind, 503]);
    await workOff('charge_changes');
    const { amount: here } = await shown(id);
    assert.deepEqual([here, bank.dueCharge(txid)?.amount], [amount, BigInt(amount)], kind);
  }
  // After five failures in a row the process would not call the bank for a while.
  await created();
  // A refusal of a proxy answers the repeat, and the charge is read at the bank.
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
  assert.equal((await change(id, { amount: 40_000 })).status, 503);
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge', status: 404 });
  await workOff('charge_changes');
  bank.faults.clear();
  assert.deepEqual([(await shown(id)).amount, bank.dueCharge(txid)?.amount], [40_000, 40_000n]);
  const { amount } = bank.pay(txid);
  assert.equal((await paid(id)).paid_amount, Number(amount));
  assert.equal((await change(id, { amount: 1_000 })).body.code, 'charge_already_paid');
});

test('a charge is canceled at the bank first, and a paid one is not', async () => {
  const cancel = (id: string) => gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys });
  const open = await created();
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
  assert.equal((await cancel(open.id)).status, 503);
  // A refusal of a proxy answers the repeat, and the charge is read at the bank.
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge', status: 404 });
  await workOff('charge_cancellations');
  bank.faults.clear();
  assert.equal((await shown(open.id)).status, 'canceled');
  assert.throws(() => bank.pay(open.txid));
  const taken = await created();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 1 });
  bank.pay(taken.txid);
  const refused = await cancel(taken.id);
  assert.equal(refused.status, 409, refused.text);
  await paid(taken.id);
  assert.deepEqual(await failedChecks(gateway), []);
});

/** Advances the clock over the last payable day, until another charge of that day has expired. */
async function passDay(day: string): Promise<void> {
  const other = await created({ due_date: day, days_after_due: 0 });
  gateway.clock.set(startOfKnownDay(addDays(day, 4)));
  await until('another charge has expired', async () => {
    gateway.clock.advance(1_000);
    return (await shown(other.id)).status === 'expired';
  });
}

async function eventsOf(id: string): Promise<unknown[]> {
  const rows = await gateway.sql('select kind from webhook_events where resource_id = $1', [id]);
  return rows.map(({ kind }) => kind);
}

test('a change that is open on the last payable day is asked for again, and the charge is paid by it', async () => {
  const dueDate = String(dueBody().due_date);
  const { id, txid } = await created({ days_after_due: 0 });
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
  const later = businessDayFrom(addDays(dueDate, 30));
  assert.equal((await change(id, { amount: 20_000, due_date: later })).status, 503);
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge' });
  await passDay(dueDate);
  bank.faults.clear();
  await workOff('charge_changes');
  assert.deepEqual([(await shown(id)).status, (await shown(id)).amount], ['pending', 20_000]);
  bank.pay(txid);
  assert.equal((await paid(id)).paid_amount, 20_000);
  assert.deepEqual(await eventsOf(id), ['deposit.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge expires when the bank has refused the change that was open on its last day', async () => {
  const dueDate = String(dueBody().due_date);
  const { id } = await created({ days_after_due: 0 });
  bank.faults.add({ kind: 'dropped_before', operation: 'reviseDueCharge', times: 1 });
  assert.equal((await change(id, { amount: 20_000 })).status, 503);
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge', status: 400 });
  await passDay(dueDate);
  await until('it has expired', async () => {
    gateway.clock.advance(1_000);
    return (await shown(id)).status === 'expired';
  });
  bank.faults.clear();
  assert.deepEqual([(await shown(id)).amount, await eventsOf(id)], [12_345, ['deposit.expired']]);
});

test('a cancellation that is open on the last payable day is finished', async () => {
  const dueDate = String(dueBody().due_date);
  const { id, txid } = await created({ days_after_due: 0 });
  bank.faults.add({ kind: 'dropped_before', operation: 'reviseDueCharge', times: 1 });
  const unclear = await gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys });
  assert.equal(unclear.status, 503);
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge' });
  await passDay(dueDate);
  bank.faults.clear();
  await workOff('charge_cancellations');
  assert.throws(() => bank.pay(txid));
  assert.deepEqual(await eventsOf(id), ['deposit.canceled']);
});

async function counted(): Promise<string | undefined> {
  const { text } = await gateway.call('GET', '/metrics');
  return /^pix_gateway_open_charge_changes (\d+)$/m.exec(text)?.[1];
}

test('creations that the bank has not confirmed for an hour are counted', async () => {
  bank.faults.add({ kind: 'dropped_after', operation: 'createDueCharge', times: 1 });
  bank.faults.add({ kind: 'error', operation: 'findDueCharge' });
  assert.equal((await create(dueBody())).status, 503);
  assert.equal(await counted(), '0');
  gateway.clock.advance(61 * MINUTE_MS);
  assert.equal(await counted(), '1');
  bank.faults.clear();
  await workOff('charge_drafts');
  assert.equal(await counted(), '0');
});

test('changes that the bank has not confirmed for an hour are counted', async () => {
  const { id } = await created();
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge' });
  assert.equal((await change(id, { amount: 20_000 })).status, 503);
  assert.equal(await counted(), '0');
  gateway.clock.advance(61 * MINUTE_MS);
  assert.equal(await counted(), '1');
  bank.faults.clear();
  await workOff('charge_changes');
  assert.equal(await counted(), '0');
});

test('a bank that refuses due-date charges is told to the merchant, and no charge is made', async () => {
  bank.faults.add({ kind: 'error', operation: 'createDueCharge', times: 1, status: 403 });
  const { status, body } = await create(dueBody());
  assert.deepEqual([status, body.code], [422, 'provider_refused']);
});

/** Pays a charge with another amount than the gateway computes. */
async function paidOtherwise(amount: bigint, more: object = {}) {
  const { id, txid } = await created(more);
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1, amount });
  return { id, endToEndId: bank.pay(txid).endToEndId };
}

async function heldReason(endToEndId: string): Promise<unknown> {
  const query = `select reason from incoming_payments
    where end_to_end_id = $1 and state = 'suspense'`;
  return (await gateway.sql(query, [endToEndId]))[0]?.reason;
}

test('a charge that the bank calls paid with another amount is paid with that amount', async () => {
  const partner = await createMerchantWithKeys(gateway, 'live');
  const split = [{ username: partner.merchant.username, percentage: 10 }];
  for (const [amount, fine] of [
    [12_346n, 1],
    [12_344n, 0],
  ] as const) {
    const { id, endToEndId } = await paidOtherwise(amount, { split });
    const charge = await paid(id);
    const kept = 'select expected_centavos from incoming_payments where end_to_end_id = $1';
    assert.equal(Number((await gateway.sql(kept, [endToEndId]))[0]?.expected_centavos), 12_345);
    const due = charge.due as { expected_amount?: number };
    assert.deepEqual([charge.paid_amount, due.expected_amount], [Number(amount), 12_345]);
    assert.deepEqual([charge.original, charge.interest], [12_345, fine]);
    const refund = await gateway.call('POST', `/v1/transactions/${id}/refund`, {
      keys,
      body: { amount: 100 },
    });
    assert.equal(refund.status, 201, refund.text);
  }
  const { text } = await gateway.call('GET', '/metrics', {});
  assert.match(text, /pix_gateway_payments_of_other_amount_total\{direction="less"\} [1-9]/);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payment of another amount waits until the bank says whether it paid the charge', async () => {
  bank.faults.add({ kind: 'error', operation: 'findDueCharge' });
  const { id, endToEndId } = await paidOtherwise(12_000n);
  await until('the payment waits', async () => {
    gateway.clock.advance(1_000);
    const query = `select from set_aside_work where kind = 'incoming_payment' and id = $1`;
    return (await gateway.sql(query, [endToEndId])).length === 1;
  });
  assert.deepEqual(
    [(await shown(id)).status, await heldReason(endToEndId)],
    ['pending', undefined],
  );
  bank.faults.clear();
  assert.equal((await paid(id)).paid_amount, 12_000);
  assert.deepEqual(await failedChecks(gateway), []);
});
