import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readPage } from '../support/feed.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';

const live = await startLiveGateway({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { gateway, bank, shop } = live;
const { keys } = shop;

async function create(): Promise<{ id: string; txid: string }> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(created.status, 201, created.text);
  const id = String(created.body.internal_id);
  return { id, txid: id.replaceAll('-', '') };
}

function cancel(id: string) {
  return gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys });
}

async function statusOf(id: string): Promise<unknown> {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body.status;
}

async function eventsOf(id: string): Promise<string[]> {
  return (await readPage(gateway, keys, `resource=${id}`)).data.map(({ event }) => event);
}

/** Advances the clock until the worker has no request left to ask the bank for. */
async function workOff(): Promise<void> {
  await until('no cancellation is open', async () => {
    gateway.clock.advance(1_000);
    return (await gateway.sql('select from charge_cancellations')).length === 0;
  });
}

test('a live charge is removed at the bank before it is canceled here', async () => {
  const { id, txid } = await create();
  const canceled = await cancel(id);
  assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled'], canceled.text);
  assert.throws(() => bank.pay(txid));
  assert.deepEqual(await eventsOf(id), ['deposit.canceled']);
  assert.equal((await cancel(id)).status, 200);
  assert.equal((await gateway.sql('select from charge_cancellations')).length, 0);
});

test('a charge whose removal was unclear is canceled by the worker, and a repeat gets the same charge', async () => {
  const { id, txid } = await create();
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseCharge' });
  const unclear = await cancel(id);
  assert.deepEqual([unclear.status, unclear.body.code], [503, 'provider_unavailable']);
  assert.ok(Number(unclear.headers.get('retry-after')) >= 1);
  bank.faults.clear();
  await workOff();
  assert.equal(await statusOf(id), 'canceled');
  assert.throws(() => bank.pay(txid));
  assert.equal((await cancel(id)).status, 200);
  assert.deepEqual(await eventsOf(id), ['deposit.canceled']);
});

test('a removal that never reached the bank is asked for again by the worker', async () => {
  const { id, txid } = await create();
  bank.faults.add({ kind: 'silent_before', operation: 'reviseCharge' });
  assert.equal((await cancel(id)).status, 503);
  assert.equal(await statusOf(id), 'pending');
  bank.faults.clear();
  await workOff();
  assert.equal(await statusOf(id), 'canceled');
  assert.throws(() => bank.pay(txid));
});

const FAULTS = [
  'slow',
  'error',
  'error_after',
  'malformed',
  'token_revoked',
  'silent_after',
  'dropped_before',
] as const;

test('after each other fault of the bank at the removal, the charge ends canceled here and there', async () => {
  for (const kind of FAULTS) {
    const { id, txid } = await create();
    bank.faults.add({ kind, operation: 'reviseCharge', times: 1, delayMs: 300 });
    const { status } = await cancel(id);
    assert.ok([200, 503].includes(status), `${kind}: ${status}`);
    await workOff();
    assert.equal(await statusOf(id), 'canceled', kind);
    assert.throws(() => bank.pay(txid), kind);
    assert.deepEqual(await eventsOf(id), ['deposit.canceled'], kind);
    bank.faults.clear();
  }
});

test('a refusal withdraws its own cancellation, and not a newer one whose answer was lost', async () => {
  const { id, txid } = await create();
  const open = () => gateway.sql('select from charge_cancellations');
  const newer = Promise.withResolvers<void>();
  bank.faults.add({ kind: 'slow', operation: 'reviseCharge', times: 1, until: newer.promise });
  bank.faults.add({ kind: 'error', operation: 'reviseCharge', times: 1, status: 400 });
  const first = cancel(id);
  await until('the first is at the bank', async () => bank.faults.list().length === 0);
  bank.faults.add({ kind: 'dropped_before', operation: 'reviseCharge', times: 1 });
  assert.equal((await cancel(id)).status, 503);
  newer.resolve();
  // The bank may have made the newer one meanwhile, so the first is not answered as refused.
  assert.equal((await first).status, 503);
  assert.equal((await open()).length, 1);
  await workOff();
  assert.equal(await statusOf(id), 'canceled');
  assert.throws(() => bank.pay(txid));
});

test('a refused repeat does not end a cancellation whose answer was lost, and the worker asks again', async () => {
  const { id } = await create();
  const open = () => gateway.sql('select from charge_cancellations');
  bank.faults.add({ kind: 'silent_before', operation: 'reviseCharge', times: 1 });
  assert.equal((await cancel(id)).status, 503);
  bank.faults.add({ kind: 'error', operation: 'reviseCharge', times: 1, status: 400 });
  // The bank may still carry out the first one, so the repeat is not answered as refused.
  assert.equal((await cancel(id)).status, 503);
  assert.equal((await open()).length, 1);
  const [row] = await gateway.sql(
    'select first_requested_at < requested_at as aged from charge_cancellations',
  );
  assert.equal(row?.aged, true, 'a repeat does not hide the age of the first request');
  await workOff();
  assert.deepEqual([await statusOf(id), (await open()).length], ['canceled', 0]);
});

test('a payment that reached the bank first wins: the cancellation is refused and the charge is paid', async () => {
  const { id, txid } = await create();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 4 });
  bank.pay(txid);
  const refused = await cancel(id);
  assert.deepEqual([refused.status, refused.body.code], [409, 'charge_already_paid']);
  bank.faults.clear();
  await until('the payment is collected', async () => {
    gateway.clock.advance(60_000);
    return (await statusOf(id)) === 'paid';
  });
  assert.deepEqual(await eventsOf(id), ['deposit.paid']);
  assert.equal((await gateway.sql('select from charge_cancellations')).length, 0);
});

test('a payment between an unclear removal and the check by the worker pays the charge', async () => {
  const { id, txid } = await create();
  bank.faults.add({ kind: 'silent_before', operation: 'reviseCharge' });
  assert.equal((await cancel(id)).status, 503);
  bank.faults.clear();
  bank.pay(txid);
  await until('it is paid', async () => (await statusOf(id)) === 'paid');
  await workOff();
  assert.equal(await statusOf(id), 'paid');
  assert.deepEqual(await eventsOf(id), ['deposit.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
});
