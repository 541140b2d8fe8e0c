import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';

const STEP_MS = 200_000;
const PATH = '/api/operator/incoming-payments';
const live = await startLiveGateway({ after });
const { gateway, bank } = live;
const operator = await signInOperator(gateway);

interface Listed {
  readonly end_to_end_id: string;
  readonly amount: number;
}

/** What a list of operators shows of a payment. */
async function listed(path: string, endToEndId: string): Promise<number | undefined> {
  const { body } = await operator.call<{ data: Listed[] }>('GET', `${path}?limit=100`);
  return body.data.find((one) => one.end_to_end_id === endToEndId)?.amount;
}

const inSuspense = (endToEndId: string) => listed(PATH, endToEndId);
const inAssigned = (endToEndId: string) => listed(`${PATH}/assigned`, endToEndId);
const byHand = (endToEndId: string) => listed('/api/operator/unasked-refunds', endToEndId);

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await holds()) return true;
    gateway.clock.advance(STEP_MS);
    return false;
  });
}

/** A payment of 777 in suspense. */
async function suspendedPayment(txid: string): Promise<string> {
  const { endToEndId } = bank.receiveWithoutCharge(777n, txid);
  await eventually('it is in suspense', async () => (await inSuspense(endToEndId)) === 777);
  return endToEndId;
}

async function send(endToEndId: string, action: string, body: object = {}) {
  return operator.call('POST', `${PATH}/${endToEndId}/${action}`, {
    body: { ...body, code: await operator.code() },
  });
}

async function balanceOf(keys: Keys): Promise<unknown[]> {
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  return [body.available, body.debt];
}

async function takeBack(endToEndId: string, amount: bigint): Promise<void> {
  const { returnId } = bank.takeBack(endToEndId, amount);
  await eventually('the return is booked', async () => {
    const rows = await gateway.sql(
      `select from unrequested_refunds where return_id = $1 and booking = 'booked'`,
      [returnId],
    );
    return rows.length === 1;
  });
}

async function agrees(): Promise<void> {
  await eventually(
    'bank and ledger hold the same',
    async () => (await heldAtBank(gateway)) === bank.snapshot().balance,
  );
  assert.deepEqual(await failedChecks(gateway), []);
}

test('the bank takes back parts of a payment in suspense, assigned, and in suspense again', async () => {
  const shop = await createMerchantWithKeys(gateway, 'live');
  const id = await suspendedPayment('contestadosemcobranca00000001');
  await takeBack(id, 300n);
  assert.equal(await inSuspense(id), 477);
  assert.equal(await byHand(id), undefined);
  assert.equal((await send(id, 'assign', { username: shop.username })).status, 200);
  assert.deepEqual(await balanceOf(shop.keys), [477, 0]);
  await takeBack(id, 100n);
  assert.deepEqual([await balanceOf(shop.keys), await inAssigned(id)], [[377, 0], 377]);
  await agrees();
  const undone = await send(id, 'unassign', { reason: 'Era de outro lojista' });
  assert.deepEqual([undone.status, undone.body], [200, { amount: -377, debt_amount: 0 }]);
  assert.deepEqual([await balanceOf(shop.keys), await inSuspense(id)], [[0, 0], 377]);
  await agrees();
  await takeBack(id, 377n);
  assert.equal(await inSuspense(id), undefined);
  const nothingLeft = await send(id, 'assign', { username: shop.username });
  assert.equal(nothingLeft.body.code, 'incoming_payment_not_found');
  await agrees();
});

test('what the merchant has spent of an assigned payment becomes its debt', async () => {
  const shop = await createMerchantWithKeys(gateway, 'live');
  const id = await suspendedPayment('contestadosemcobranca00000002');
  assert.equal((await send(id, 'assign', { username: shop.username })).status, 200);
  const spent = await gateway.call('POST', '/v1/pix/payout', {
    keys: shop.keys,
    body: { ...PAYOUT, amount: 700 },
  });
  assert.equal(spent.status, 201, spent.text);
  await eventually('it is paid', async () => {
    const path = `/v1/transactions/${spent.body.internal_id}`;
    return (await gateway.call('GET', path, { keys: shop.keys })).body.status === 'paid';
  });
  await takeBack(id, 777n);
  assert.deepEqual(await balanceOf(shop.keys), [0, -700]);
  const events = await gateway.sql(
    `select body from webhook_events where merchant_id = $1 and kind = 'balance.adjusted'`,
    [shop.merchant.merchantId],
  );
  assert.deepEqual(
    events.map(({ body }) => {
      const { data } = JSON.parse(String(body));
      return [data.kind, data.amount, data.debt_amount, data.reference];
    }),
    [['dispute', -777, 700, id]],
  );
  // Nothing is left that could be taken from the merchant again.
  const undone = await send(id, 'unassign', { reason: 'Engano' });
  assert.equal(undone.body.code, 'assignment_not_found');
  assert.equal(await inAssigned(id), undefined);
  await agrees();
});

test('a return is booked once, also when its worker dies before it says so', async () => {
  const shop = await createMerchantWithKeys(gateway, 'live');
  const id = await suspendedPayment('contestadosemcobranca00000003');
  assert.equal((await send(id, 'assign', { username: shop.username })).status, 200);
  await takeBack(id, 200n);
  await gateway.sql(
    `update unrequested_refunds set booking = 'waiting', booked_at = null,
      booking_due_at = found_at where end_to_end_id = $1`,
    [id],
  );
  await eventually('it is finished again', async () => {
    const rows = await gateway.sql(
      `select from unrequested_refunds where end_to_end_id = $1 and booking = 'booked'`,
      [id],
    );
    return rows.length === 1;
  });
  assert.deepEqual(await balanceOf(shop.keys), [577, 0]);
  await agrees();
});

test('the database refuses more than the payment and a change of a return', async () => {
  const id = await suspendedPayment('contestadosemcobranca00000004');
  await takeBack(id, 700n);
  await assert.rejects(
    gateway.sql(`update incoming_payments set returned_centavos = 778 where end_to_end_id = $1`, [
      id,
    ]),
    /check constraint/,
  );
  await assert.rejects(
    gateway.sql('delete from incoming_payment_returns where end_to_end_id = $1', [id]),
    /never changed/,
  );
});
