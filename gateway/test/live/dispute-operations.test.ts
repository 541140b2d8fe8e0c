import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { defendDisputes } from '#src/disputes/defend-disputes.ts';
import { openDisputes } from '#src/disputes/open-disputes.ts';
import { type DisputeReturn, recordDisputeReturns } from '#src/disputes/record-returns.ts';
import { claimDueDefenses, endDefenses } from '#src/disputes/send-defenses.ts';
import { updateDisputes } from '#src/disputes/update-disputes.ts';
import { ALL_SCOPES } from '#src/ground/access/key-rights.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { createDisputer, type Json } from '../support/disputes.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const BANK = 'efi';
const PAID = 8;
const { gateway, bank, shop } = await startLiveInBuckets(
  { after },
  { bankOptions: { refundDelayMs: 3_600_000 } },
);
const { keys } = shop;
const deps = gateway.appContext;
const { merchantId } = shop.merchant;
const database = await gateway.appContext.database.buckets.ofMerchant(merchantId);
const { read, transaction, balancesOf, defend, eventsOf, post } = createDisputer(gateway);

/** Live charges of 10000 (net 9802) that were paid at the bank. */
const paid: { id: string; endToEndId: string }[] = [];
for (let count = 0; count < PAID; count += 1) {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(created.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  const charge = await until('it is paid', async () => {
    const found = await transaction(keys, id);
    return found.status === 'paid' ? found : undefined;
  });
  paid.push({ id, endToEndId: String(charge.end_to_end_id) });
}
// The worker would ask the bank about disputes that only this test has reported.
await gateway.stopWorker();
const BALANCE = PAID * 9_802;

function nextPaid() {
  return paid.pop() ?? assert.fail('no charge is left');
}

function report(endToEndId: string, bankDisputeId: string, amount = 10_000n) {
  const openedAt = gateway.clock.now();
  const facts = { bank: BANK, bankDisputeId, endToEndId, reason: 'fraud', openedAt } as const;
  return { ...facts, amount: centavos(amount), defenseDueAt: null };
}

function returned(endToEndId: string, returnId: string, amount: bigint): DisputeReturn {
  const returnedAt = gateway.clock.now();
  return { endToEndId, returnId, amount: centavos(amount), reason: 'fraud', returnedAt };
}

test('a dispute that the bank reports again is opened once, and its payment must be known', async () => {
  const { endToEndId } = nextPaid();
  const first = await openDisputes(deps, [
    report(endToEndId, 'A1'),
    report(endToEndId, 'A1'),
    report('E99999008202611201200desconhecid0', 'A2'),
  ]);
  assert.deepEqual(
    first.map(({ kind }) => kind),
    ['opened', 'known', 'unknown_payment'],
  );
  const [again] = await openDisputes(deps, [report(endToEndId, 'A1')]);
  assert.ok(again?.kind === 'known' && first[0]?.kind === 'opened');
  assert.equal(again.dispute.id, first[0].dispute.id);
  assert.equal(again.dispute.blocked, 10_000n);
  const mails = await gateway.sql(`select subject from mails where subject like '%contestado%'`);
  assert.equal(mails.length, 0, 'the shop has no users');
  await updateDisputes(deps, [{ bank: BANK, bankDisputeId: 'A1', status: 'canceled' }]);
  assert.deepEqual(await balancesOf(keys), [BALANCE, 0, 0]);
});

test('an accepted dispute stays blocked for the decided amount until its returns are booked', async () => {
  const { id, endToEndId } = nextPaid();
  const [opened] = await openDisputes(deps, [report(endToEndId, 'B1')]);
  assert.ok(opened?.kind === 'opened');
  const update = { bank: BANK, bankDisputeId: 'B1', status: 'accepted' } as const;
  const results = await updateDisputes(deps, [{ ...update, amount: centavos(6_000n) }]);
  assert.deepEqual(results, ['updated']);
  const waiting = await read(keys, opened.dispute.id);
  assert.deepEqual([waiting.status, waiting.blocked_amount], ['accepted', 6_000]);
  assert.equal((await transaction(keys, id)).disputed_amount, 6_000);
  const twice = [returned(endToEndId, 'D1', 2_500n), returned(endToEndId, 'D1', 2_500n)];
  const booked = await recordDisputeReturns(deps, [...twice, returned(endToEndId, 'D2', 3_500n)]);
  assert.deepEqual(
    booked.map(({ kind }) => kind),
    ['booked', 'known', 'booked'],
  );
  assert.equal((await recordDisputeReturns(deps, twice))[0]?.kind, 'known');
  const done = await read(keys, opened.dispute.id);
  assert.deepEqual([done.blocked_amount, done.returned_amount], [0, 6_000]);
  assert.deepEqual(await updateDisputes(deps, [{ ...update, status: 'rejected' }]), ['unchanged']);
  assert.deepEqual(await balancesOf(keys), [BALANCE - 6_000, 0, 0]);
});

test('a return without a dispute makes one that is closed and accepted', async () => {
  const { endToEndId } = nextPaid();
  const [booked] = await recordDisputeReturns(deps, [returned(endToEndId, 'D3', 1_000n)]);
  assert.ok(booked?.kind === 'booked');
  const { status, amount, returned: total, defenseDueAt } = booked.dispute;
  assert.deepEqual([status, amount, total, defenseDueAt], ['accepted', 1_000n, 1_000n, null]);
  const events = await eventsOf(booked.dispute.id);
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['dispute.closed'],
  );
  const unknown = returned('E99999008202611201200desconhecid0', 'D4', 1n);
  assert.equal((await recordDisputeReturns(deps, [unknown]))[0]?.kind, 'unknown_payment');
});

