import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';

const RULES = {
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
  rebate: { type: 'fixed', value: 100 },
};

type Removal = 'missing' | 'null' | 'zero' | 'never';

/** A charge with rules at a bank that removes parts in one way. */
async function chargeAtBank(context: { after(end: () => unknown): void }, removesParts: Removal) {
  const { gateway, bank, shop } = await startLiveGateway(context, {
    bankOptions: { removesParts },
    env: { PROVIDER_TIMEOUT_SECONDS: '10' },
  });
  const { keys } = shop;
  const call = (method: string, path: string, body?: object) =>
    gateway.call(method, path, { keys, body });
  const today = brazilianDayOf(gateway.clock.now());
  const due = businessDayFrom(addDays(today, 5));
  const discounts = [{ mode: 'fixed_until', value: 500, until: today }];
  const body = { ...CHARGE, amount: 12_345, due_date: due, ...RULES, discounts };
  const made = await call('POST', '/v1/pix/qrcode', body);
  assert.equal(made.status, 201, made.text);
  const id = String(made.body.internal_id);
  const noChangeIsOpen = () =>
    until('no change is open', async () => {
      gateway.clock.advance(10_000);
      return (await gateway.sql('select from charge_changes')).length === 0;
    });
  const isPaid = (amount: number) =>
    until('it is paid', async () => {
      gateway.clock.advance(MINUTE_MS);
      const { body: shown } = await call('GET', `/v1/transactions/${id}`);
      return shown.status === 'paid' && shown.paid_amount === amount;
    });
  return { gateway, bank, call, id, txid: id.replaceAll('-', ''), noChangeIsOpen, isPaid };
}

const REMOVED = { amount: 20_000, fine: null, rebate: null, discounts: null };

for (const removesParts of ['missing', 'null', 'zero'] as const) {
  test(`removed rules end at a bank that removes by ${removesParts}`, async (context) => {
    const { gateway, bank, call, id, txid, ...charge } = await chargeAtBank(context, removesParts);
    // The answer to the change is lost, so the worker begins it again.
    bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
    assert.equal((await call('PATCH', `/v1/transactions/${id}`, REMOVED)).status, 503);
    await charge.noChangeIsOpen();
    assert.deepEqual(
      [bank.amountToday(txid).final, bank.dueCharge(txid)?.interest],
      [20_000n, { mode: 3, value: 100n }],
    );
    const more = await call('PATCH', `/v1/transactions/${id}`, { interest: null });
    assert.equal(more.status, 200, more.text);
    gateway.clock.advance(15 * 24 * 60 * MINUTE_MS);
    assert.equal(bank.amountToday(txid).final, 20_000n);
    bank.pay(txid);
    await charge.isPaid(20_000);
    assert.deepEqual(await failedChecks(gateway), []);
  });
}

test('a change of which a bank keeps a part is undone there and refused', async (context) => {
  const { gateway, bank, call, id, txid, ...charge } = await chargeAtBank(context, 'never');
  const path = `/v1/transactions/${id}`;
  const asked = bank.amountToday(txid).final;
  const refused = await call('PATCH', path, REMOVED);
  assert.deepEqual([refused.status, refused.body.code], [422, 'provider_refused'], refused.text);
  assert.equal(bank.amountToday(txid).final, asked);
  assert.equal((await call('GET', path)).body.amount, 12_345);
  // The bank makes a part, and doesn't say what it has: the change stays open.
  bank.faults.add({ kind: 'error', operation: 'findDueCharge' });
  assert.equal((await call('PATCH', path, REMOVED)).status, 503);
  assert.equal(bank.dueCharge(txid)?.amount, 20_000n);
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge' });
  await until('the worker has asked the bank again', async () => {
    gateway.clock.advance(10_000);
    return bank.faults
      .list()
      .some(({ happened, operation }) => operation === 'reviseDueCharge' && happened > 1);
  });
  assert.equal((await call('GET', path)).status, 503);
  bank.faults.clear();
  // A bank that refuses to go back too: operators see the charge.
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge', status: 400 });
  await until('it is set aside', async () => {
    gateway.clock.advance(10_000);
    const rows = await gateway.sql(`select id from set_aside_work where kind = 'bank_charge'`);
    return rows.some((row) => row.id === id);
  });
  bank.faults.clear();
  await charge.noChangeIsOpen();
  assert.equal(bank.amountToday(txid).final, asked);
  assert.equal((await call('GET', path)).body.amount, 12_345);
  bank.pay(txid);
  await charge.isPaid(Number(asked));
  assert.deepEqual(await failedChecks(gateway), []);
});
