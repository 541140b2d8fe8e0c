import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { isBusinessDay } from '#src/ground/business-days.ts';
import { systemClock } from '#src/ground/clock.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { openLog } from '#src/ground/log.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { until } from '../support/gateway.ts';
import { AUTOMATIC_ENV, insertAuthorized, NET } from '../support/live-cycles.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';
import { eventually, startCrashingGateway } from './crashing-gateway.ts';

/**
 * Kills the gateway (SIGKILL) at each step of a live cycle, of a cancellation and of a retry:
 * before and after the bank has done a request, and while the database delays a write. Then starts
 * it again.
 */
const crashing = await startCrashingGateway({ after }, 'live', AUTOMATIC_ENV);
const { bank, env, keys, url, ask, ends, createOnce, crashAtBank, crashAtTable } = crashing;
const config = loadConfig(env);
assert.ok(config.bank);
const { logger } = openLog('silent');
const liveBank = openLiveBank(config.bank, { logger, now: systemClock.now });
after(() => liveBank.close());
const callbackUrl = `${url}/banks/efi/${env.PROVIDER_CALLBACK_SECRET}`;
await until('the call-backs of recurrences are registered', async () => {
  const outcome = await liveBank.recurring?.registerCallbacks(callbackUrl);
  return outcome?.kind === 'done';
});
const database = openDatabase({
  ...{ connectionString: crashing.connectionString, connectionsMax: 2, applicationName: 'test' },
});
after(() => database.close());
const SELECT_SHOP = {
  name: 'test_shop',
  text: 'select merchant_id from merchants where username = $1',
};
const SELECT_REGISTERED = {
  name: 'test_registered',
  text: `select c.charge_id from subscription_cycles c join subscription_bank_cycles b
      on (b.merchant_id, b.subscription_id, b.cycle_on, b.number)
        = (c.merchant_id, c.subscription_id, c.cycle_on, c.number)
    where c.subscription_id = $1 and b.status is not null`,
};
let paidCount = 0;

/** A day whose cycle can be created now: two to four days ahead. None is near long holidays. */
const today = brazilianDayOf(systemClock.now());
const due = [3, 4, 2].map((days) => addDays(today, days)).find((day) => isBusinessDay(day));
const skip = due === undefined;

/** A subscription whose first cycle is to be created now. */
async function subscribe(): Promise<string> {
  const [shop] = await database.query<{ merchant_id: string }>(SELECT_SHOP, ['loja']);
  assert.ok(shop && due);
  const payer = { name: 'Maria Silva', document: '52998224725' };
  const deps = { database, clock: systemClock, bank, liveBank };
  const wanted = { merchantId: shop.merchant_id, keys, due, payer, retries: true };
  return (await insertAuthorized(deps, wanted)).id;
}

/** The id of the charge of a cycle, when the bank has it and the gateway knows that. */
async function registered(id: string): Promise<string> {
  const found = await eventually('the bank has the cycle', async () => {
    const [row] = await database.query<{ charge_id: string }>(SELECT_REGISTERED, [id]);
    return row?.charge_id;
  });
  assert.ok(bank.recurringCharge(found.replaceAll('-', '')));
  return found;
}

/** The Pix of a cycle arrives, and pays it once. */
async function pay(chargeId: string): Promise<void> {
  bank.receiveWithoutCharge(10_000n, chargeId.replaceAll('-', ''));
  await ends(chargeId);
}

async function assertPaidOnce(id: string): Promise<void> {
  paidCount += 1;
  const events = await ask('GET', `/v1/events?resource=${id}`);
  const told = (events?.body.data ?? []) as { event: string; sequence: number }[];
  assert.deepEqual(
    told.map(({ event, sequence }) => `${sequence} ${event}`),
    ['1 subscription.authorized', '2 cycle.scheduled', '3 cycle.paid'],
  );
  const charges = bank.snapshot().recurringCharges;
  assert.equal(charges.length, paidCount, 'one charge at the bank for each cycle');
  assert.equal((await ask('GET', '/v1/balance'))?.body.available, paidCount * NET);
}

async function chargeAndPay(id: string): Promise<void> {
  await pay(await registered(id));
}

const STEPS: readonly Pick<FaultOrder, 'kind' | 'operation'>[] = [
  { kind: 'silent_before', operation: 'createRecurringCharge' },
  { kind: 'silent_after', operation: 'createRecurringCharge' },
  { kind: 'silent_after', operation: 'findPayment' },
];
for (const { kind, operation } of STEPS) {
  test(`killed at ${operation}, ${kind.replace('silent_', '')} the bank did it`, {
    skip,
  }, async () => {
    let id = '';
    await crashAtBank([{ kind, operation }], async () => {
      id = await subscribe();
      await chargeAndPay(id);
    });
    await assertPaidOnce(id);
  });
}

for (const table of ['subscription_cycles', 'subscription_bank_cycles']) {
  test(`killed at a write of ${table} while a cycle is created`, { skip }, async () => {
    let id = '';
    await crashAtTable(table, async () => {
      id = await subscribe();
      await chargeAndPay(id);
    });
    await assertPaidOnce(id);
  });
}

