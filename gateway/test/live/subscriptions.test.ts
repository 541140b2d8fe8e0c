import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startLiveSubscriptions } from '../support/live-subscriptions.ts';
import { signIn } from '../support/panel.ts';

const live = await startLiveSubscriptions({ after });
const { gateway, bank, shop, client, created, rowOf, becomes, events } = live;

async function chargeOf(id: string): Promise<Record<string, unknown>> {
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys: shop.keys });
  return body;
}

async function paid(chargeId: string): Promise<void> {
  await until('the first charge is paid', async () => {
    if ((await chargeOf(chargeId)).status === 'paid') return true;
    gateway.clock.advance(1_000);
    return false;
  });
}

test('by code: the payer reads the bank’s code, agrees, and the merchant gets one event', async () => {
  const { id, code } = await created({ journey: 'code' });
  assert.match(code ?? '', /^000201.*80.*br\.gov\.bcb\.pix/);
  const { recurrence_id: recurrenceId, contract } = await rowOf(id);
  assert.equal(contract, id.replaceAll('-', ''));
  assert.equal(bank.recurrence(String(recurrenceId))?.contract, contract);
  bank.authorizeRecurrence(code ?? '');
  await becomes(id, 'authorized');
  assert.deepEqual(await events(id), ['subscription.authorized']);
});

test('by the payer’s bank: the payer is asked there, and there is no code', async () => {
  const { id, code } = await created({ journey: 'bank_push' });
  assert.equal(code, null);
  const { recurrence_id: recurrenceId, solicitation_id: solicitationId } = await rowOf(id);
  assert.equal(bank.solicitation(String(solicitationId))?.recurrenceId, recurrenceId);
  bank.authorizeRecurrence(String(recurrenceId));
  await becomes(id, 'authorized');
  assert.deepEqual(await events(id), ['subscription.authorized']);
});

test('with a first payment: one code authorizes and pays, and both arrive', async () => {
  const { id, code, body } = await created({ journey: 'code_and_first_payment' });
  const chargeId = String(body.first_transaction_id);
  assert.equal((await chargeOf(chargeId)).status, 'pending');
  bank.authorizeRecurrence(code ?? '');
  await becomes(id, 'authorized');
  await paid(chargeId);
  const recurrenceId = String((await rowOf(id)).recurrence_id);
  assert.equal(bank.recurrence(recurrenceId)?.journeyTxid, chargeId.replaceAll('-', ''));
  assert.deepEqual(await events(id), ['subscription.authorized']);
});

test('an offer: the payer pays with or without the authorization', async () => {
  const first = await created({ journey: 'offer' });
  const chargeId = String(first.body.first_transaction_id);
  bank.authorizeRecurrence(first.code ?? '', { paysToo: false });
  await becomes(first.id, 'authorized');
  assert.equal((await chargeOf(chargeId)).status, 'pending');
  bank.pay(chargeId.replaceAll('-', ''));
  await paid(chargeId);
  const second = await created({ journey: 'offer' });
  bank.pay(String(second.body.first_transaction_id).replaceAll('-', ''));
  await paid(String(second.body.first_transaction_id));
  assert.equal((await rowOf(second.id)).status, 'created');
  assert.deepEqual(await events(second.id), []);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payer who refuses or cancels ends the subscription with the bank’s code', async () => {
  const refused = await created();
  bank.refuseRecurrence(refused.code ?? '');
  await becomes(refused.id, 'rejected');
  assert.equal((await rowOf(refused.id)).reason, 'AP13');
  const canceled = await created();
  bank.authorizeRecurrence(canceled.code ?? '');
  await becomes(canceled.id, 'authorized');
  bank.cancelRecurrence(String((await rowOf(canceled.id)).recurrence_id));
  await becomes(canceled.id, 'canceled');
  const { reason, ended_by: by, is_over: isOver } = await rowOf(canceled.id);
  assert.deepEqual([reason, by, isOver], ['SLDB', 'payer', true]);
  assert.deepEqual(await events(canceled.id), ['subscription.authorized', 'subscription.canceled']);
});

test('a merchant’s cancellation ends the recurrence at the bank', async () => {
  const { id, code } = await created();
  bank.authorizeRecurrence(code ?? '');
  await becomes(id, 'authorized');
  assert.equal((await client.pause(id)).status, 'paused');
  assert.equal((await client.resume(id)).status, 'authorized');
  assert.equal((await client.cancel(id)).status, 'canceled');
  await live.workOff();
  const recurrence = bank.recurrence(String((await rowOf(id)).recurrence_id));
  assert.equal(recurrence?.status, 'CANCELADA');
  assert.deepEqual((await events(id)).at(-1), 'subscription.canceled');
});

test('the payer of a live subscription is no test payer', async () => {
  const { id } = await created();
  const answer = await client.call('POST', `/v1/test/subscriptions/${id}/authorize`);
  assert.deepEqual([answer.status, answer.body.code], [404, 'subscription_not_found']);
});

test('the panel offers live subscriptions, and answers for no live payer', async () => {
  const member = await signIn(gateway, shop.merchant);
  const { body: session } = await member.call('GET', '/api/account/session');
  assert.deepEqual([session.has_live_bank, session.has_live_subscriptions], [true, true]);
  const { id } = await created({ journey: 'code' });
  for (const act of ['authorize', 'reject']) {
    const answer = await member.call('POST', `/api/panel/test/subscriptions/${id}/${act}`);
    assert.deepEqual([answer.status, answer.body.code], [404, 'subscription_not_found']);
  }
  assert.equal((await client.read(id)).status, 'created');
});
