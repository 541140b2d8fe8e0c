import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startInBuckets({ after });
const secondUrl = await gateway.openSecondApi();
const { createPaid, refund, read, balanceOf, endRefunds } = createRefunder(gateway);

test('a full refund leaves the balance at once and reaches the payer later', async () => {
  const { keys, id } = await createPaid();
  const created = await refund(keys, id, { reason: ' Produto em falta ' });
  assert.equal(created.status, 201, created.text);
  const { internal_id, created_at, ...rest } = created.body;
  assert.deepEqual(rest, {
    transaction_id: id,
    status: 'pending',
    amount: 10_000,
    reason: 'Produto em falta',
  });
  assert.notEqual(internal_id, id);
  assert.ok(Date.parse(String(created_at)) > 0);
  assert.deepEqual(await balanceOf(keys), [9_604, 10_000]);
  const waiting = await read(keys, id);
  assert.deepEqual([waiting.status, waiting.refunded_amount], ['paid', 0]);
  assert.equal(waiting.refunds[0]?.status, 'pending');
  await endRefunds();
  const done = await read(keys, id);
  assert.deepEqual([done.status, done.refunded_amount], ['refunded', 10_000]);
  const [only] = done.refunds;
  assert.deepEqual([only?.internal_id, only?.status, only?.amount], [internal_id, 'done', 10_000]);
  assert.match(String(only?.return_id), /^D\d{8}\d{12}[A-Za-z0-9]{11}$/);
  assert.deepEqual(await balanceOf(keys), [9_604, 0]);
  const again = await refund(keys, id);
  assert.deepEqual([again.status, again.body.code], [422, 'refund_exceeds_payment']);
});

test('partial refunds are accepted up to the amount, and a refund without a body takes the rest', async () => {
  const { keys, id } = await createPaid();
  assert.equal((await refund(keys, id, { amount: 2_500 })).body.amount, 2_500);
  await endRefunds();
  const part = await read(keys, id);
  assert.deepEqual([part.status, part.refunded_amount], ['partially_refunded', 2_500]);
  const tooMuch = await refund(keys, id, { amount: 7_501 });
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [422, 'refund_exceeds_payment']);
  const rest = await refund(keys, id, undefined);
  assert.deepEqual([rest.status, rest.body.amount, rest.body.reason], [201, 7_500, null]);
  const over = await refund(keys, id, { amount: 1 });
  assert.equal(over.body.code, 'refund_exceeds_payment');
  await endRefunds();
  const all = await read(keys, id);
  assert.deepEqual([all.status, all.refunded_amount, all.refunds.length], ['refunded', 10_000, 2]);
  const list = await gateway.call('GET', '/v1/transactions?status=refunded', { keys });
  assert.deepEqual(list.body.data, [all]);
});

test('each refund that is done makes one event, with the charge as the API shows it', async () => {
  const { keys, id } = await createPaid();
  await refund(keys, id, { amount: 1_000 });
  await refund(keys, id, { amount: 2_000 });
  await endRefunds();
  const events = await gateway.sql(
    `select kind, sequence::int, body from webhook_events where resource_id = $1
      order by sequence`,
    [id],
  );
  assert.deepEqual(
    events.map(({ kind, sequence }) => [kind, sequence]),
    [
      ['deposit.paid', 1],
      ['deposit.refunded', 2],
      ['deposit.refunded', 3],
    ],
  );
  const last = JSON.parse(String(events.at(-1)?.body));
  assert.deepEqual(last.data, await read(keys, id));
});

test('a refund needs the balance of the origin, because the fee is not refunded', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const charge = await receivePayment(gateway, keys);
  const id = String(charge.internal_id);
  const refused = await refund(keys, id);
  assert.deepEqual([refused.status, refused.body.code], [422, 'insufficient_balance']);
  assert.equal((await refund(keys, id, { amount: 9_802 })).status, 201);
  assert.deepEqual(await balanceOf(keys), [0, 9_802]);
});