for (const table of ['incoming_payments', 'subscription_cycles', 'ledger_postings']) {
  test(`killed at a write of ${table} while a cycle is paid`, { skip }, async () => {
    const id = await subscribe();
    const chargeId = await registered(id);
    await crashAtTable(table, () => pay(chargeId));
    await assertPaidOnce(id);
  });
}

/** Repeats a request under one key until it is answered. */
async function done(path: string): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  await eventually(`${path} is answered`, async () => {
    const answer = await ask('POST', path, { headers, body: {} });
    return answer?.status === 200;
  });
}

/** A subscription that waits for its payer, who has a code that pays and authorizes. */
async function createWaiting() {
  const body = { ...SUBSCRIPTION, first_due_on: addDays(today, 20) };
  const journey = 'code_and_first_payment';
  const id = await createOnce('/v1/subscriptions', { ...body, journey });
  const answer = await ask('GET', `/v1/subscriptions/${id}`);
  return { id, chargeId: String(answer?.body.first_transaction_id) };
}

/** A subscription whose first cycle the payer's bank has refused for now. */
async function createFailed() {
  const id = await subscribe();
  const chargeId = await registered(id);
  const txid = chargeId.replaceAll('-', '');
  await eventually('the attempt is scheduled', async () => {
    return bank.recurringCharge(txid)?.status === 'ATIVA';
  });
  bank.refuseAttempt(txid, 'AM02');
  await eventually('the cycle has failed', async () => (await told(id)).includes('cycle.failed'));
  return { id, chargeId, txid };
}

async function told(id: string): Promise<string[]> {
  const events = await ask('GET', `/v1/events?resource=${id}`);
  return ((events?.body.data ?? []) as { event: string }[]).map(({ event }) => event);
}

/** Subscriptions that are canceled before and after the authorization, and one that is retried. */
async function createThree() {
  const waiting = await createWaiting();
  const running = await subscribe();
  const runningTxid = (await registered(running)).replaceAll('-', '');
  const failed = await createFailed();
  const { recurrences } = bank.snapshot();
  const contract = waiting.id.replaceAll('-', '');
  const recurrenceId = recurrences.find((one) => one.contract === contract)?.id ?? '';
  return { waiting, running, runningTxid, failed, recurrenceId };
}

type Three = Awaited<ReturnType<typeof createThree>>;

/** Cancels two subscriptions and retries one, and waits until the bank has done it. */
async function cancelAndRetry(three: Three): Promise<void> {
  const { waiting, running, runningTxid, failed, recurrenceId } = three;
  await Promise.all([
    done(`/v1/subscriptions/${waiting.id}/cancel`),
    done(`/v1/subscriptions/${running}/cancel`),
    done(`/v1/subscriptions/${failed.id}/retry`),
  ]);
  await ends(waiting.chargeId, 'canceled');
  await eventually('the bank has canceled both and takes the retry', async () => {
    const ended = [bank.recurrence(recurrenceId), bank.recurringCharge(runningTxid)];
    const isEnded = ended.every((one) => one?.status === 'CANCELADA');
    return isEnded && bank.recurringCharge(failed.txid)?.attempts.length === 2;
  });
}

async function assertDoneOnce({ waiting, running, failed }: Three): Promise<void> {
  assert.throws(() => bank.pay(waiting.chargeId.replaceAll('-', '')));
  assert.deepEqual(await told(waiting.id), ['subscription.canceled']);
  assert.deepEqual(await told(waiting.chargeId), ['deposit.canceled']);
  const first = ['subscription.authorized', 'cycle.scheduled'];
  assert.deepEqual(await told(running), [...first, 'subscription.canceled', 'cycle.canceled']);
  await pay(failed.chargeId);
  const kinds = bank.recurringCharge(failed.txid)?.attempts.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['AGND', 'NTAG']);
  assert.deepEqual(await told(failed.id), [
    ...[...first, 'cycle.failed', 'cycle.retrying', 'cycle.paid'],
  ]);
}

const CHANGES = [
  ...(['reviseRecurrence', 'reviseCharge', 'reviseRecurringCharge'] as const),
  'retryRecurringCharge',
] as const;
for (const kind of ['silent_before', 'silent_after'] as const) {
  test(`killed in cancellations and a retry, ${kind.replace('silent_', '')} the bank did them`, {
    skip,
  }, async () => {
    const three = await createThree();
    const orders = CHANGES.map((operation) => ({ kind, operation }));
    await crashAtBank(orders, () => cancelAndRetry(three));
    await assertDoneOnce(three);
  });
}

for (const table of ['subscription_bank_cycles', 'charge_cancellations']) {
  test(`killed at a write of ${table} during cancellations and a retry`, { skip }, async () => {
    const three = await createThree();
    await crashAtTable(table, () => cancelAndRetry(three));
    await assertDoneOnce(three);
  });
}

test('the ledger is right afterwards', { skip }, async () => {
  const report = await verifyLedger(database, allLedgerChecks);
  assert.deepEqual(
    report.laws.filter(({ differences }) => differences.length > 0),
    [],
  );
});