test('a return waits while a pending refund leaves too little of the payment', async () => {
  const { id, endToEndId } = nextPaid();
  const refund = await post(keys, `/v1/transactions/${id}/refund`, { amount: 8_000 });
  assert.equal(refund.status, 201, refund.text);
  const [opened] = await openDisputes(deps, [report(endToEndId, 'C1')]);
  assert.ok(opened?.kind === 'opened');
  assert.deepEqual([opened.dispute.amount, opened.dispute.claimed], [10_000n, 2_000n]);
  const [late] = await recordDisputeReturns(deps, [returned(endToEndId, 'D5', 2_001n)]);
  assert.equal(late?.kind, 'exceeds_payment');
  const [booked] = await recordDisputeReturns(deps, [returned(endToEndId, 'D6', 2_000n)]);
  assert.ok(booked?.kind === 'booked');
  assert.deepEqual([booked.dispute.status, booked.dispute.claimed], ['open', 0n], 'a part is back');
});

test('a return of more than its dispute claims takes the room of another open dispute', async () => {
  const { endToEndId } = nextPaid();
  await openDisputes(deps, [report(endToEndId, 'F1', 4_000n), report(endToEndId, 'F2', 6_000n)]);
  const [booked] = await recordDisputeReturns(deps, [
    { ...returned(endToEndId, 'D7', 7_000n), bankDisputeId: 'F1' },
  ]);
  assert.ok(booked?.kind === 'booked');
  const { amount, claimed, returned: total, status } = booked.dispute;
  assert.deepEqual([amount, claimed, total, status], [7_000n, 0n, 7_000n, 'accepted']);
  const [other] = await openDisputes(deps, [report(endToEndId, 'F2')]);
  assert.ok(other?.kind === 'known');
  assert.deepEqual([other.dispute.claimed, other.dispute.status], [3_000n, 'open']);
});