test('an impossible refund is refused with its own problem code', async () => {
  const { keys, id } = await createPaid();
  const pending = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const payout = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: { ...PAYOUT, amount: 1 },
  });
  const stranger = await createMerchantWithKeys(gateway);
  const cases = [
    [keys, String(pending.body.internal_id), {}, 409, 'refund_not_possible'],
    [keys, String(payout.body.internal_id), {}, 409, 'refund_not_possible'],
    [stranger.keys, id, {}, 404, 'transaction_not_found'],
    [stranger.keys, String(payout.body.internal_id), {}, 404, 'transaction_not_found'],
    [keys, randomUUID(), {}, 404, 'transaction_not_found'],
    [keys, 'nada', {}, 404, 'transaction_not_found'],
    [keys, id, { amount: 10_001 }, 422, 'refund_exceeds_payment'],
    [keys, id, { amount: 0 }, 400, 'invalid_request'],
    [keys, id, { amount: 1.5 }, 400, 'invalid_request'],
    [keys, id, { reason: 'x'.repeat(141) }, 400, 'invalid_request'],
    [keys, id, [], 400, 'invalid_request'],
  ] as const;
  for (const [caller, which, body, status, code] of cases) {
    const refused = await refund(caller, which, body);
    assert.deepEqual([refused.status, refused.body.code], [status, code], refused.text);
  }
  const rows = await gateway.sql('select from refunds where charge_id = $1', [id]);
  assert.equal(rows.length, 0);
});

test('a refund is accepted until ninety days after the payment', async (context) => {
  const own = await startGateway(context, { hasWorker: false });
  const { keys } = await createMerchantWithKeys(own);
  await receivePayment(own, keys);
  const { internal_id: id } = await receivePayment(own, keys);
  const { body } = await own.call('GET', `/v1/transactions/${String(id)}`, { keys });
  const paidAt = Date.parse(String(body.paid_at));
  const ask = () =>
    own.call('POST', `/v1/transactions/${String(id)}/refund`, { keys, body: { amount: 1 } });
  own.clock.hold(paidAt + 90 * DAY_MS);
  assert.equal((await ask()).status, 201);
  own.clock.hold(paidAt + 90 * DAY_MS + 1);
  const late = await ask();
  assert.deepEqual([late.status, late.body.code], [422, 'refund_too_late']);
});

test('twenty partial refunds at once over two APIs never exceed the payment', async () => {
  const { keys, id } = await createPaid();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      refund(keys, id, { amount: 1_500 }, { url: index % 2 ? gateway.url : secondUrl }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 6);
  const codes = answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]));
  assert.deepEqual(new Set(codes), new Set(['refund_exceeds_payment']));
  assert.deepEqual(await balanceOf(keys), [19_604 - 9_000, 9_000]);
});

test('of twenty full refunds at once, one is accepted', async () => {
  const { keys, id } = await createPaid();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      refund(keys, id, {}, { url: index % 2 ? gateway.url : secondUrl }),
    ),
  );
  const accepted = answers.filter(({ status }) => status === 201);
  assert.deepEqual(
    accepted.map(({ body }) => body.amount),
    [10_000],
  );
});

test('an idempotency key repeats the first answer of a refund, and a refused refund leaves it free', async () => {
  const { keys, id } = await createPaid();
  const key = randomUUID();
  const refused = await refund(keys, id, { amount: 10_001 }, { key });
  assert.equal(refused.status, 422);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      refund(keys, id, {}, { key, url: index % 2 ? gateway.url : secondUrl }),
    ),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(answers.filter(({ headers }) => headers.has('idempotency-replayed')).length, 9);
  await endRefunds();
  const replay = await refund(keys, id, {}, { key });
  assert.deepEqual([replay.status, replay.text], [201, answers[0]?.text]);
  const other = await refund(keys, id, { amount: 1 }, { key });
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  const another = await createPaid();
  const elsewhere = await refund(keys, another.id, {}, { key });
  assert.equal(elsewhere.body.code, 'idempotency_key_reused');
  assert.equal((await read(keys, id)).refunds.length, 1);
});

test('the sandbox can refund with any balance', async () => {
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: SANDBOX_KEYS,
    body: CHARGE,
  });
  const id = String(created.body.internal_id);
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys: SANDBOX_KEYS });
  assert.equal((await refund(SANDBOX_KEYS, id)).status, 201);
  await endRefunds();
  assert.equal((await read(SANDBOX_KEYS, id)).status, 'refunded');
});

test('the payment page shows that a payment was refunded', async () => {
  const { keys, id } = await createPaid();
  await refund(keys, id, { amount: 4_000 });
  await endRefunds();
  const state = await gateway.call('GET', `/pagar/${id}/state`);
  assert.equal(state.body.status, 'paid');
  await refund(keys, id);
  await endRefunds();
  const page = await gateway.call('GET', `/pagar/${id}`);
  assert.match(page.text, /data-status="refunded"/);
  assert.match(page.text, /Pagamento devolvido/);
  assert.doesNotMatch(page.text, /Copiar código Pix/);
});

test('at the end every ledger check passes', async () => {
  await endRefunds();
  assert.deepEqual(await failedChecks(gateway), []);
});
