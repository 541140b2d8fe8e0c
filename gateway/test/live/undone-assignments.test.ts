import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signInOperator } from '../support/panel.ts';

const MINUTE_MS = 60_000;
const PATH = '/api/operator/incoming-payments';
const live = await startLiveGateway({ after });
const { gateway, bank } = live;
const operator = await signInOperator(gateway);
const command = await liveCommands({ after }, live);

/** A payment of 777 in suspense. */
async function suspendedPayment(txid: string): Promise<string> {
  const { endToEndId } = bank.receiveWithoutCharge(777n, txid);
  await until(`${endToEndId} is in suspense`, async () => {
    gateway.clock.advance(MINUTE_MS);
    const { body } = await operator.call<{ data: { end_to_end_id: string }[] }>('GET', PATH);
    return body.data.some((one) => one.end_to_end_id === endToEndId);
  });
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

async function assigned(): Promise<unknown[]> {
  const { body } = await operator.call<{ data: { end_to_end_id: string }[] }>(
    'GET',
    `${PATH}/assigned`,
  );
  return body.data.map((one) => one.end_to_end_id);
}

const REASON = { reason: 'O pagamento era de outro lojista' };

test('a wrong assignment is undone once, and the payment can be assigned again', async () => {
  const wrong = await createMerchantWithKeys(gateway, 'live');
  const right = await createMerchantWithKeys(gateway, 'live');
  const id = await suspendedPayment('identificacaoerrada0000000001');
  assert.equal((await send(id, 'assign', { username: wrong.username })).status, 200);
  assert.deepEqual(await balanceOf(wrong.keys), [777, 0]);
  assert.ok((await assigned()).includes(id));
  const undone = await send(id, 'unassign', REASON);
  assert.deepEqual([undone.status, undone.body], [200, { amount: -777, debt_amount: 0 }]);
  assert.deepEqual(await balanceOf(wrong.keys), [0, 0]);
  assert.ok(!(await assigned()).includes(id));
  const again = await send(id, 'unassign', REASON);
  assert.deepEqual([again.status, again.body.code], [404, 'assignment_not_found']);
  const [event] = await gateway.sql(
    `select body from webhook_events where merchant_id = $1 and kind = 'balance.adjusted'`,
    [wrong.merchant.merchantId],
  );
  const { data } = JSON.parse(String(event?.body));
  assert.deepEqual(
    [data.kind, data.amount, data.reference, data.reason],
    ['unassignment', -777, id, REASON.reason],
  );
  assert.equal((await send(id, 'assign', { username: right.username })).status, 200);
  assert.deepEqual(await balanceOf(right.keys), [777, 0]);
  const log = await gateway.sql('select action from audit_log where subject = $1 order by id', [
    id,
  ]);
  assert.deepEqual(
    log.map(({ action }) => action),
    ['incoming_payment.assigned', 'incoming_payment.unassigned', 'incoming_payment.assigned'],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

test('what the merchant has spent becomes its debt, and the payment can be returned', async () => {
  const wrong = await createMerchantWithKeys(gateway, 'live');
  const id = await suspendedPayment('identificacaoerrada0000000002');
  assert.equal((await send(id, 'assign', { username: wrong.username })).status, 200);
  const spent = await gateway.call('POST', '/v1/pix/payout', {
    keys: wrong.keys,
    body: { ...PAYOUT, amount: 700 },
  });
  assert.equal(spent.status, 201, spent.text);
  await until('it is paid', async () => {
    gateway.clock.advance(MINUTE_MS);
    const path = `/v1/transactions/${spent.body.internal_id}`;
    return (await gateway.call('GET', path, { keys: wrong.keys })).body.status === 'paid';
  });
  const undone = await command('--json', 'incoming-payment', 'unassign', id, '--reason', 'Engano');
  assert.equal(undone.exitCode, 0, undone.stdout + undone.stderr);
  assert.equal(JSON.parse(undone.stdout).debt_amount, 700);
  const [debt] = await gateway.sql(
    `select balance_centavos::text as balance from ledger_accounts
      where merchant_id = $1 and environment = 'live' and account = 'debt'`,
    [wrong.merchant.merchantId],
  );
  assert.equal(debt?.balance, '-700');
  assert.equal((await send(id, 'return')).status, 200);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the database refuses a second undoing and an illegal state of a payment', async () => {
  const shop = await createMerchantWithKeys(gateway, 'live');
  const id = await suspendedPayment('identificacaoerrada0000000003');
  assert.equal((await send(id, 'assign', { username: shop.username })).status, 200);
  await assert.rejects(
    gateway.sql(`update incoming_payments set state = 'returned' where end_to_end_id = $1`, [id]),
    /may not go from assigned to returned/,
  );
  assert.equal((await send(id, 'unassign', REASON)).status, 200);
  await assert.rejects(
    gateway.sql(
      `update incoming_payment_assignments set undone_at = null where end_to_end_id = $1`,
      [id],
    ),
    /an assignment is undone once/,
  );
});

test('two operators who undo an assignment at once undo it once', async () => {
  const shop = await createMerchantWithKeys(gateway, 'live');
  const second = await signInOperator(gateway);
  const id = await suspendedPayment('identificacaoerrada0000000004');
  assert.equal((await send(id, 'assign', { username: shop.username })).status, 200);
  const callers = [operator, second];
  const bodies = [
    { ...REASON, code: await operator.code() },
    { ...REASON, code: await second.code() },
  ];
  const answers = await Promise.all(
    callers.map((by, index) => by.call('POST', `${PATH}/${id}/unassign`, { body: bodies[index] })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  assert.deepEqual(await balanceOf(shop.keys), [0, 0]);
  assert.deepEqual(await failedChecks(gateway), []);
});
