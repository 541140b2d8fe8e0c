import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { openStandardClient } from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { decide } from '../support/stuck-orders.ts';
import { openSuspense, PATH } from '../support/suspended-payments.ts';

const MINUTE_MS = 60_000;
const live = await startLiveInBuckets({ after });
const { gateway, bank } = live;
const suspense = await openSuspense(live);
const { operator, second, openShop, create, held, suspend, read, availableOf, review, pay } =
  suspense;
const command = await liveCommands({ after }, live);

interface Cob extends Record<string, unknown> {
  readonly status: string;
  readonly valor: { readonly original: string };
  readonly pix: readonly { readonly valor: string; readonly componentesValor: object }[];
}

/** A due date in two days, with a fine and interest. */
function dueTerms() {
  const due = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 2));
  return { amount: 12_345, due_date: due, fine: { type: 'percent', value: 200 } };
}

async function paidEvent(id: string) {
  const rows = await gateway.sql(
    `select body from webhook_events where resource_id = $1 and kind = 'deposit.paid'`,
    [id],
  );
  assert.equal(rows.length, 1);
  return JSON.parse(String(rows[0]?.body)).data;
}

async function agrees(): Promise<void> {
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
}

test('an operator pays a charge with a payment of less: fee, share and event are of what came', async () => {
  const [shop, partner] = [await openShop(), await openShop()];
  const split = [{ username: partner.username, percentage: 10 }];
  const { id, txid } = await create(shop.keys, { split });
  const endToEndId = await suspend(txid, 9_000n);
  const reviewed = await review(endToEndId);
  assert.deepEqual(reviewed.body, {
    charge_id: id,
    status: 'pending',
    username: shop.username,
    merchant_name: shop.merchant.name,
    amount: 9_000,
    expected_amount: 10_000,
    fee_amount: 183,
    shares_amount: 900,
    net_amount: 7_917,
    needs_second_operator: false,
  });
  const paid = await pay(endToEndId, 10_000);
  assert.deepEqual([paid.status, paid.body], [200, { charge_id: id, proposal_id: null }]);
  assert.equal(await availableOf(shop.keys), 7_917);
  assert.equal(await availableOf(partner.keys), 900);
  const charge = await read(shop.keys, id);
  assert.deepEqual(
    [charge.status, charge.amount, charge.fee_amount, charge.end_to_end_id],
    ['paid', 9_000, 183, endToEndId],
  );
  assert.deepEqual(
    [charge.original, charge.discount, charge.interest, charge.paid_amount],
    [10_000, 1_000, 0, 9_000],
  );
  const standard = await openStandardClient(gateway, shop.keys);
  const cob = await standard.call<Cob>('GET', `/cob/${txid}`);
  assert.deepEqual(
    [cob.body.status, cob.body.valor.original, cob.body.pix[0]?.valor],
    ['CONCLUIDA', '100.00', '90.00'],
  );
  assert.deepEqual(cob.body.pix[0]?.componentesValor, {
    original: { valor: '100.00' },
    desconto: { valor: '10.00' },
  });
  const event = await paidEvent(id);
  assert.deepEqual([event.amount, event.original, event.paid_amount], [9_000, 10_000, 9_000]);
  const taken = await operator.call<{ data: object[] }>('GET', `${PATH}/other-amounts`);
  assert.partialDeepStrictEqual(taken.body.data[0], {
    end_to_end_id: endToEndId,
    charge_id: id,
    username: shop.username,
    amount: 9_000,
    expected_amount: 10_000,
  });
  const [log] = await gateway.sql(
    `select action, details from audit_log where subject = $1 order by id`,
    [endToEndId],
  );
  assert.equal(log?.action, 'incoming_payment.matched');
  await agrees();
});

test('a repeat of the creation answers what was asked for, also after a payment of less', async () => {
  const shop = await openShop();
  const repeat = () =>
    gateway.call('POST', '/v1/pix/qrcode', {
      keys: shop.keys,
      body: CHARGE,
      headers: { 'idempotency-key': 'pedido-pago-a-menor' },
    });
  const first = await repeat();
  assert.equal(first.status, 201, first.text);
  const txid = String(first.body.internal_id).replaceAll('-', '');
  assert.equal((await pay(await suspend(txid, 9_000n), 10_000)).status, 200);
  const again = await repeat();
  assert.deepEqual([again.status, again.text], [201, first.text]);
});

