import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDisputer } from '../support/disputes.ts';
import { receivePayment } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const disputer = createDisputer(gateway);
const { createPaid, createShared, dispute, close, defend } = disputer;
const { read, transaction, balancesOf, eventsOf } = disputer;
const { refund, endRefunds } = createRefunder(gateway);

test('an opened dispute blocks the contested amount, and the transaction shows it', async () => {
  const { keys, id } = await createPaid();
  await receivePayment(gateway, keys);
  const opened = await dispute(keys, id, { amount: 4_000, reason: 'operational_failure' });
  assert.equal(opened.status, 201, gateway.logLines.filter((l) => l.includes('"err"')).join('\n'));
  const { internal_id: disputeId, opened_at, defense_due_at, end_to_end_id, ...rest } = opened.body;
  assert.deepEqual(rest, {
    transaction_id: id,
    reason: 'operational_failure',
    status: 'open',
    amount: 4_000,
    blocked_amount: 4_000,
    returned_amount: 0,
    closed_at: null,
    defense: null,
  });
  assert.equal(Date.parse(String(defense_due_at)) - Date.parse(String(opened_at)), 7 * 86_400_000);
  assert.equal(end_to_end_id, (await transaction(keys, id)).end_to_end_id);
  assert.deepEqual(await balancesOf(keys), [2 * 9_802 - 4_000, 4_000, 0]);
  assert.equal((await transaction(keys, id)).disputed_amount, 4_000);
  assert.deepEqual(await read(keys, disputeId), opened.body);
  const events = await eventsOf(disputeId);
  assert.deepEqual(
    events.map(({ kind, sequence, data }) => [kind, sequence, data]),
    [['dispute.opened', 1, opened.body]],
  );
});

test('a rejected and a canceled dispute release exactly what was blocked', async () => {
  for (const outcome of ['rejected', 'canceled']) {
    const { keys, id } = await createPaid();
    const { body } = await dispute(keys, id);
    assert.deepEqual(await balancesOf(keys), [0, 9_802, 0]);
    const closed = await close(keys, body.internal_id, outcome);
    assert.equal(closed.status, 200);
    assert.deepEqual(
      [closed.body.status, closed.body.blocked_amount, closed.body.returned_amount],
      [outcome, 0, 0],
    );
    assert.notEqual(closed.body.closed_at, null);
    assert.deepEqual(await balancesOf(keys), [9_802, 0, 0]);
    assert.equal((await transaction(keys, id)).disputed_amount, 0);
  }
});

