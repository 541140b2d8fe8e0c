import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { parseBrCode } from '../support/parse-br-code.ts';
import { doneValue, newCharge, newId, STAGED_BANKS, stageBank, wordOf } from './bank-under-test.ts';

/** Faults after which the outcome at the bank is unknown. */
const LOST_ANSWERS = [
  'error',
  'error_after',
  'dropped_before',
  'dropped_after',
  'silent_before',
  'silent_after',
  'malformed',
] as const;

for (const name of STAGED_BANKS) {
  test(`${name}: repeated registrations of a charge register it once`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newCharge();
    const charge = doneValue(await bank.receiving.registerCharge(order));
    assert.equal(charge.status, 'active');
    assert.equal(parseBrCode(charge.code).kind, 'dynamic');
    const again = doneValue(await bank.receiving.registerCharge(order));
    assert.equal(again.code, charge.code);
    const found = doneValue(await bank.receiving.findCharge(order.txid));
    assert.deepEqual(found, again);
    assert.equal(simulator.snapshot().charges.length, 1);
  });

  test(`${name}: a charge whose answer was lost is returned by the repeat`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    for (const kind of LOST_ANSWERS) {
      const order = newCharge();
      simulator.faults.add({ kind, operation: 'createCharge', times: 1 });
      assert.equal(wordOf(await bank.receiving.registerCharge(order)), 'unknown', kind);
      const charge = doneValue(await bank.receiving.registerCharge(order));
      assert.equal(charge.amount, order.amount, kind);
    }
    assert.equal(simulator.snapshot().charges.length, LOST_ANSWERS.length);
  });

  test(`${name}: a txid with another amount is refused once it is paid`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newCharge();
    const { code } = doneValue(await bank.receiving.registerCharge(order));
    simulator.pay(code);
    const other = { ...order, amount: centavos(10_001n) };
    assert.equal(wordOf(await bank.receiving.registerCharge(other)), 'id_taken');
    assert.equal(doneValue(await bank.receiving.registerCharge(order)).status, 'completed');
  });

  test(`${name}: call-back, list and look-up report the same payment`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const { receiving } = bank;
    doneValue(await receiving.registerCallback('https://127.0.0.1:9/aviso'));
    const order = newCharge();
    const { code } = doneValue(await receiving.registerCharge(order));
    const from = Date.now();
    const { endToEndId } = simulator.pay(code);
    const charge = doneValue(await receiving.findCharge(order.txid));
    assert.equal(charge?.status, 'completed');
    const payment = doneValue(await receiving.findReceived(endToEndId));
    assert.deepEqual(charge?.payments, [payment]);
    assert.equal(payment?.txid, order.txid);
    assert.equal(payment?.pixKey, simulator.pixKey);
    assert.equal(payment?.amount, order.amount);
    const page = doneValue(await receiving.listReceived({ from, to: Date.now() }, 0));
    assert.deepEqual(page, {
      payments: [payment],
      unreadable: [],
      hasMore: false,
      pageCount: 1,
    });
    const [callback] = simulator.snapshot().callbacks;
    assert.deepEqual(bank.readCallback(JSON.parse(callback?.body ?? '')), [
      { kind: 'received', payment },
    ]);
  });

  test(`${name}: the list of received payments is complete over its pages`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const from = Date.now();
    const received = Array.from({ length: 205 }, () => simulator.receiveWithoutCharge(100n));
    const listed: string[] = [];
    const pages = [0, 1, 2];
    for (const page of pages) {
      const period = { from, to: Date.now() };
      const one = doneValue(await bank.receiving.listReceived(period, page));
      assert.equal(one.hasMore, page < 2);
      listed.push(...one.payments.map((payment) => payment.endToEndId));
      assert.ok(one.payments.every((payment) => payment.txid === null));
    }
    assert.deepEqual(listed.toSorted(), received.map((one) => one.endToEndId).toSorted());
  });

  test(`${name}: an unpaid charge is removed for good, and a paid one is not`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const [open, paid] = [newCharge(), newCharge()];
    for (const order of [open, paid]) doneValue(await bank.receiving.registerCharge(order));
    simulator.pay(paid.txid);
    simulator.faults.add({ kind: 'dropped_after', operation: 'reviseCharge', times: 1 });
    assert.equal(wordOf(await bank.receiving.cancelCharge(open.txid)), 'unknown');
    assert.equal(doneValue(await bank.receiving.cancelCharge(open.txid)).status, 'removed');
    assert.throws(() => simulator.pay(open.txid));
    assert.equal(wordOf(await bank.receiving.cancelCharge(paid.txid)), 'charge_paid');
    assert.equal(wordOf(await bank.receiving.cancelCharge(newId())), 'not_found');
  });

  test(`${name}: a refund is sent once, even if its answer is lost`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const { receiving } = bank;
    for (const kind of LOST_ANSWERS) {
      const { endToEndId } = simulator.receiveWithoutCharge(1_000n);
      const order = { endToEndId, refundId: newId(), amount: centavos(700n), reason: 'Troca' };
      simulator.faults.add({ kind, operation: 'sendRefund', times: 1 });
      assert.equal(wordOf(await receiving.sendRefund(order)), 'unknown', kind);
      const refund = doneValue(await receiving.sendRefund(order));
      assert.equal(refund.amount, 700n, kind);
      await simulator.runDue();
      const found = doneValue(await receiving.findRefund(endToEndId, order.refundId));
      assert.equal(found?.status, 'done');
      assert.equal(found?.isRequestedByReceiver, true);
    }
    const refunds = simulator.snapshot().refunds;
    assert.equal(refunds.length, LOST_ANSWERS.length);
  });

  test(`${name}: a refused refund and a refund that fails later are reported`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const { endToEndId } = simulator.receiveWithoutCharge(1_000n);
    const order = { endToEndId, refundId: newId(), amount: centavos(1_001n), reason: undefined };
    const refused = await bank.receiving.sendRefund(order);
    assert.equal(refused.kind, 'refused');
    simulator.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
    const failing = { ...order, refundId: newId(), amount: centavos(1_000n) };
    doneValue(await bank.receiving.sendRefund(failing));
    await simulator.runDue();
    const failed = doneValue(await bank.receiving.findRefund(endToEndId, failing.refundId));
    assert.equal(failed?.status, 'failed');
  });

  test(`${name}: a refund by MED is not reported as one of the gateway`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const { endToEndId } = simulator.receiveWithoutCharge(1_000n);
    simulator.takeBack(endToEndId, 400n);
    await simulator.runDue();
    const payment = doneValue(await bank.receiving.findReceived(endToEndId));
    const [refund] = payment?.refunds ?? [];
    assert.equal(refund?.amount, 400n);
    assert.equal(refund?.isRequestedByReceiver, false);
  });

  test(`${name}: an unknown id is undefined`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const { receiving } = bank;
    const { endToEndId } = simulator.receiveWithoutCharge(1_000n);
    const missing = endToEndId.slice(0, -5).concat('zzzzz');
    assert.equal(doneValue(await receiving.findCharge(newId())), undefined);
    assert.equal(doneValue(await receiving.findReceived(missing)), undefined);
    assert.equal(doneValue(await receiving.findRefund(endToEndId, newId())), undefined);
    assert.equal(doneValue(await receiving.findCallback()), undefined);
  });

  test(`${name}: the call-back address is set, read and removed`, async (context) => {
    const { bank } = await stageBank(context, name);
    const { receiving } = bank;
    const url = 'https://127.0.0.1:9/bancos/segredo';
    doneValue(await receiving.registerCallback(url));
    assert.equal(doneValue(await receiving.findCallback()), url);
    doneValue(await receiving.removeCallback());
    doneValue(await receiving.removeCallback());
    assert.equal(doneValue(await receiving.findCallback()), undefined);
  });

  test(`${name}: revoked tokens and lost reads are retried without an error`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newCharge();
    doneValue(await bank.receiving.registerCharge(order));
    simulator.revokeTokens();
    doneValue(await bank.receiving.registerCharge(newCharge()));
    simulator.faults.add({ kind: 'dropped_before', operation: 'findCharge', times: 1 });
    simulator.faults.add({ kind: 'token_revoked', operation: 'findCharge', times: 1 });
    assert.equal(doneValue(await bank.receiving.findCharge(order.txid))?.txid, order.txid);
  });

  test(`${name}: an unreachable bank is unavailable, and nothing was sent`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    doneValue(await bank.receiving.registerCharge(newCharge()));
    simulator.faults.add({ kind: 'error', operation: '*' });
    for (let calls = 0; calls < 5; calls += 1) await bank.receiving.registerCharge(newCharge());
    assert.equal(wordOf(await bank.receiving.registerCharge(newCharge())), 'unavailable');
    assert.equal(simulator.snapshot().charges.length, 1);
  });
}
