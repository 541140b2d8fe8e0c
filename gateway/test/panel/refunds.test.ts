import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const { createPaid, endRefunds } = createRefunder(gateway);

async function paidSession({ hasSecondFactor = false } = {}) {
  const { merchant, id } = await createPaid();
  return { id, session: await signIn(gateway, merchant, { hasSecondFactor }) };
}

function ask(session: PanelSession, id: string, body: object, key = randomUUID()) {
  const path = `/api/panel/test/transactions/${id}/refund`;
  return session.call('POST', path, { body, headers: { 'idempotency-key': key } });
}

test('a form that is sent twice makes one refund, and the audit log names the user', async () => {
  const { session, id } = await paidSession();
  const key = randomUUID();
  const order = { amount: 2_500, reason: 'Troca' };
  const [first, second] = [await ask(session, id, order, key), await ask(session, id, order, key)];
  assert.deepEqual([first.status, second.text], [201, first.text]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  const log = await gateway.sql(
    `select actor_name, action, details from audit_log where subject = $1`,
    [id],
  );
  const details = { environment: 'test', amount: 2_500, refund: first.body.internal_id };
  assert.deepEqual(log, [{ actor_name: session.email, action: 'refund.created', details }]);
  const path = `/api/panel/test/transactions/${id}/refund`;
  const withoutKey = await session.call('POST', path, { body: order });
  assert.deepEqual([withoutKey.status, withoutKey.body.code], [400, 'idempotency_key_missing']);
});

test('the payment page shows its refunds, and the list filters by refund state', async () => {
  const { session, id } = await paidSession();
  await ask(session, id, { amount: 2_500 });
  await endRefunds();
  await ask(session, id, { amount: 500 });
  await endRefunds();
  const { body } = await session.call<{
    status: string;
    refunded_amount: number;
    refunds: { status: string; amount: number }[];
    timeline: { kind: string }[];
  }>('GET', `/api/panel/test/transactions/${id}`);
  assert.deepEqual([body.status, body.refunded_amount], ['partially_refunded', 3_000]);
  assert.deepEqual(
    body.refunds.map(({ status, amount }) => [status, amount]),
    [
      ['done', 2_500],
      ['done', 500],
    ],
  );
  assert.deepEqual(
    body.timeline.map(({ kind }) => kind),
    ['created', 'paid', 'refunded', 'refunded'],
  );
  const list = '/api/panel/test/transactions?status=partially_refunded';
  const found = await session.call<{ data: { internal_id: string }[] }>('GET', list);
  assert.deepEqual(
    found.body.data.map((one) => one.internal_id),
    [id],
  );
  const csv = await session.call('GET', list.replace('transactions?', 'transactions.csv?'));
  assert.match(csv.text, /Devolvida em parte/);
});

test('a user with a second factor needs a code, and each code works once', async () => {
  const { session, id } = await paidSession({ hasSecondFactor: true });
  const missing = await ask(session, id, { amount: 10 });
  assert.deepEqual([missing.status, missing.body.code], [422, 'second_factor_invalid']);
  const code = await session.code();
  const key = randomUUID();
  const right = await ask(session, id, { amount: 10, code }, key);
  assert.equal(right.status, 201);
  const again = await ask(session, id, { amount: 10, code });
  assert.equal(again.body.code, 'second_factor_invalid');
  const repeat = await ask(session, id, { amount: 10, code: await session.code() }, key);
  assert.deepEqual([repeat.status, repeat.text], [201, right.text]);
});

test('the panel refuses the same requests as the API with the same messages', async () => {
  const { session, id } = await paidSession();
  const cases = [
    [id, { amount: 10_001 }, 422, 'refund_exceeds_payment'],
    [id, { amount: 0 }, 400, 'invalid_request'],
    ['nada', {}, 404, 'transaction_not_found'],
    [(await paidSession()).id, {}, 404, 'transaction_not_found'],
  ] as const;
  for (const [which, body, status, code] of cases) {
    const refused = await ask(session, which, body);
    assert.deepEqual([refused.status, refused.body.code], [status, code]);
  }
});
