import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { settleDuePayments } from '#src/ledger/settlements/settle-due.ts';
import { adjustBalance } from '#src/money-out/adjustments/adjust-balance.ts';
import { correctionsOf } from '#src/money-out/corrections.ts';
import { settleRefunds } from '#src/money-out/refunds/settle-refunds.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
gateway.clock.setToNoon();
const { refund, endRefunds } = createRefunder(gateway);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
// R$ 100,00 less 1,49 % and 49 centavos.
const NET = 9_802;
const AT_ONCE = { delayDays: 0, inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0 };

async function createDelayed(terms: Partial<typeof AT_ONCE>) {
  const merchant = await createMerchantWithKeys(gateway);
  await setTerms(merchant.username, terms);
  return merchant;
}

function setTerms(username: string, terms: Partial<typeof AT_ONCE>) {
  return setSettlementTerms(gateway.appContext, username, { ...AT_ONCE, ...terms }, commandActor);
}

async function balanceOf(keys: Keys) {
  return (await gateway.call('GET', '/v1/balance', { keys })).body;
}

/** The day some days from now at Brasília. */
function dayIn(days: number): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  return format.format(gateway.clock.now() + days * DAY_MS);
}

function settles(keys: Keys, available: number) {
  return until(`${available} is available`, async () => {
    const balance = await balanceOf(keys);
    return balance.available === available && balance;
  });
}

async function assertClean(): Promise<void> {
  assert.deepEqual(await failedChecks(gateway), []);
}

/** Creates a refund that no worker ends, and lets it fail after `before`. */
async function failRefund(
  { keys, merchant }: { keys: Keys; merchant: { merchantId: string } },
  charge: string,
  before = async () => {},
): Promise<void> {
  const created = await refund(keys, charge, { amount: 1_000 });
  assert.equal(created.status, 201, created.text);
  const id = String(created.body.internal_id);
  await gateway.sql(`update refunds set due_at = '2100-01-01' where id = $1`, [id]);
  await before();
  const { database, clock } = gateway.appContext;
  const failure = { code: 'refused', message: 'Recusada.' };
  const key = { merchantId: merchant.merchantId, environment: 'test' as const, id };
  await database.transaction((tx) =>
    settleRefunds(tx, [{ ...key, status: 'failed', returnId: null, failure }], clock.now()),
  );
}

test('a payment with a settlement delay becomes available on its day, by itself', async () => {
  const { keys } = await createDelayed({ delayDays: 2 });
  await receivePayment(gateway, keys);
  await receivePayment(gateway, keys);
  const waiting = await balanceOf(keys);
  assert.deepEqual([waiting.available, waiting.pending_settlement], [0, 2 * NET]);
  assert.deepEqual(waiting.next_settlements, [{ date: dayIn(2), amount: 2 * NET }]);
  await assertClean();
  gateway.clock.advance(DAY_MS);
  await receivePayment(gateway, keys);
  assert.deepEqual((await balanceOf(keys)).next_settlements, [
    { date: dayIn(1), amount: 2 * NET },
    { date: dayIn(2), amount: NET },
  ]);
  gateway.clock.advance(DAY_MS);
  const settled = await settles(keys, 2 * NET);
  assert.equal(settled.pending_settlement, NET);
  await assertClean();
});

test('payments and refunds that are booked at once are all added to the day', async () => {
  const { keys } = await createDelayed({ delayDays: 2 });
  const COUNT = 8;
  const charges = await Promise.all(
    Array.from({ length: COUNT }, () => receivePayment(gateway, keys)),
  );
  const all = await balanceOf(keys);
  assert.deepEqual(all.next_settlements, [{ date: dayIn(2), amount: COUNT * NET }]);
  await assertClean();
  const [charge] = charges;
  const refunds = await Promise.all(
    [1_000, 2_000, 3_000].map((amount) => refund(keys, String(charge?.internal_id), { amount })),
  );
  assert.deepEqual(
    refunds.map(({ status }) => status),
    [201, 201, 201],
  );
  const rest = await balanceOf(keys);
  assert.deepEqual([rest.reserved, rest.pending_settlement], [6_000, COUNT * NET - 6_000]);
  await assertClean();
});

