import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { startInBuckets } from '#src/ground/work/start-in-buckets.ts';
import { periodOfRun } from '#src/money-out/payouts/automatic/automatic-payout.ts';
import { postponeAutomatic } from '#src/money-out/payouts/automatic/automatic-payout-store.ts';
import { runDueAutomatic } from '#src/money-out/payouts/automatic/run-automatic.ts';
import { readAutomatic, setAutomatic } from '#src/money-out/payouts/automatic/set-automatic.ts';
import { saveBeneficiary } from '#src/money-out/payouts/beneficiaries/save-beneficiaries.ts';
import { bookPayoutReturn } from '#src/money-out/payouts/book-payout-return.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import { expireControlRows } from '#src/money-out/payouts/payout-owner.ts';
import { readPayouts } from '#src/money-out/payouts/read-payouts.ts';
import { settlePendingPayouts } from '#src/money-out/payouts/settle-payouts.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';

const PATH = '/api/panel/test/automatic-payout';
const FRIDAY_NOON = Date.parse('2026-11-20T12:00:00-03:00');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const gateway = await startGateway({ after });

interface Automatic extends Record<string, unknown> {
  readonly setting: { readonly next_run_at: string | null } | null;
  readonly runs: readonly Record<string, unknown>[];
}

/** A merchant with 98,461 centavos, and a saved beneficiary in the test environment. */
async function openShop(destination: object = {}) {
  gateway.clock.set(FRIDAY_NOON);
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, {
    amount: 100_000,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  const session = await signIn(gateway, merchant);
  const { pix_key, pix_key_type, beneficiary } = PAYOUT;
  const saved = await session.call('POST', '/api/panel/test/beneficiaries', {
    body: { pix_key, pix_key_type, beneficiary, per_payout: null, per_day: null, ...destination },
  });
  const base = { beneficiary_id: String(saved.body.id), hour: 9, weekday: 1, above: 0, keep: 0 };
  const set = async (change: object) => {
    const body = { ...base, is_on: true, ...change };
    const answer = await session.call<Automatic>('PUT', PATH, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.setting?.next_run_at;
  };
  const nextRunAt = async () =>
    (await session.call<Automatic>('GET', PATH)).body.setting?.next_run_at ?? null;
  const runs = async () => (await session.call<Automatic>('GET', PATH)).body.runs;
  const ran = (count: number) =>
    until(`${count} runs`, async () => {
      const rows = await runs();
      return rows.length === count && rows;
    });
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  const { beneficiary_id: beneficiaryId } = base;
  return { scope, keys, session, set, nextRunAt, runs, ran, beneficiaryId };
}

test('every day at its hour, what is above the minimum is paid once', async () => {
  const { keys, set, ran, runs } = await openShop();
  const next = await set({ rule: 'daily', hour: 9, keep: 8_461 });
  assert.equal(next, '2026-11-21T12:00:00.000Z');
  gateway.clock.set(FRIDAY_NOON + 21 * HOUR_MS);
  const [first] = await ran(1);
  assert.deepEqual([first?.amount, first?.skip_reason], [90_000, null]);
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  assert.equal(body.available, 8_461);
  gateway.clock.set(FRIDAY_NOON + 21 * HOUR_MS + DAY_MS);
  const [second] = await ran(2);
  assert.deepEqual([second?.amount, second?.skip_reason], [null, 'balance_too_low']);
  // Another hour on the same day is no second run.
  await set({ rule: 'daily', hour: 15 });
  gateway.clock.set(FRIDAY_NOON + 28 * HOUR_MS + DAY_MS);
  assert.equal((await runs()).length, 2);
});

test('every week it runs on its weekday, and above an amount when the balance passes it', async () => {
  const weekly = await openShop();
  assert.equal(await weekly.set({ rule: 'weekly', weekday: 1 }), '2026-11-23T12:00:00.000Z');
  assert.equal(await weekly.set({ rule: 'weekly', weekday: 5 }), '2026-11-27T12:00:00.000Z');
  const above = await openShop();
  await above.set({ rule: 'above', above: 98_461 });
  gateway.clock.advance(2 * 60_000);
  await receivePayment(gateway, above.keys, {
    amount: 1_000,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  gateway.clock.advance(2 * 60_000);
  const [run] = await above.ran(1);
  assert.ok(Number(run?.amount) > 98_461, JSON.stringify(run));
});

test('a limit and a pause skip the run with a reason, and the rule goes on', async () => {
  const { scope, session, set, ran } = await openShop();
  await set({ rule: 'above', above: 1 });
  const limits = { ...NO_LIMITS, perPayout: 100n as NonNullable<typeof NO_LIMITS.perPayout> };
  await setOperatorLimits(gateway.appContext, scope, () => limits, commandActor);
  gateway.clock.advance(2 * 60_000);
  assert.equal((await ran(1))[0]?.skip_reason, 'payout_limit_exceeded');
  await setOperatorLimits(gateway.appContext, scope, () => NO_LIMITS, commandActor);
  await session.call('POST', '/api/panel/test/payout-stop', { body: {} });
  gateway.clock.advance(HOUR_MS);
  assert.equal((await ran(2))[0]?.skip_reason, 'payouts_stopped');
  await session.call('POST', '/api/panel/test/payout-stop/resume', { body: {} });
  gateway.clock.advance(HOUR_MS);
  assert.equal((await ran(3))[0]?.skip_reason, null);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('above an amount, a payout that failed is tried again after an hour, not every minute', async () => {
  const failing = { pix_key: 'falha@sandbox.com', pix_key_type: 'email' };
  const { set, ran, nextRunAt, keys } = await openShop(failing);
  await set({ rule: 'above', above: 1 });
  gateway.clock.advance(2 * 60_000);
  const [run] = await ran(1);
  gateway.clock.advance(60_000);
  await until('the payout failed', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${run?.payout_id}`, { keys });
    return body.status === 'failed';
  });
  gateway.clock.advance(2 * 60_000);
  const hourLater = Date.parse(String(run?.ran_at)) + HOUR_MS;
  await until(
    'the next run waits',
    async () => Date.parse(String(await nextRunAt())) === hourLater,
  );
  assert.equal((await ran(1))[0]?.payout_id, run?.payout_id);
  gateway.clock.set(hourLater + 60_000);
  await ran(2);
});

test('above an amount, a payout that the receiving bank sent back is tried again after a day', async () => {
  const { scope, set, ran, nextRunAt, keys } = await openShop();
  await set({ rule: 'above', above: 1 });
  gateway.clock.advance(2 * 60_000);
  const [run] = await ran(1);
  gateway.clock.advance(60_000);
  const path = `/v1/transactions/${run?.payout_id}`;
  const isPaid = async () => (await gateway.call('GET', path, { keys })).body.status === 'paid';
  await until('the payout is paid', isPaid);
  const { database, clock } = gateway.appContext;
  await database.transaction(async (tx) => {
    const [payout] = await readPayouts(tx, [{ ...scope, id: String(run?.payout_id) }]);
    if (!payout) assert.fail('the payout was not read');
    await bookPayoutReturn(tx, payout, { returnId: 'D1', amount: payout.amount }, clock.now());
  });
  gateway.clock.advance(120_000);
  const dayLater = Date.parse(String(run?.ran_at)) + DAY_MS;
  await until('the next run waits', async () => Date.parse(String(await nextRunAt())) === dayLater);
  assert.equal((await ran(1))[0]?.payout_id, run?.payout_id);
});

test('a balance above the most that a payout may have is paid as far as one payout goes', async () => {
  const { keys, set, ran } = await openShop();
  const most = { amount: 999_999_999_999, payer: { name: 'Ana', document: '12345678909' } };
  for (const payment of [most, most]) await receivePayment(gateway, keys, payment);
  await set({ rule: 'daily', hour: 13 });
  gateway.clock.set(FRIDAY_NOON + HOUR_MS);
  assert.equal((await ran(1))[0]?.amount, most.amount);
});

test('a run that is late is that of its own day, so that the next day has its run too', () => {
  const nightly = { rule: 'daily', hour: 23, weekday: 0 } as const;
  const after = Date.parse('2026-11-21T00:03:00-03:00');
  assert.equal(periodOfRun(nightly, after), 'daily 2026-11-20');
  assert.equal(periodOfRun(nightly, Date.parse('2026-11-21T23:00:00-03:00')), 'daily 2026-11-21');
  const weekly = { ...nightly, rule: 'weekly', weekday: 5 } as const;
  assert.equal(periodOfRun(weekly, after), 'weekly 2026-11-20');
  assert.equal(periodOfRun({ ...weekly, hour: 0 }, after), 'weekly 2026-11-20');
});

test('runs are kept for 400 days', async () => {
  const { set, ran, runs } = await openShop();
  await set({ rule: 'daily', hour: 13 });
  gateway.clock.set(FRIDAY_NOON + HOUR_MS);
  await ran(1);
  const { database, clock } = gateway.appContext;
  for (const days of [399, 401]) {
    const at = { now: clock.now() + days * DAY_MS, callsBefore: 0 };
    for (const bucket of database.buckets.all()) {
      assert.equal(await expireControlRows(bucket, at), false);
    }
    assert.equal((await runs()).length, days > 400 ? 0 : 1);
  }
});

test('a failed run postpones only what is due: a new setting keeps its own time', async () => {
  const { scope, set, nextRunAt } = await openShop();
  const next = await set({ rule: 'daily', hour: 9 });
  const at = gateway.clock.now();
  const { database } = gateway.appContext;
  await postponeAutomatic(database, { ...scope, at, until: at + 60_000 });
  assert.equal(await nextRunAt(), next);
});

test('a stop of the whole platform skips the run', async () => {
  const { scope } = await openShop();
  const { appContext } = gateway;
  const live = { ...scope, environment: 'live' } as const;
  const { pix_key: uncheckedPixKey, beneficiary } = PAYOUT;
  const wanted = { ...beneficiary, uncheckedPixKey, pixKeyType: 'phone' } as const;
  const limits = { perPayout: null, perDay: null };
  const saved = await saveBeneficiary(appContext, live, { ...wanted, limits }, commandActor);
  const zero = { above: ZERO_CENTAVOS, keep: ZERO_CENTAVOS };
  const daily = { rule: 'daily', hour: 13, weekday: 0, isOn: true, ...zero } as const;
  await setAutomatic(appContext, live, { ...daily, beneficiaryId: saved.id }, commandActor);
  await stopPayouts(appContext, PLATFORM_STOP, null, commandActor);
  gateway.clock.set(FRIDAY_NOON + HOUR_MS);
  const [run] = await until('it has run', async () => {
    const { runs } = await readAutomatic(appContext.database, live);
    return runs.length > 0 && runs;
  });
  assert.equal(run?.skipReason, 'payouts_stopped');
});

test('two workers at the same time pay a period once', async () => {
  const { keys, set, runs, beneficiaryId } = await openShop();
  await gateway.stopWorker();
  await set({ rule: 'daily', hour: 9 });
  gateway.clock.set(FRIDAY_NOON + 21 * HOUR_MS);
  await runRules(3);
  assert.equal((await runs()).length, 1);
  const rows = await gateway.sql('select amount_centavos from payouts where beneficiary_id = $1', [
    beneficiaryId,
  ]);
  assert.equal(rows.length, 1);
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  assert.equal(body.available, 0);
});

test('above an amount, a payout that fails while the rule runs is not made again at once', async () => {
  const { scope, keys, set, runs } = await openShop({
    pix_key: 'falha@sandbox.com',
    pix_key_type: 'email',
  });
  await set({ rule: 'above', above: 1 });
  gateway.clock.advance(2 * 60_000);
  await runRules();
  const [run] = await runs();
  gateway.clock.advance(2 * 60_000);
  const { database, clock } = gateway.appContext;
  const settling = { database, clock, sandboxMerchantId: '' };
  const running = await database.transaction(async (tx) => {
    await settlePendingPayouts(settling, tx, scope);
    const isRunning = runRules();
    await until('the run waits for the accounts', () => isBlocked(gateway));
    return { isRunning };
  });
  await running.isRunning;
  const path = `/v1/transactions/${run?.payout_id}`;
  assert.equal((await gateway.call('GET', path, { keys })).body.status, 'failed');
  assert.equal((await runs()).length, 1);
});

/** Lets workers run the due rules of all buckets. */
async function runRules(workers = 1): Promise<void> {
  const { logger, database, clock } = gateway.appContext;
  const deps = { logger, database, clock, paymentDelaySeconds: 5, canSend: false };
  const runs: Promise<unknown>[] = [];
  const inBuckets = startInBuckets(database, (bucket) => {
    for (let worker = 0; worker < workers; worker += 1) {
      runs.push(runDueAutomatic({ ...deps, database: bucket }));
    }
    return { stop: async () => {} };
  });
  await Promise.all(runs);
  await inBuckets.stop();
}