test('an accepted dispute takes the blocked amount, the rest is debt that later credits repay', async () => {
  const { keys, id } = await createPaid();
  const { body } = await dispute(keys, id);
  assert.equal(body.blocked_amount, 9_802);
  const accepted = await close(keys, body.internal_id, 'accepted');
  assert.deepEqual(
    [accepted.body.status, accepted.body.returned_amount, accepted.body.blocked_amount],
    ['accepted', 10_000, 0],
  );
  assert.deepEqual(await balancesOf(keys), [0, 0, -198]);
  assert.equal((await transaction(keys, id)).disputed_amount, 10_000);
  await receivePayment(gateway, keys);
  assert.deepEqual(await balancesOf(keys), [9_802 - 198, 0, 0]);
  const kinds = (await eventsOf(body.internal_id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['dispute.opened', 'dispute.closed']);
});

test('what available lacks is blocked from later credits', async () => {
  const { keys, id } = await createPaid();
  await dispute(keys, id, { amount: 9_000 });
  const second = await dispute(keys, id);
  assert.deepEqual([second.body.amount, second.body.blocked_amount], [1_000, 802]);
  await receivePayment(gateway, keys);
  assert.equal((await read(keys, second.body.internal_id)).blocked_amount, 1_000);
  assert.deepEqual(await balancesOf(keys), [9_802 - 198, 10_000, 0]);
});

test('a dispute of a split charge blocks and takes pro rata, each recipient its share', async () => {
  const { keys, recipient, id } = await createShared();
  await receivePayment(gateway, keys);
  const { body } = await dispute(keys, id, { amount: 3_333 });
  // 10 % of 3333, rounded down, is the recipient's part.
  assert.deepEqual(await balancesOf(recipient.keys), [667, 333, 0]);
  assert.deepEqual(await balancesOf(keys), [8_802 + 9_802 - 3_000, 3_000, 0]);
  await close(keys, body.internal_id, 'accepted');
  assert.deepEqual(await balancesOf(recipient.keys), [667, 0, 0]);
  const rest = await dispute(keys, id);
  assert.deepEqual(await balancesOf(recipient.keys), [0, 667, 0]);
  await close(keys, rest.body.internal_id, 'accepted');
  assert.deepEqual(await balancesOf(recipient.keys), [0, 0, 0]);
  assert.deepEqual(await balancesOf(keys), [8_802 + 9_802 - 9_000, 0, 0]);
});

test('a recipient without balance owes its own part, and the origin does not pay for it', async () => {
  const { keys, recipient, id } = await createShared();
  await receivePayment(gateway, keys);
  await gateway.call('POST', '/v1/pix/payout', {
    keys: recipient.keys,
    body: {
      amount: 900,
      pix_key: 'loja@example.com',
      pix_key_type: 'email',
      beneficiary: { name: 'Loja', document: '12345678909' },
    },
  });
  const { body } = await dispute(keys, id);
  assert.deepEqual(await balancesOf(recipient.keys), [0, 100, 0]);
  assert.equal(body.blocked_amount, 9_100);
  await close(keys, body.internal_id, 'accepted');
  assert.deepEqual(await balancesOf(recipient.keys), [0, 0, -900]);
  assert.deepEqual(await balancesOf(keys), [8_802 + 9_802 - 9_000, 0, 0]);
});

test('refunds and disputes together never exceed the payment', async () => {
  const { keys, id } = await createPaid();
  await receivePayment(gateway, keys);
  assert.equal((await refund(keys, id, { amount: 4_000 })).status, 201);
  const tooMuch = await dispute(keys, id, { amount: 6_001 });
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [422, 'dispute_exceeds_payment']);
  const { body } = await dispute(keys, id, { amount: 5_000 });
  const contested = await refund(keys, id, { amount: 1_001 });
  assert.deepEqual([contested.status, contested.body.code], [422, 'payment_disputed']);
  const beyond = await refund(keys, id, { amount: 6_001 });
  assert.deepEqual([beyond.status, beyond.body.code], [422, 'refund_exceeds_payment']);
  const rest = await refund(keys, id);
  assert.deepEqual([rest.status, rest.body.amount], [201, 1_000]);
  const nothing = await refund(keys, id);
  assert.deepEqual([nothing.status, nothing.body.code], [422, 'payment_disputed']);
  await close(keys, body.internal_id, 'rejected');
  assert.equal((await refund(keys, id, { amount: 5_000 })).status, 201);
  await endRefunds();
  assert.equal((await transaction(keys, id)).status, 'refunded');
});