test('a defence waits for the worker, and one that the bank refuses opens the dispute again', async () => {
  const { endToEndId } = nextPaid();
  const [opened] = await openDisputes(deps, [report(endToEndId, 'G1', 100n)]);
  assert.ok(opened?.kind === 'opened');
  const { id } = opened.dispute;
  const defended = await defend(keys, id, 'Entregue.');
  assert.equal(Object(defended.body.defense).status, 'waiting');
  const claim = () => {
    const lease = { now: gateway.clock.now(), leaseMs: 60_000, limit: 10 };
    return claimDueDefenses(database, lease);
  };
  const [due] = await claim();
  assert.equal(due?.bankDisputeId, 'G1');
  assert.deepEqual(await claim(), []);
  await endDefenses(deps, [{ defense: due, failure: 'Prazo encerrado.' }]);
  const refused = await read(keys, id);
  assert.equal(refused.status, 'open');
  assert.equal(Object(refused.defense).failure_reason, 'Prazo encerrado.');
  assert.equal((await defend(keys, id, 'De novo.')).status, 201);
  const [again] = await claim();
  assert.ok(again);
  await endDefenses(deps, [{ defense: again, failure: null }]);
  assert.deepEqual(
    [(await read(keys, id)).status, Object((await read(keys, id)).defense).status],
    ['in_defense', 'sent'],
  );
});

test('a test key does not defend a live dispute, also in one batch with a live key', async () => {
  const { endToEndId } = nextPaid();
  const [opened] = await openDisputes(deps, [report(endToEndId, 'H1', 100n)]);
  assert.ok(opened?.kind === 'opened');
  const key = { clientId: 'a', rateLimitPerMinute: undefined, scopes: ALL_SCOPES, addresses: null };
  const request = (environment: Environment, text: string) => ({
    caller: { ...shop.merchant, ...key, environment },
    idempotency: undefined,
    disputeId: opened.dispute.id,
    text,
  });
  const requests = [request('test', 'De teste.'), request('live', 'De verdade.')];
  const results = await defendDisputes(deps, requests);
  assert.deepEqual(
    results.map((one) => ('error' in one ? Object(one.error).code : 'stored')),
    ['dispute_not_found', 'stored'],
  );
});

test('an operator opens and closes a dispute by hand, and both sides get mails', async () => {
  const { endToEndId } = nextPaid();
  const member = await signIn(gateway, shop.merchant);
  const operator = await signInOperator(gateway);
  const opening = { end_to_end_id: endToEndId, amount: 5_000, reason: 'fraud', note: 'Ofício 12.' };
  const withoutCode = await operator.call('POST', '/api/operator/disputes', { body: opening });
  assert.deepEqual([withoutCode.status, withoutCode.body.code], [422, 'second_factor_invalid']);
  const opened = await operator.call<Json>('POST', '/api/operator/disputes', {
    body: { ...opening, code: await operator.code() },
  });
  assert.equal(opened.status, 201, opened.text);
  const { internal_id: id } = opened.body;
  assert.deepEqual([opened.body.status, opened.body.blocked_amount], ['open', 5_000]);
  const path = `/api/operator/disputes/${id}/close`;
  const accepted = await operator.call<Json>('POST', path, {
    body: {
      outcome: 'accepted',
      amount: 3_000,
      return_id: 'D-MANUAL',
      note: 'Decisão do banco.',
      code: await operator.code(),
    },
  });
  assert.deepEqual(
    [accepted.status, accepted.body.status, accepted.body.returned_amount],
    [200, 'accepted', 3_000],
    accepted.text,
  );
  assert.equal(accepted.body.blocked_amount, 0);
  const [again] = await recordDisputeReturns(deps, [returned(endToEndId, 'D-MANUAL', 3_000n)]);
  assert.equal(again?.kind, 'known');
  const subjects = async (recipient: string) =>
    (await gateway.sql('select subject from mails where recipient = $1 order by id', [recipient]))
      .map(({ subject }) => String(subject))
      .filter((subject) => /contesta/i.test(subject));
  assert.deepEqual(await subjects(member.email), [
    'Um pagamento seu foi contestado',
    'Uma contestação foi encerrada',
  ]);
  assert.equal((await subjects(operator.email)).length, 2);
  const changes = await gateway.sql(
    `select action, details ->> 'reason' as reason from audit_log where subject = $1 order by id`,
    [id],
  );
  assert.deepEqual(
    changes.map(({ action, reason }) => [action, reason]),
    [
      ['dispute.opened', 'Ofício 12.'],
      ['dispute.closed', 'Decisão do banco.'],
    ],
  );
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
