import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { signIn } from '../support/panel.ts';

const env = { PROVIDER_TIMEOUT_SECONDS: '3' };
const { gateway, bank, shop } = await startLiveInBuckets({ after }, { env });
const { keys } = shop;
const RULES = {
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
};

async function create(more: object = {}) {
  const today = brazilianDayOf(gateway.clock.now());
  const due = businessDayFrom(addDays(today, 2));
  const body = { ...CHARGE, amount: 12_345, due_date: due, ...RULES, ...more };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const id = String(created.body.internal_id);
  return { created, id, txid: id.replaceAll('-', ''), due };
}

const read = async (id: string) =>
  (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
const change = (id: string, body: object) =>
  gateway.call('PATCH', `/v1/transactions/${id}`, { keys, body });

/** Sets the clocks of the gateway and of the bank to noon of a day in Brasília. */
function goTo(day: string): void {
  gateway.clock.set(startOfKnownDay(day) + 12 * HOUR_MS);
}

/** Advances the clock until the worker has no draft and no change left to ask the bank for. */
async function workOff(): Promise<void> {
  await until('nothing is open', async () => {
    gateway.clock.advance(1_000);
    const open = await gateway.sql(
      'select charge_id from charge_changes union all select id from charge_drafts',
    );
    return open.length === 0;
  });
}

async function isPaid(id: string): Promise<Record<string, unknown>> {
  return until('it is paid', async () => {
    gateway.clock.advance(60_000);
    const charge = await read(id);
    return charge.status === 'paid' && charge;
  });
}

test('a live charge is paid by the amount that the bank computes for the day', async () => {
  const { created, id, txid, due } = await create();
  assert.equal(created.status, 201, created.text);
  assert.match(String(created.body.qrcode), /\/cobv\//);
  goTo(addDays(due, 10));
  assert.equal(bank.amountToday(txid).final, 12_632n);
  bank.pay(txid);
  const paid = await isPaid(id);
  assert.deepEqual(
    [paid.amount, paid.fine, paid.interest, paid.original],
    [12_632, 246, 41, 12_345],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payment by which the bank calls its charge paid is taken, whatever its amount', async () => {
  const { id, txid, due } = await create();
  goTo(addDays(due, 10));
  bank.pay(txid, { amount: 12_345n });
  const paid = await isPaid(id);
  assert.deepEqual(
    [paid.paid_amount, paid.original, paid.fine, paid.interest],
    [12_345, 12_345, 0, 0],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a registration whose answer was lost becomes one charge', async () => {
  const before = (await gateway.sql('select from charges')).length;
  bank.faults.add({ kind: 'dropped_after', operation: 'createDueCharge' });
  const { created } = await create();
  assert.deepEqual([created.status, created.body.code], [503, 'provider_unavailable']);
  bank.faults.clear();
  await workOff();
  assert.equal((await gateway.sql('select from charges')).length, before + 1);
});

test('a change is made at the bank too, and a payment has the new amount', async () => {
  const { id, txid } = await create();
  const changed = await change(id, { amount: 20_000, fine: null });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await gateway.sql('select from charge_changes')).length, 0);
  assert.equal(bank.amountToday(txid).final, 20_000n);
  bank.pay(txid);
  assert.equal((await isPaid(id)).amount, 20_000);
});

test('a change whose answer was lost is finished, and a payment by it waits for it', async () => {
  const { id, txid } = await create();
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge' });
  const unclear = await change(id, { amount: 20_000 });
  assert.deepEqual(
    [unclear.status, unclear.body.code],
    [503, 'provider_unavailable'],
    unclear.text,
  );
  assert.equal((await change(id, { amount: 30_000 })).body.code, 'charge_change_open');
  // The bank has the new amount already.
  assert.equal((await read(id)).code, 'provider_unavailable');
  bank.pay(txid);
  await until('the payment is set aside', async () => {
    gateway.clock.advance(10);
    const rows = await gateway.sql(`select from set_aside_work where kind = 'incoming_payment'`);
    return rows.length > 0;
  });
  bank.faults.clear();
  await workOff();
  const paid = await isPaid(id);
  assert.deepEqual([paid.amount, paid.paid_amount], [20_000, 20_000]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a change that the bank refuses changes nothing, and one after a payment is refused', async () => {
  const { id, txid } = await create();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 4 });
  bank.pay(txid);
  const late = await change(id, { amount: 20_000 });
  assert.deepEqual([late.status, late.body.code], [409, 'charge_already_paid'], late.text);
  bank.faults.clear();
  assert.equal((await gateway.sql('select from charge_changes')).length, 0);
  assert.equal((await isPaid(id)).amount, 12_345);
});

test('a canceled charge with a due date can’t be paid at the bank', async () => {
  const { id, txid } = await create();
  const canceled = await gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys });
  assert.equal(canceled.body.status, 'canceled', canceled.text);
  assert.throws(() => bank.pay(txid));
});

test('a change at the panel that the worker finishes is recorded with the person who asked for it', async () => {
  const { id } = await create();
  const member = await signIn(gateway, shop.merchant);
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
  const path = `/api/panel/live/charges/${id}`;
  const asked = await member.call('PATCH', path, { body: { amount: 20_000 } });
  assert.equal(asked.status, 503, asked.text);
  await workOff();
  assert.equal((await read(id)).amount, 20_000);
  const audited = await gateway.sql(
    `select actor_name from audit_log where action = 'charge.changed' and subject = $1`,
    [id],
  );
  const kept = await gateway.sql('select author from charge_revisions where charge_id = $1', [id]);
  assert.equal(audited.length, 1);
  assert.deepEqual(kept, [{ author: audited[0]?.actor_name }]);
  assert.match(String(audited[0]?.actor_name), /@loja\.example$/);
});

test('a change that request and worker both finish is made once', async () => {
  const { id } = await create();
  const changedByWorker = Promise.withResolvers<void>();
  const { promise } = changedByWorker;
  bank.faults.add({ kind: 'slow', operation: 'reviseDueCharge', times: 1, until: promise });
  const asked = change(id, { amount: 20_000 });
  await until('the change is stored', async () => {
    return (await gateway.sql('select from charge_changes')).length > 0;
  });
  // The lease of the request is over, so the worker asks the bank too, and is answered at once.
  gateway.clock.advance(10 * 60_000);
  await until('the worker has changed it', async () => (await read(id)).amount === 20_000);
  changedByWorker.resolve();
  const changed = await asked;
  assert.equal(changed.status, 200, changed.text);
  assert.equal(
    (await gateway.sql('select from charge_revisions where charge_id = $1', [id])).length,
    1,
  );
  bank.faults.clear();
});