test('a recipient’s share follows the recipient’s own delay, and a reserve waits longer', async () => {
  const origin = await createMerchantWithKeys(gateway);
  const other = await createDelayed({ delayDays: 1, reserveBasisPoints: 1_000, reserveDays: 30 });
  const split = [{ username: other.username, percentage: 50 }];
  await receivePayment(gateway, origin.keys, { ...CHARGE, split });
  assert.equal((await balanceOf(origin.keys)).available, NET - 5_000);
  const waiting = await balanceOf(other.keys);
  assert.deepEqual(waiting.next_settlements, [
    { date: dayIn(1), amount: 4_500 },
    { date: dayIn(30), amount: 500 },
  ]);
  gateway.clock.advance(DAY_MS);
  await settles(other.keys, 4_500);
  gateway.clock.advance(29 * DAY_MS);
  await settles(other.keys, 5_000);
  await assertClean();
});

test('a change of the terms applies to later payments only', async () => {
  const { keys, username } = await createDelayed({ delayDays: 5 });
  await receivePayment(gateway, keys);
  await setTerms(username, {});
  await receivePayment(gateway, keys);
  const balance = await balanceOf(keys);
  assert.deepEqual([balance.available, balance.pending_settlement], [NET, NET]);
});

test('refunds at once take first what is settled first, and then the reserve', async () => {
  const { keys } = await createDelayed({
    delayDays: 2,
    reserveBasisPoints: 1_000,
    reserveDays: 5,
  });
  const charge = await receivePayment(gateway, keys);
  const refunds = await Promise.all(
    [5_000, 4_500].map((amount) => refund(keys, String(charge.internal_id), { amount })),
  );
  assert.deepEqual(
    refunds.map(({ status }) => status),
    [201, 201],
  );
  await assertClean();
});

test('a refund takes the money of its charge that waits first, and gives it back when it fails', async () => {
  const { keys, merchant } = await createDelayed({ delayDays: 3 });
  const charge = await receivePayment(gateway, keys);
  await receivePayment(gateway, keys);
  const created = await refund(keys, String(charge.internal_id), { amount: 4_000 });
  assert.equal(created.status, 201, created.text);
  const reserved = await balanceOf(keys);
  assert.deepEqual(
    [reserved.available, reserved.reserved, reserved.pending_settlement],
    [0, 4_000, 2 * NET - 4_000],
  );
  await assertClean();
  await endRefunds();
  await assertClean();
  // Only the charge's own money counts: the other charge's waits too.
  const tooMuch = await refund(keys, String(charge.internal_id), { amount: NET - 3_999 });
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [422, 'insufficient_balance']);
  await failRefund({ keys, merchant }, String(charge.internal_id));
  const back = await balanceOf(keys);
  assert.deepEqual([back.reserved, back.pending_settlement], [0, 2 * NET - 4_000]);
  await assertClean();
  gateway.clock.advance(3 * DAY_MS);
  await settles(keys, 2 * NET - 4_000);
  await assertClean();
  const rows = await gateway.sql(
    `select count(*)::int as postings from ledger_postings
      where merchant_id = $1 and kind = 'payment_settled'`,
    [merchant.merchantId],
  );
  assert.equal(rows[0]?.postings, 1);
});

test('a refund that fails after the settlement returns to the available balance', async () => {
  const merchant = await createDelayed({ delayDays: 1 });
  const { keys } = merchant;
  const charge = await receivePayment(gateway, keys);
  await failRefund(merchant, String(charge.internal_id), async () => {
    gateway.clock.advance(DAY_MS);
    await settles(keys, NET - 1_000);
  });
  const balance = await balanceOf(keys);
  assert.deepEqual([balance.available, balance.pending_settlement], [NET, 0]);
  await assertClean();
});

test('a settlement repays debt before it becomes available', async () => {
  const { keys, username } = await createDelayed({ delayDays: 1 });
  await receivePayment(gateway, keys);
  const debit = { environment: 'test' as const, amount: centavos(-300), reason: 'Acerto' };
  const request = { username, ...debit, reference: null, requestKey: null };
  await adjustBalance(correctionsOf(gateway.appContext).adjustments, request, commandActor);
  assert.equal((await balanceOf(keys)).debt, -300);
  gateway.clock.advance(DAY_MS);
  assert.equal((await settles(keys, NET - 300)).debt, 0);
  await assertClean();
});

test('a settlement happens once when several workers find it due', async () => {
  const { keys, merchant } = await createDelayed({ delayDays: 1 });
  for (let count = 0; count < 5; count += 1) await receivePayment(gateway, keys);
  gateway.clock.advance(DAY_MS);
  await Promise.all([1, 2, 3].map(() => settleDuePayments(gateway.appContext)));
  await settles(keys, 5 * NET);
  const rows = await gateway.sql(
    `select status, amount_centavos::int as amount from settlements where merchant_id = $1`,
    [merchant.merchantId],
  );
  assert.deepEqual(rows, [{ status: 'settled', amount: 5 * NET }]);
  await assertClean();
});