test('the receipt says what was asked for and what was paid', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys);
  assert.equal((await pay(await suspend(txid, 9_000n), 10_000)).status, 200);
  const receipt = await fetch(`${gateway.url}/v1/transactions/${id}/receipt`, {
    headers: { ...shop.keys },
  });
  assert.equal(receipt.status, 200);
  const texts = pdfTexts(Buffer.from(await receipt.arrayBuffer())).join(' ');
  assert.match(texts, /Valor original R\$ 100,00 Desconto - R\$ 10,00/);
  assert.doesNotMatch(texts, /Vencimento/);
});

test('a repeat answers the charge that is paid, and pays nothing', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys);
  const endToEndId = await suspend(txid, 11_000n);
  const key = randomUUID();
  for (const by of [operator, operator, second]) {
    const paid = await pay(endToEndId, 10_000, by === operator ? { by, key } : { by });
    assert.deepEqual([paid.status, paid.body.charge_id], [200, id], paid.text);
  }
  assert.equal(await availableOf(shop.keys), 11_000 - 212);
  const charge = await read(shop.keys, id);
  assert.deepEqual([charge.original, charge.interest], [10_000, 1_000]);
  await agrees();
});

test('a payment of a charge with a due date that the bank does not call paid pays it, and is refunded', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys, dueTerms());
  const endToEndId = await suspend(txid, 13_000n);
  assert.equal((await held(endToEndId)).reason, 'amount_differs');
  assert.equal((await read(shop.keys, id)).status, 'pending');
  assert.equal((await pay(endToEndId, 12_345)).status, 200);
  const charge = await read(shop.keys, id);
  assert.deepEqual(
    [charge.status, charge.original, charge.interest, charge.paid_amount],
    ['paid', 12_345, 655, 13_000],
  );
  assert.equal(Object(charge.due).expected_amount, 12_345);
  assert.equal((await paidEvent(id)).paid_amount, 13_000);
  // The merchant pays the fee of the refunded charge from another one.
  const other = await create(shop.keys);
  bank.pay(other.txid);
  await until('it is paid', async () => (await read(shop.keys, other.id)).status === 'paid');
  const refunded = await gateway.call('POST', `/v1/transactions/${id}/refund`, {
    keys: shop.keys,
    body: { amount: 13_000 },
  });
  assert.equal(refunded.status, 201, refunded.text);
  await until('it is refunded', async () => {
    gateway.clock.advance(MINUTE_MS);
    return (await read(shop.keys, id)).status === 'refunded';
  });
  await agrees();
});

test('a charge that operators call paid is ended at the bank, also after unclear answers, and stays paid', async () => {
  const shop = await openShop();
  for (const [operation, terms] of [
    ['reviseCharge', {}],
    ['reviseDueCharge', dueTerms()],
  ] as const) {
    const { id, txid } = await create(shop.keys, terms);
    const endToEndId = await suspend(txid, 9_000n);
    const expected = Number((await review(endToEndId)).body.expected_amount);
    const before = await availableOf(shop.keys);
    bank.faults.add({ kind: 'dropped_before', operation, times: 2 });
    assert.equal((await pay(endToEndId, expected)).status, 200);
    await until('the bank has answered', async () => {
      gateway.clock.advance(MINUTE_MS);
      return (await gateway.sql('select from charge_cancellations')).length === 0;
    });
    assert.throws(() => bank.pay(txid));
    assert.equal((await read(shop.keys, id)).status, 'paid');
    const events = await gateway.sql('select kind from webhook_events where resource_id = $1', [
      id,
    ]);
    assert.deepEqual(events, [{ kind: 'deposit.paid' }]);
    assert.equal(await availableOf(shop.keys), before + 9_000 - 183);
  }
  await agrees();
});

test('a payment to another key with the right amount pays the charge as it is', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys);
  const { endToEndId } = bank.pay(txid);
  bank.alter(endToEndId, { chave: 'outra@loja.com.br' });
  assert.equal((await held(endToEndId)).reason, 'another_key');
  assert.equal((await pay(endToEndId, 10_000)).status, 200);
  const charge = await read(shop.keys, id);
  assert.deepEqual([charge.status, charge.amount, charge.paid_amount], ['paid', 10_000, undefined]);
  assert.equal(await availableOf(shop.keys), 9_802);
  await agrees();
});

