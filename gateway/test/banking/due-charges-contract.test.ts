import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANK_RESOURCES, type DueChargeOrder } from '#src/bank/due-charge.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { parseBrCode } from '../support/parse-br-code.ts';
import {
  doneValue,
  newCharge,
  newDueCharge,
  newId,
  STAGED_BANKS,
  stageBank,
  wordOf,
} from './bank-under-test.ts';

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

/** One order for each kind of rule. */
const ORDERS: readonly DueChargeOrder[] = [
  newDueCharge(),
  newDueCharge({ fine: null, interest: null, rebate: null, discounts: [] }),
  newDueCharge({ fine: { type: 'fixed', value: 150n }, rebate: { type: 'percent', value: 5n } }),
  ...(['fixed_per_day', 'percent_per_business_year', 'fixed_per_business_day'] as const).map(
    (mode) => newDueCharge({ interest: { mode, value: 33n }, discounts: [] }),
  ),
  ...(['fixed_per_business_day', 'percent_per_day'] as const).map((mode) =>
    newDueCharge({ discounts: [{ mode, value: 10n, until: null }] }),
  ),
];

for (const name of STAGED_BANKS) {
  test(`${name}: a due-date charge is registered once, with all its rules`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    for (const order of ORDERS) {
      const charge = doneValue(await bank.receiving.createDueCharge(order));
      assert.deepEqual([charge.status, charge.dueRules], ['active', order.rules]);
      assert.match(parseBrCode(charge.code).kind, /dynamic/);
      const again = doneValue(await bank.receiving.createDueCharge(order));
      assert.equal(again.code, charge.code);
      assert.deepEqual(doneValue(await bank.receiving.findCharge(order.txid, 'due')), again);
    }
    assert.equal(simulator.snapshot().dueCharges.length, ORDERS.length);
    assert.equal(doneValue(await bank.receiving.findCharge(newId(), 'due')), undefined);
  });

  test(`${name}: a repeat returns the due-date charge of a lost answer`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    for (const kind of LOST_ANSWERS) {
      const order = newDueCharge();
      simulator.faults.add({ kind, operation: 'createDueCharge', times: 1 });
      assert.equal(wordOf(await bank.receiving.createDueCharge(order)), 'unknown', kind);
      const charge = doneValue(await bank.receiving.createDueCharge(order));
      assert.deepEqual(charge.dueRules, order.rules, kind);
    }
    assert.equal(simulator.snapshot().dueCharges.length, LOST_ANSWERS.length);
  });

  test(`${name}: a change whose answer was lost is made once by the repeat`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    for (const kind of LOST_ANSWERS) {
      const order = newDueCharge();
      doneValue(await bank.receiving.createDueCharge(order));
      const rules = { ...order.rules, amount: centavos(20_000n), fine: null, discounts: [] };
      simulator.faults.add({ kind, operation: 'reviseDueCharge', times: 1 });
      const change = () => bank.receiving.changeDueCharge({ ...order, rules }, order);
      assert.equal(wordOf(await change()), 'unknown');
      const changed = doneValue(await change());
      assert.deepEqual(changed.dueRules, rules, kind);
      assert.equal(simulator.dueCharge(order.txid)?.revision, 1, kind);
    }
  });

  test(`${name}: a change ends rules, also at a bank that merges`, async (context) => {
    for (const removesParts of ['missing', 'zero'] as const) {
      const { bank } = await stageBank(context, name, { removesParts });
      const order = newDueCharge();
      doneValue(await bank.receiving.createDueCharge(order));
      const none = { fine: null, interest: null, rebate: null, discounts: [] };
      const rules = { ...order.rules, ...none, amount: centavos(20_000n) };
      const changed = doneValue(await bank.receiving.changeDueCharge({ ...order, rules }, order));
      assert.deepEqual(changed.dueRules, rules, removesParts);
    }
  });

  test(`${name}: a txid of another charge is refused as taken`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newDueCharge();
    doneValue(await bank.receiving.createDueCharge(order));
    simulator.pay(order.txid);
    const rules = { ...order.rules, fine: null };
    assert.equal(wordOf(await bank.receiving.createDueCharge({ ...order, rules })), 'id_taken');
    assert.equal(doneValue(await bank.receiving.createDueCharge(order)).status, 'completed');
    const plain = newCharge();
    doneValue(await bank.receiving.registerCharge(plain));
    const crossed = await bank.receiving.createDueCharge({ ...order, txid: plain.txid });
    assert.notEqual(crossed.kind, 'done');
    assert.equal(simulator.snapshot().dueCharges.length, 1);
  });

  test(`${name}: list and look-up report a due-date charge's payment`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newDueCharge();
    const from = Date.now();
    const { code } = doneValue(await bank.receiving.createDueCharge(order));
    const { endToEndId, amount } = simulator.pay(code);
    assert.equal(amount, simulator.amountToday(order.txid).final);
    const charge = doneValue(await bank.receiving.findCharge(order.txid, 'due'));
    const payment = doneValue(await bank.receiving.findReceived(endToEndId));
    assert.deepEqual([charge?.status, charge?.payments], ['completed', [payment]]);
    const page = doneValue(await bank.receiving.listReceived({ from, to: Date.now() }, 0));
    assert.deepEqual(page.payments, [payment]);
    assert.equal(payment?.txid, order.txid);
    const changed = { ...order, rules: { ...order.rules, fine: null } };
    assert.equal(wordOf(await bank.receiving.changeDueCharge(changed, order)), 'charge_paid');
    assert.equal(wordOf(await bank.receiving.cancelCharge(order.txid, 'due')), 'charge_paid');
  });

  test(`${name}: an unpaid due-date charge is removed for good`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newDueCharge();
    const { receiving } = bank;
    doneValue(await receiving.createDueCharge(order));
    simulator.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
    assert.equal(wordOf(await receiving.cancelCharge(order.txid, 'due')), 'unknown');
    assert.equal(doneValue(await receiving.cancelCharge(order.txid, 'due')).status, 'removed');
    assert.throws(() => simulator.pay(order.txid));
    const changed = { ...order, rules: { ...order.rules, fine: null } };
    assert.equal(wordOf(await receiving.changeDueCharge(changed, order)), 'charge_removed');
    const other = newDueCharge();
    assert.equal(wordOf(await receiving.changeDueCharge(other, other)), 'not_found');
    assert.equal(wordOf(await receiving.cancelCharge(newId(), 'due')), 'not_found');
  });

  test(`${name}: a charge that the bank removes is found as removed`, async (context) => {
    const { bank, simulator } = await stageBank(context, name);
    const order = newDueCharge();
    simulator.faults.add({ kind: 'removed', operation: 'createDueCharge', times: 1 });
    assert.equal(doneValue(await bank.receiving.createDueCharge(order)).status, 'active');
    const found = doneValue(await bank.receiving.findCharge(order.txid, 'due'));
    assert.equal(found?.status, 'removed');
  });

  test(`${name}: the scopes of the account say what the bank offers`, async (context) => {
    const scopes = ['cob.read', 'cob.write', 'cobv.read', 'pix.read'];
    const { bank, simulator } = await stageBank(context, name, { scopes });
    const offers = await Promise.all(
      BANK_RESOURCES.map(async (one) => doneValue(await bank.receiving.offers(one, Date.now()))),
    );
    assert.deepEqual(offers, [true, true, false, false, false, false, false]);
    simulator.faults.add({ kind: 'error', operation: 'listDueCharges' });
    assert.equal(wordOf(await bank.receiving.offers('cobv', Date.now())), 'unknown');
  });
}
