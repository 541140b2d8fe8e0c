import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDisputer } from '../support/bank-disputes.ts';
import { CHARGE, callGateway, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { createReconciliationDays } from '../support/reconciliation-days.ts';
import { createRefunder } from '../support/refunds.ts';
import { atBank } from '../support/stuck-orders.ts';

const DAY_MS = 86_400_000;
/** A payment in a form that the gateway can't read. */
const UNREADABLE = { horario: 'ontem' };
const live = await startLiveInBuckets(
  { after },
  { bankOptions: { refundDelayMs: 0, tokenLifetimeSeconds: 3_600_000 } },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const operator = await signInOperator(gateway);
const { refund, read } = createRefunder(gateway);
const { createPaid, disputesOf, disputeOf, balanceOf, passTime } = createDisputer(live);
const days = createReconciliationDays(gateway, operator);

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly last_error: string;
}

async function setAsideItem(kind: string, id: string): Promise<Item | undefined> {
  const { body } = await operator.call<{ set_aside: { items: Item[] } }>(
    'GET',
    '/api/operator/health',
  );
  return body.set_aside.items.find((one) => one.kind === kind && one.id === id);
}

/** Waits until operators see an item that was set aside. */
function seen(kind: string, id: string): Promise<Item> {
  return until(`operators see ${kind} ${id}`, async () => {
    const item = await setAsideItem(kind, id);
    if (!item) passTime();
    return item;
  });
}

function gone(kind: string, id: string): Promise<boolean> {
  return until(`${kind} ${id} is done`, async () => {
    if (!(await setAsideItem(kind, id))) return true;
    passTime();
    return false;
  });
}

test('payments that the bank can not show stop no dispute, and are read again for days', async () => {
  const paid = [await createPaid(), await createPaid(), await createPaid()] as const;
  const [first, contested, last] = paid;
  for (const one of [first, last]) bank.alter(one.endToEndId, UNREADABLE);
  bank.decideDispute(bank.openDispute(first.endToEndId).id, 'ACEITA');
  bank.openDispute(contested.endToEndId);
  bank.decideDispute(bank.openDispute(last.endToEndId).id, 'ACEITA');
  const opened = await disputeOf(contested.id, 'is open', ({ status }) => status === 'open');
  assert.equal(opened.blocked_amount, 10_000);
  assert.equal((await balanceOf()).blocked, 10_000);
  for (const one of [first, last]) {
    assert.match((await seen('bank_refund', one.endToEndId)).last_error, /horario/);
  }
  gateway.clock.advance(3 * DAY_MS);
  for (const one of [first, last]) bank.alter(one.endToEndId, undefined);
  for (const one of [first, last]) {
    await disputeOf(one.id, 'is returned', ({ returned_amount: sum }) => sum === 10_000);
    await gone('bank_refund', one.endToEndId);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an accepted dispute whose payment is unread stays blocked; its neighbour is released', async () => {
  const [unread, other] = [await createPaid(), await createPaid()];
  const contested = [unread, other].map(({ endToEndId }) => bank.openDispute(endToEndId).id);
  for (const { id } of [unread, other]) await disputeOf(id, 'is open', () => true);
  bank.alter(unread.endToEndId, UNREADABLE);
  for (const id of contested) bank.decideDispute(id, 'ACEITA', 0n);
  for (const { id } of [unread, other]) {
    await disputeOf(id, 'is accepted', ({ status }) => status === 'accepted');
  }
  await seen('bank_refund', unread.endToEndId);
  gateway.clock.advance(15 * DAY_MS);
  await disputeOf(other.id, 'is released', (one) => one.blocked_amount === 0);
  const { lines } = await days.compareAgain(days.today());
  const found = lines.filter(({ kind }) => kind === 'dispute_unreadable');
  assert.deepEqual(
    found.map(({ subject }) => subject),
    [contested[0]],
  );
  assert.equal((await disputesOf(unread.id))[0]?.blocked_amount, 10_000);
  bank.alter(unread.endToEndId, undefined);
  await disputeOf(unread.id, 'is released', (one) => one.blocked_amount === 0);
});

test('an unreadable dispute is shown to operators and stops no other one', async () => {
  const paid = [await createPaid(), await createPaid(), await createPaid()] as const;
  const ids = paid.map(({ endToEndId }) => bank.openDispute(endToEndId).id);
  const strange = [ids[0], ids[2]].map(String);
  for (const id of strange) bank.alter(id, { status: 'EM_RECURSO' });
  await disputeOf(paid[1].id, 'is open', ({ status }) => status === 'open');
  for (const id of strange) assert.match((await seen('dispute', id)).last_error, /EM_RECURSO/);
  for (const id of strange) bank.alter(id, undefined);
  for (const { id } of paid) await disputeOf(id, 'is open', ({ status }) => status === 'open');
  for (const id of strange) await gone('dispute', id);
  for (const id of ids) bank.decideDispute(id, 'REJEITADA');
  for (const { id } of paid) await disputeOf(id, 'is rejected', (one) => one.status === 'rejected');
});

test('a return above its payout is shown to operators; other returns are booked', async () => {
  await createPaid({ ...CHARGE, amount: 20_000 });
  const [strange, other] = [await pay(), await pay()];
  bank.returnPayout(atBank(other), 300n);
  bank.returnPayout(atBank(strange), 200n);
  const returns = bank.payout(atBank(strange))?.returns.map(({ returnId: rtrId }) => rtrId) ?? [];
  bank.alter(atBank(strange), {
    devolucoes: [
      { rtrId: 'D99999999202611201200AAAAAAAAAAA', valor: '10.01' },
      { rtrId: returns[0], valor: '2.00' },
    ],
  });
  assert.match((await seen('payout_check', strange)).last_error, /10\.01 is more than is left/);
  await until('the other returns are booked', async () => {
    passTime();
    return (await returned(other)) === 300 && (await returned(strange)) === 200;
  });
  bank.alter(atBank(strange), undefined);
  await gone('payout_check', strange);
  assert.deepEqual(await failedChecks(gateway), []);
});

/** A payout of 10.00 that the bank has paid. */
async function pay(): Promise<string> {
  const body = { ...PAYOUT, amount: 1_000 };
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(sent.status, 201, sent.text);
  const id = String(sent.body.internal_id);
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  return id;
}

async function returned(id: string): Promise<number> {
  const [row] = await gateway.sql('select returned_centavos from payouts where id = $1', [id]);
  return Number(row?.returned_centavos);
}

test('a day is compared although the bank does not show one refund', async () => {
  const { id } = await createPaid();
  const made = await refund(keys, id, { amount: 100 });
  assert.equal(made.status, 201, made.text);
  const refundId = String(made.body.internal_id);
  await until('it is refunded', async () => {
    passTime();
    return (await read(keys, id)).refunds[0]?.status === 'done';
  });
  // The hour may end after midnight in Brazil.
  const day = days.today();
  gateway.clock.advance(3_600_000);
  bank.faults.add({ kind: 'error', operation: 'findRefund', status: 403 });
  const { lines } = await days.compareAgain(day);
  const found = lines.filter(({ kind }) => kind === 'refund_unreadable');
  assert.ok(found.some(({ subject }) => subject === refundId));
  bank.faults.clear();
});

test('a call-back with a NUL in an id is shown to operators; those handled with it are booked', async () => {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(created.body.internal_id);
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  const { endToEndId } = bank.pay(atBank(id));
  const pix = {
    txid: atBank(id),
    valor: '100.00',
    horario: new Date(gateway.clock.now()).toISOString(),
  };
  const strange = { ...pix, endToEndId: `E0000\0${'1'.repeat(10)}` };
  const items = [[strange], [{ ...pix, endToEndId }], [{ ...pix, endToEndId: 'E0\ud800' }]];
  for (const item of items) {
    const told = await callGateway(`${live.callbackUrl}/pix`, 'POST', { body: { pix: item } });
    assert.equal(told.status, 200, told.text);
  }
  // The clock stands still, so that no list is read: only the call-back books the payment.
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  const path = '/api/operator/unreadable-incoming-payments';
  await until('operators see both', async () => {
    const { body } = await operator.call<{ data: { reason: string }[] }>('GET', path);
    return body.data.filter(({ reason }) => reason.includes('endToEndId')).length === 2;
  });
  const open = await gateway.sql('select from bank_callbacks where due_at is not null');
  assert.equal(open.length, 0);
  bank.faults.clear();
});

test('a bare array and an amount or time in another form book what the bank itself answers', async () => {
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  const forms = [
    // Inter sends the array alone.
    (item: object) => [item],
    (item: object) => ({ pix: [{ ...item, valor: 100, horario: '2026-11-20T17:15:00.000-0300' }] }),
  ];
  for (const form of forms) {
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    const id = String(created.body.internal_id);
    const { endToEndId } = bank.pay(atBank(id));
    const horario = new Date(gateway.clock.now()).toISOString();
    const body = form({ endToEndId, txid: atBank(id), valor: '100.00', horario });
    const told = await callGateway(live.callbackUrl, 'POST', { body });
    assert.equal(told.status, 200, told.text);
    // The clock stands still, so that no list is read: only the call-back books the payment.
    await until('it is paid', async () => (await read(keys, id)).status === 'paid');
    assert.equal(await setAsideItem('incoming_payment', endToEndId), undefined);
  }
  bank.faults.clear();
});
