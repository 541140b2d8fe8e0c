import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countBlocked } from '../support/blocked-statements.ts';
import { type Answer, type Keys, until } from '../support/gateway.ts';
import { holdRow, holdTransaction } from '../support/held-transaction.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { decide } from '../support/stuck-orders.ts';
import { openSuspense, PATH } from '../support/suspended-payments.ts';

const MINUTE_MS = 60_000;
const live = await startLiveInBuckets({ after });
const { gateway, bank } = live;
const suspense = await openSuspense(live);
const { operator, second, openShop, create, held, suspend, read, availableOf, pay } = suspense;
const PAID = 9_000 - 183;

/** What each merchant has of its first charge. */
const FIRST = 9_802;

/**
 * A charge of 10000 and a payment of 9000 in suspense that names it. Its merchant was paid before:
 * a first payment is tried a second time, after the accounts were opened.
 */
async function started(amount = 10_000) {
  const shop = await openShop();
  const first = await create(shop.keys);
  bank.pay(first.txid);
  await until('it is paid', async () => (await read(shop.keys, first.id)).status === 'paid');
  const { id, txid } = await create(shop.keys, { amount });
  return { shop, id, txid, keys: shop.keys, endToEndId: await suspend(txid, 9_000n) };
}

/** Holds the row of a payment until all requests wait for it, in the order of the list. */
async function atOnce(
  endToEndId: string,
  requests: readonly (() => Promise<Answer>)[],
): Promise<readonly Answer[]> {
  const [row] = await gateway.sql('select id from incoming_payments where end_to_end_id = $1', [
    endToEndId,
  ]);
  const release = await holdRow(gateway, 'incoming_payments', String(row?.id));
  const answers: Promise<Answer>[] = [];
  for (const request of requests) {
    answers.push(request());
    await until('it waits', async () => (await countBlocked(gateway)) >= answers.length);
  }
  await release();
  return Promise.all(answers);
}

/** All that a payment may have moved: to the charge's merchant once, or nowhere. */
async function agrees(keys: Keys, available: number): Promise<void> {
  assert.equal(await availableOf(keys), FIRST + available);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
}

test('two operators who pay a charge at once pay it once', async () => {
  const { id, keys, endToEndId } = await started();
  const answers = await atOnce(endToEndId, [
    () => pay(endToEndId, 10_000),
    () => pay(endToEndId, 10_000, { by: second }),
  ]);
  for (const { status, body } of answers) assert.deepEqual([status, body.charge_id], [200, id]);
  const log = await gateway.sql('select action from audit_log where subject = $1', [endToEndId]);
  assert.deepEqual(log, [{ action: 'incoming_payment.matched' }]);
  await agrees(keys, PAID);
});

test('of an assignment and a payment of the charge at once, one counts', async () => {
  const { shop, keys, id, endToEndId } = await started();
  const code = await second.code();
  const body = { username: shop.username, code };
  const [assigned, paid] = await atOnce(endToEndId, [
    () => second.call('POST', `${PATH}/${endToEndId}/assign`, { body }),
    () => pay(endToEndId, 10_000),
  ]);
  assert.deepEqual([assigned?.status, paid?.status].sort(), [200, 404]);
  const isPaid = paid?.status === 200;
  assert.equal((await read(keys, id)).status, isPaid ? 'paid' : 'pending');
  await agrees(keys, isPaid ? PAID : 9_000);
});

test('of a return and a payment of the charge at once, one counts', async () => {
  const { keys, id, endToEndId } = await started();
  const code = await second.code();
  const [returned, paid] = await atOnce(endToEndId, [
    () => second.call('POST', `${PATH}/${endToEndId}/return`, { body: { code } }),
    () => pay(endToEndId, 10_000),
  ]);
  assert.deepEqual([returned?.status, paid?.status].sort(), [200, 404]);
  const isPaid = paid?.status === 200;
  if (!isPaid) bank.takeBack(endToEndId, 9_000n, 'ORIGINAL');
  await until('the bank has returned what was marked as returned', async () => {
    gateway.clock.advance(MINUTE_MS);
    return (await heldAtBank(gateway)) === bank.snapshot().balance;
  });
  assert.equal((await read(keys, id)).status, isPaid ? 'paid' : 'pending');
  await agrees(keys, isPaid ? PAID : 0);
});

test('a payment of which the bank took a part back pays no charge', async () => {
  const { keys, id, endToEndId } = await started();
  const { returnId } = bank.takeBack(endToEndId, 1_000n);
  await until('the return is booked', async () => {
    gateway.clock.advance(MINUTE_MS);
    const rows = await gateway.sql(
      `select from unrequested_refunds where return_id = $1 and booking = 'booked'`,
      [returnId],
    );
    return rows.length === 1;
  });
  const refused = await pay(endToEndId, 10_000);
  assert.deepEqual([refused.status, refused.body.code], [409, 'incoming_payment_partly_returned']);
  assert.equal((await read(keys, id)).status, 'pending');
  await agrees(keys, 0);
});