test('an expired and a canceled charge are paid, a paid one and an unknown one are not', async () => {
  const shop = await openShop();
  const expired = await create(shop.keys, { expires_in: 60 });
  const late = await suspend(expired.txid, 9_999n);
  await until('it is expired', async () => {
    gateway.clock.advance(MINUTE_MS);
    return (await read(shop.keys, expired.id)).status === 'expired';
  });
  assert.equal((await pay(late, 10_000)).status, 200);
  const canceled = await create(shop.keys);
  await gateway.call('POST', `/v1/transactions/${canceled.id}/cancel`, { keys: shop.keys });
  const stray = await suspend(canceled.txid, 9_999n);
  assert.equal((await read(shop.keys, canceled.id)).status, 'canceled');
  assert.equal((await pay(stray, 10_000)).status, 200);
  const paid = await create(shop.keys);
  bank.pay(paid.txid);
  await until('it is paid', async () => (await read(shop.keys, paid.id)).status === 'paid');
  const twice = await suspend(paid.txid, 10_000n);
  const refused = await pay(twice, 10_000);
  assert.deepEqual([refused.status, refused.body.code], [409, 'charge_already_paid']);
  const unknown = await suspend('deoutrosistema0000000000000001', 10_000n);
  const without = await pay(unknown, 10_000);
  assert.deepEqual([without.status, without.body.code], [409, 'incoming_payment_names_no_charge']);
  for (const id of [expired.id, canceled.id]) {
    assert.equal((await read(shop.keys, id)).status, 'paid');
  }
  const { end_to_end_id: own } = await read(shop.keys, paid.id);
  assert.equal((await pay(String(own), 10_000)).body.code, 'incoming_payment_not_found');
  // Both of the others can still be returned.
  for (const id of [twice, unknown]) {
    assert.equal((await operator.callWithCode('POST', `${PATH}/${id}/return`)).status, 200);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payment that came before its charge was stored pays it by its txid, and none of a test', async () => {
  const shop = await openShop();
  bank.faults.add({ kind: 'dropped_after', operation: 'createCharge' });
  bank.faults.add({ kind: 'error', operation: 'findCharge' });
  const create = () =>
    gateway.call('POST', '/v1/pix/qrcode', {
      keys: shop.keys,
      body: CHARGE,
      headers: { 'idempotency-key': 'pedido-sem-resposta' },
    });
  assert.equal((await create()).status, 503);
  const [draft] = await gateway.sql('select id from charge_drafts');
  const txid = String(draft?.id).replaceAll('-', '');
  const { endToEndId } = bank.pay(txid);
  assert.equal((await held(endToEndId)).reason, 'unknown_charge');
  assert.equal((await pay(endToEndId, 10_000)).body.code, 'incoming_payment_names_no_charge');
  bank.faults.clear();
  await until('the draft is a charge', async () => {
    gateway.clock.advance(1_000);
    return (await gateway.sql('select from charge_drafts')).length === 0;
  });
  const id = String((await create()).body.internal_id);
  assert.equal((await review(endToEndId)).body.charge_id, id);
  for (const _ of [1, 2]) {
    assert.equal((await pay(endToEndId, 10_000)).body.charge_id, id);
  }
  assert.equal((await read(shop.keys, id)).end_to_end_id, endToEndId);
  assert.equal(await availableOf(shop.keys), 9_802);
  const { keys: testKeys } = await createMerchantWithKeys(gateway);
  const simulated = await gateway.call('POST', '/v1/pix/qrcode', { keys: testKeys, body: CHARGE });
  const ofTest = await suspend(String(simulated.body.internal_id).replaceAll('-', ''), 10_000n);
  assert.equal((await pay(ofTest, 10_000)).body.code, 'incoming_payment_names_no_charge');
  // Of the Pix that the test above marks as returned, the bank still has the money.
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an amount that can’t cover a fixed share or the fee is refused by name, and moves nothing', async () => {
  const [shop, partner] = [await openShop(), await openShop()];
  const split = [{ username: partner.username, amount: 9_000 }];
  const { id, txid } = await create(shop.keys, { split });
  const little = await suspend(txid, 9_000n);
  for (const answer of [await review(little), await pay(little, 10_000)]) {
    assert.deepEqual([answer.status, answer.body.code], [422, 'split_exceeds_net'], answer.text);
  }
  const plain = await create(shop.keys);
  const less = await suspend(plain.txid, 8n);
  assert.equal((await pay(less, 10_000)).body.code, 'amount_too_small');
  for (const charge of [id, plain.id]) {
    assert.equal((await read(shop.keys, charge)).status, 'pending');
  }
  assert.equal((await held(little)).reason, 'amount_differs');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the fee is the one that was agreed at the creation of the charge', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys);
  const plan = ['--bps', '500', '--fixed', '0', '--json'];
  assert.equal((await command('merchant', 'set-fee', shop.username, ...plan)).exitCode, 0);
  gateway.clock.advance(MINUTE_MS);
  const endToEndId = await suspend(txid, 9_000n);
  assert.equal((await pay(endToEndId, 10_000)).status, 200);
  assert.equal((await read(shop.keys, id)).fee_amount, 183);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('above the limit nothing moves before a second operator approves it', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys, { amount: 200_000 });
  // A small payment of a large charge is a large decision too.
  const endToEndId = await suspend(txid, 5_000n);
  assert.equal((await review(endToEndId)).body.needs_second_operator, true);
  const key = randomUUID();
  const proposed = await pay(endToEndId, 200_000, { key });
  assert.equal(proposed.body.charge_id, null, proposed.text);
  const again = await pay(endToEndId, 200_000, { key });
  assert.equal(again.body.proposal_id, proposed.body.proposal_id);
  const other = await pay(endToEndId, 200_000, { by: second });
  assert.deepEqual([other.status, other.body.code], [409, 'proposal_waiting']);
  assert.equal((await read(shop.keys, id)).status, 'pending');
  const own = await decide(operator, proposed.body.proposal_id, 'approve');
  assert.equal(own.body.code, 'second_operator_required');
  const approved = await decide(second, proposed.body.proposal_id, 'approve');
  assert.equal(approved.status, 200, approved.text);
  assert.deepEqual(
    [approved.body.kind, approved.body.subject, approved.body.parameters],
    ['charge_payment', endToEndId, { charge_id: id, expected_amount: 200_000 }],
  );
  assert.equal((await read(shop.keys, id)).status, 'paid');
  assert.equal(await availableOf(shop.keys), 5_000 - 123);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge that was changed after the review is not paid, nor is the proposal executed', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys, { ...dueTerms(), amount: 150_000 });
  const endToEndId = await suspend(txid, 140_000n);
  const proposed = await pay(endToEndId, 150_000);
  const changed = await gateway.call('PATCH', `/v1/transactions/${id}`, {
    keys: shop.keys,
    body: { amount: 160_000 },
  });
  assert.equal(changed.status, 200, changed.text);
  const approved = await decide(second, proposed.body.proposal_id, 'approve');
  assert.deepEqual([approved.status, approved.body.code], [409, 'charge_amount_changed']);
  await decide(operator, proposed.body.proposal_id, 'reject');
  const stale = await pay(endToEndId, 150_000);
  assert.equal(stale.body.code, 'charge_amount_changed');
  assert.equal((await read(shop.keys, id)).status, 'pending');
});

test('while a change of the charge waits for the bank it is not paid', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys, dueTerms());
  const endToEndId = await suspend(txid, 13_000n);
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge' });
  const unclear = await gateway.call('PATCH', `/v1/transactions/${id}`, {
    keys: shop.keys,
    body: { amount: 13_000 },
  });
  assert.equal(unclear.status, 503, unclear.text);
  assert.equal((await pay(endToEndId, 12_345)).body.code, 'charge_change_open');
  bank.faults.clear();
});

