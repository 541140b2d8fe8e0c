import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';
import { testNow } from '../support/manual-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let clock = { now: testNow };
/** How far the bank's clock is ahead of the gateway's. */
let aheadMs = 0;
const bankOptions = { clock: { now: () => clock.now() + aheadMs } };
const live = await startLiveGateway({ after }, { bankOptions });
const { gateway, bank, shop } = live;
clock = gateway.clock;
const { keys } = shop;

async function createCharge(): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(created.status, 201, created.text);
  return String(created.body.internal_id);
}

async function read(id: string) {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
}

async function paid(id: string) {
  await until(`${id} is paid`, async () => (await read(id)).status === 'paid');
  return read(id);
}

test('a payment that is booked days later counts on the day when the bank received it', async () => {
  // The first look at the bank's list goes back a day: the next ones go on from there.
  const looks = () => gateway.sql('select from incoming_payment_periods');
  await until('the list was looked at', async () => (await looks()).length > 0);
  const id = await createCharge();
  gateway.clock.advance(MINUTE_MS);
  bank.faults.add({ kind: 'callback_lost', operation: '*' });
  bank.faults.add({ kind: 'error', operation: 'listPayments' });
  const { receivedAt } = bank.pay(id.replaceAll('-', ''));
  gateway.clock.advance(2 * DAY_MS);
  bank.faults.clear();
  await until('it is paid', async () => {
    const isPaid = (await read(id)).status === 'paid';
    if (!isPaid) gateway.clock.advance(10 * MINUTE_MS);
    return isPaid;
  });
  assert.equal(Date.parse(String((await read(id)).paid_at)), receivedAt);
  const [row] = await gateway.sql(
    'select booked_at > paid_at + $2::interval as is_late from charges where id = $1',
    [id, '1 day'],
  );
  assert.equal(row?.is_late, true);
  const days = await gateway.sql(
    'select day::text, paid_count::int from charge_days where merchant_id = $1 and paid_count > 0',
    [shop.merchant.merchantId],
  );
  assert.deepEqual(days, [{ day: brazilianDayOf(receivedAt), paid_count: 1 }]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payment time before the charge or in the future is corrected', async () => {
  const early = await createCharge();
  const created = await read(early);
  aheadMs = -MINUTE_MS;
  bank.pay(early.replaceAll('-', ''));
  // Its call-back is sent by the bank's clock too.
  assert.equal((await paid(early)).paid_at, created.created_at);
  const late = await createCharge();
  aheadMs = MINUTE_MS;
  const { receivedAt } = bank.pay(late.replaceAll('-', ''));
  const paidAt = Date.parse(String((await paid(late)).paid_at));
  assert.ok(paidAt < receivedAt && paidAt <= gateway.clock.now());
});