test('a payment of which a refund is found at the bank pays no charge and is credited to nobody', async () => {
  const { shop, keys, id, endToEndId } = await started();
  const code = await second.code();
  const body = { username: shop.username, code };
  const [row] = await gateway.sql('select id from incoming_payments where end_to_end_id = $1', [
    endToEndId,
  ]);
  const release = await holdRow(gateway, 'incoming_payments', String(row?.id));
  const answers = Promise.all([
    pay(endToEndId, 10_000),
    second.call('POST', `${PATH}/${endToEndId}/assign`, { body }),
  ]);
  await until('both wait', async () => (await countBlocked(gateway)) > 1);
  bank.takeBack(endToEndId, 9_000n, 'ORIGINAL');
  await until('the refund is found', async () => {
    gateway.clock.advance(MINUTE_MS);
    const text = 'select from unrequested_refunds where end_to_end_id = $1';
    return (await gateway.sql(text, [endToEndId])).length === 1;
  });
  await release();
  for (const answer of [...(await answers), await suspense.review(endToEndId)]) {
    const { code: refusal } = answer.body as { code?: string };
    assert.deepEqual([answer.status, refusal], [409, 'incoming_payment_partly_returned']);
  }
  assert.equal((await read(keys, id)).status, 'pending');
  const returned = await operator.callWithCode('POST', `${PATH}/${endToEndId}/return`);
  assert.equal(returned.status, 200);
  await agrees(keys, 0);
});

test('a return by the bank after operators paid the charge is one of the paid charge', async () => {
  const { keys, id, endToEndId } = await started();
  assert.equal((await pay(endToEndId, 10_000)).status, 200);
  const { returnId } = bank.takeBack(endToEndId, 1_000n);
  await until('the return is booked', async () => {
    gateway.clock.advance(MINUTE_MS);
    const rows = await gateway.sql('select from dispute_returns where return_id = $1', [returnId]);
    return rows.length === 1;
  });
  assert.equal((await read(keys, id)).disputed_amount, 1_000);
  await agrees(keys, PAID - 1_000);
});

test('of another Pix and a payment by operators at once, one pays the charge', async () => {
  const { keys, id, txid, endToEndId } = await started();
  const release = await holdRow(gateway, 'charges', id);
  const other = bank.pay(txid).endToEndId;
  await until('the Pix waits', async () => (await countBlocked(gateway, 'charges')) > 0);
  const answer = pay(endToEndId, 10_000);
  await until('both wait', async () => (await countBlocked(gateway)) > 1);
  await release();
  const { status, body } = await answer;
  const isPaid = status === 200;
  if (!isPaid) assert.deepEqual([status, body.code], [409, 'charge_already_paid']);
  const loser = await held(isPaid ? other : endToEndId);
  assert.equal(loser.reason, isPaid ? 'already_paid' : 'amount_differs');
  const charge = await read(keys, id);
  assert.deepEqual(
    [charge.end_to_end_id, charge.amount],
    isPaid ? [endToEndId, 9_000] : [other, 10_000],
  );
  await agrees(keys, isPaid ? PAID : 9_802);
});

test('a charge that is revised while an operator pays it is not paid', async () => {
  const { keys, id, endToEndId } = await started();
  const { bucketId } = await gateway.appContext.database.buckets.ofMerchant(
    String(
      (await gateway.sql('select merchant_id from charges where id = $1', [id]))[0]?.merchant_id,
    ),
  );
  const revision = await holdTransaction(
    gateway,
    `update ${bucketId}.charges set amount_centavos = amount_centavos * 2 where id = $1`,
    [id],
  );
  const answer = pay(endToEndId, 10_000);
  await until('it waits', async () => (await countBlocked(gateway, 'charges')) > 0);
  await revision('commit');
  const { status, body } = await answer;
  assert.deepEqual([status, body.code], [409, 'charge_amount_changed']);
  assert.equal((await read(keys, id)).status, 'pending');
  await agrees(keys, 0);
});

test('a proposal whose charge another Pix paid meanwhile is refused and stays', async () => {
  const { keys, id, txid, endToEndId } = await started(200_000);
  const proposed = await pay(endToEndId, 200_000);
  assert.notEqual(proposed.body.proposal_id, null, proposed.text);
  bank.pay(txid);
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  const approved = await decide(second, proposed.body.proposal_id, 'approve');
  assert.deepEqual([approved.status, approved.body.code], [409, 'charge_already_paid']);
  assert.equal((await decide(operator, proposed.body.proposal_id, 'reject')).status, 200);
  assert.equal((await held(endToEndId)).reason, 'amount_differs');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the database refuses an expected amount of a charge that is not paid', async () => {
  const { id, endToEndId } = await started();
  await assert.rejects(
    gateway.sql('update charges set expected_centavos = 1 where id = $1', [id]),
    /charges_expected_check/,
  );
  await assert.rejects(
    gateway.sql('update incoming_payments set expected_centavos = 1 where end_to_end_id = $1', [
      endToEndId,
    ]),
    /incoming_payments_expected_check/,
  );
});