test('the command pays a charge, and above the limit proposes it for an operator', async () => {
  const shop = await openShop();
  const { id, txid } = await create(shop.keys);
  const endToEndId = await suspend(txid, 9_500n);
  const args = ['incoming-payment', 'pay', endToEndId, '--reason', 'Confirmado', '--json'] as const;
  for (const _ of [1, 2]) {
    const paid = await command(...args);
    assert.deepEqual(JSON.parse(paid.stdout), {
      end_to_end_id: endToEndId,
      state: 'charge',
      charge_id: id,
    });
  }
  assert.equal(await availableOf(shop.keys), 9_500 - 190);
  const large = await create(shop.keys, { amount: 150_000 });
  const much = await suspend(large.txid, 140_000n);
  const wanted = ['incoming-payment', 'pay', much, '--reason', 'Confirmado', '--json'] as const;
  assert.equal((await command(...wanted)).exitCode, 2);
  const proposed = await command(...wanted, '--operator', operator.email);
  assert.equal(proposed.exitCode, 0, proposed.stderr);
  const { proposal_id: proposalId } = JSON.parse(proposed.stdout);
  assert.equal((await decide(second, proposalId, 'approve')).status, 200);
  assert.equal((await read(shop.keys, large.id)).status, 'paid');
  assert.deepEqual(await failedChecks(gateway), []);
});