test('a defence makes the dispute in_defense, once and only until its day', async () => {
  const { keys, id } = await createPaid();
  const { body } = await dispute(keys, id);
  const empty = await defend(keys, body.internal_id, ' \n ');
  assert.deepEqual([empty.status, empty.body.code], [400, 'invalid_request']);
  const long = await defend(keys, body.internal_id, 'x'.repeat(1_001));
  assert.equal(long.status, 400);
  const text = 'Primeira linha.\nSegunda linha 🙂';
  const defended = await defend(keys, body.internal_id, ` ${text} `, { key: 'defesa-0001' });
  assert.equal(defended.status, 201);
  assert.equal(defended.body.status, 'in_defense');
  const { text: kept, status, failure_reason } = Object(defended.body.defense);
  assert.deepEqual([kept, status, failure_reason], [text, 'sent', null]);
  const replayed = await defend(keys, body.internal_id, ` ${text} `, { key: 'defesa-0001' });
  assert.deepEqual([replayed.status, replayed.body], [201, defended.body]);
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true');
  const second = await defend(keys, body.internal_id);
  assert.deepEqual([second.status, second.body.code], [409, 'dispute_already_defended']);
  await close(keys, body.internal_id, 'canceled');
  const closed = await defend(keys, body.internal_id);
  assert.deepEqual([closed.status, closed.body.code], [409, 'dispute_closed']);
  const kinds = (await eventsOf(body.internal_id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['dispute.opened', 'dispute.updated', 'dispute.closed']);
});

test('a defence after its day is refused', async () => {
  const { keys, id } = await createPaid();
  const { body } = await dispute(keys, id);
  gateway.clock.advance(7 * 86_400_000 + 1);
  const late = await defend(keys, body.internal_id);
  assert.deepEqual([late.status, late.body.code], [422, 'dispute_defense_too_late']);
});

test('disputes of others, of payouts and of unpaid charges are refused', async () => {
  const { keys, id } = await createPaid();
  const other = await createPaid();
  const { body } = await dispute(keys, id);
  const refusals = [
    await dispute(other.keys, id),
    await dispute(keys, '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70'),
    await close(other.keys, body.internal_id, 'rejected'),
    await defend(other.keys, body.internal_id),
    await gateway.call('GET', `/v1/disputes/${body.internal_id}`, { keys: other.keys }),
    await gateway.call('GET', '/v1/disputes/x', { keys }),
  ];
  assert.deepEqual(
    refusals.map(({ status, body: { code } }) => [status, code]),
    [
      [404, 'transaction_not_found'],
      [404, 'transaction_not_found'],
      [404, 'dispute_not_found'],
      [404, 'dispute_not_found'],
      [404, 'dispute_not_found'],
      [404, 'dispute_not_found'],
    ],
  );
  await close(keys, body.internal_id, 'rejected');
  const again = await close(keys, body.internal_id, 'accepted');
  assert.deepEqual([again.status, again.body.code], [409, 'dispute_closed']);
});

test('the list of disputes has filters and pages, newest first', async () => {
  const { keys, id } = await createPaid();
  const other = await receivePayment(gateway, keys);
  const opened: unknown[] = [];
  let from = '';
  for (const charge of [id, String(other.internal_id), id]) {
    gateway.clock.advance(1_000);
    // Between the last two, however long the requests take.
    from = new Date(gateway.clock.now() - 500).toISOString();
    opened.push((await dispute(keys, charge, { amount: 100 })).body.internal_id);
  }
  await close(keys, opened[0], 'rejected');
  async function list(query: string): Promise<unknown[]> {
    const { body } = await gateway.call('GET', `/v1/disputes${query}`, { keys });
    return (body.data as Record<string, unknown>[]).map((one) => one.internal_id);
  }
  assert.deepEqual(await list(''), opened.toReversed());
  assert.deepEqual(await list(`?transaction_id=${id}`), [opened[2], opened[0]]);
  assert.deepEqual(await list(`?transaction_id=${id}&status=rejected`), [opened[0]]);
  assert.deepEqual(await list('?status=open'), [opened[2], opened[1]]);
  assert.deepEqual(await list('?transaction_id=x'), []);
  const page = await gateway.call('GET', '/v1/disputes?limit=2', { keys });
  assert.deepEqual(await list(`?limit=2&cursor=${page.body.next_cursor}`), [opened[0]]);
  assert.deepEqual(await list(`?created_from=${from}`), [opened[2]]);
  assert.deepEqual(await list(`?created_to=${from}`), [opened[1], opened[0]]);
});

test('after all this the ledger keeps its rules', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
