import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDisputer } from '../support/disputes.ts';
import { receivePayment, startGateway } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const urls = [gateway.url, await gateway.openSecondApi()] as const;
const {
  createPaid,
  createShared,
  dispute,
  close,
  defend,
  read,
  transaction,
  eventsOf,
  balancesOf,
} = createDisputer(gateway);
const { refund, endRefunds } = createRefunder(gateway);
const urlOf = (index: number): string => urls[index % urls.length] ?? gateway.url;
const times = Array.from({ length: 10 }, (_, index) => index);

test('refunds and disputes at once over two APIs never exceed the payment', async () => {
  const { keys, id } = await createPaid();
  await receivePayment(gateway, keys);
  const answers = await Promise.all(
    times.flatMap((index) => [
      refund(keys, id, { amount: 900 }, { url: urlOf(index) }),
      dispute(keys, id, { amount: 900 }, { url: urlOf(index + 1) }),
    ]),
  );
  const accepted = answers.filter(({ status }) => status === 201);
  assert.equal(accepted.length, 11, 'eleven times 900 fit into 10000');
  const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
  for (const code of refused) {
    assert.ok(
      ['refund_exceeds_payment', 'payment_disputed', 'dispute_exceeds_payment'].includes(
        String(code),
      ),
      String(code),
    );
  }
  await endRefunds();
  const { refunded_amount: refunded = 0, disputed_amount: disputed = 0 } = await transaction(
    keys,
    id,
  );
  assert.equal(Number(refunded) + Number(disputed), 9_900);
});

test('of many closes at once, one closes the dispute, and its money moves once', async () => {
  const { keys, recipient, id } = await createShared();
  const { body } = await dispute(keys, id, { amount: 5_000 });
  const outcomes = ['accepted', 'rejected', 'canceled'] as const;
  const answers = await Promise.all(
    times.map((index) =>
      close(keys, body.internal_id, outcomes[index % 3] ?? 'accepted', { url: urlOf(index) }),
    ),
  );
  const closed = answers.filter(({ status }) => status === 200);
  assert.equal(closed.length, 1);
  for (const { status, body: refused } of answers) {
    if (status !== 200) assert.deepEqual([status, refused.code], [409, 'dispute_closed']);
  }
  const after = await read(keys, body.internal_id);
  const taken = after.status === 'accepted' ? 5_000 : 0;
  assert.deepEqual([after.returned_amount, after.blocked_amount], [taken, 0]);
  assert.deepEqual(await balancesOf(recipient.keys), [1_000 - taken / 10, 0, 0]);
  assert.equal((await eventsOf(body.internal_id)).length, 2);
});

test('of many defences at once, one is stored', async () => {
  const { keys, id } = await createPaid();
  const { body } = await dispute(keys, id);
  const answers = await Promise.all(
    times.map((index) => defend(keys, body.internal_id, `Texto ${index}`, { url: urlOf(index) })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  const rows = await gateway.sql('select id from dispute_defenses where dispute_id = $1', [
    body.internal_id,
  ]);
  assert.equal(rows.length, 1);
});

test('what a rejected dispute releases is claimed by another that contests it', async () => {
  const { keys, id } = await createPaid();
  const first = await dispute(keys, id, { amount: 6_000 });
  const second = await dispute(keys, id, { amount: 4_000 });
  await gateway.sql('update disputes set amount_centavos = 10000 where id = $1', [
    first.body.internal_id,
  ]);
  await close(keys, second.body.internal_id, 'rejected');
  assert.equal((await transaction(keys, id)).disputed_amount, 10_000);
});

test('the database refuses disputes beyond the payment, and changes of closed ones', async () => {
  const { keys, id } = await createPaid();
  const { body } = await dispute(keys, id);
  await assert.rejects(
    gateway.sql('update charges set disputed_centavos = disputed_centavos + 1 where id = $1', [id]),
    /charges_never_refunded_beyond_payment/,
  );
  await close(keys, body.internal_id, 'rejected');
  await assert.rejects(
    gateway.sql(`update disputes set status = 'accepted' where id = $1`, [body.internal_id]),
    /may not go from rejected to accepted/,
  );
});

test('after all races every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
