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
import { until } from '../support/gateway.ts';
import { checkIntentTraces, recordIntents } from '../support/intent-traces.ts';
import { AUTOMATIC_ENV, insertAuthorized, NET } from '../support/live-cycles.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';
import {
  afterBank,
  beforeBank,
  eventually,
  type Story,
  startCrashingGateway,
} from './crashing-gateway.ts';

/**
 * Kills the gateway (SIGKILL) at each step of a live cycle, of a cancellation and of a retry:
 * before and after the bank has done a request, and while the database delays a write. Then starts
 * it again.
 */
const crashing = await startCrashingGateway({ after }, 'live', AUTOMATIC_ENV);
const { bank, env, keys, url, ask, ends, createOnce, crashAt } = crashing;
await recordIntents(crashing.ownerConnectionString);
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
  connectionString: crashing.connectionString,
  connectionsMax: 2,
  applicationName: 'test',
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
const COUNT_CYCLES = {
  name: 'test_count_cycles',
  text: `select count(*)::int as cycles, (count(*) filter (where status = 'paid'))::int as paid
    from subscription_cycles`,
};

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
  const events = await ask('GET', `/v1/events?resource=${id}`);
  const told = (events?.body.data ?? []) as { event: string; sequence: number }[];
  assert.deepEqual(
    told.map(({ event, sequence }) => `${sequence} ${event}`),
    ['1 subscription.authorized', '2 cycle.scheduled', '3 cycle.paid'],
  );
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
    ...first,
    'cycle.failed',
    'cycle.retrying',
    'cycle.paid',
  ]);
}

/** Work on subscriptions that a crash stops; `check` looks at what it came to. */
interface Checked extends Story {
  readonly check: () => Promise<void>;
}

/** A cycle is created, and then paid. */
function create(at: Story['at']): Checked {
  let id = '';
  const act = async () => {
    id = await subscribe();
    await pay(await registered(id));
  };
  return { at, act, check: () => assertPaidOnce(id) };
}

/** A cycle that the bank knows is paid. */
async function payAt(at: Story['at']): Promise<Checked> {
  const id = await subscribe();
  const chargeId = await registered(id);
  return { at, act: () => pay(chargeId), check: () => assertPaidOnce(id) };
}

/** Two cancellations and a retry. */
async function changeAt(at: Story['at']): Promise<Checked> {
  const three = await createThree();
  return { at, act: () => cancelAndRetry(three), check: () => assertDoneOnce(three) };
}

async function crashIn(...stories: readonly Checked[]): Promise<void> {
  await crashAt(...stories);
  for (const { check } of stories) await check();
}

/** One loop asks for both changes of a cycle, so that one of them may wait for the other. */
const CANCELLATIONS = ['reviseRecurrence', 'reviseCharge', 'reviseRecurringCharge'] as const;
const RETRY = 'retryRecurringCharge';

test('killed before the bank did cancellations, and read a payment', { skip }, async () =>
  crashIn(await changeAt(beforeBank(...CANCELLATIONS)), await payAt(afterBank('findPayment'))),
);

test('killed after the bank did cancellations, and at a write of a payment', { skip }, async () =>
  crashIn(await changeAt(afterBank(...CANCELLATIONS)), await payAt('incoming_payments')),
);

test('killed before the bank did a retry, and at a write of a paid cycle', { skip }, async () =>
  crashIn(await changeAt(beforeBank(RETRY)), await payAt('subscription_cycles')),
);

test('killed after the bank did a retry', { skip }, async () =>
  crashIn(await changeAt(afterBank(RETRY))),
);

test('killed at a posting of a payment and at a write of a cancellation', { skip }, async () =>
  crashIn(await payAt('ledger_postings'), await changeAt('charge_cancellations')),
);

test('killed at a write of a cycle at the bank', { skip }, () =>
  crashIn(create('subscription_bank_cycles')),
);

test('killed before the bank made a charge of a cycle, and at a write of a retry', {
  skip,
}, async () => {
  const changed = await changeAt('subscription_bank_cycles');
  await crashIn(create(beforeBank('createRecurringCharge')), changed);
});

test(
  'killed after the bank made a charge of a cycle, and at a write of a new cycle',
  { skip },
  () => crashIn(create(afterBank('createRecurringCharge')), create('subscription_cycles')),
);

test(
  'each cancellation of a charge took only steps that the model of intents allows',
  {
    skip,
  },
  // The first charge of a subscription is recorded by its recurrence, not as a draft.
  async () =>
    assert.ok(
      await checkIntentTraces(crashing.ownerConnectionString, bank, ['charge_cancellations']),
    ),
);

test('the bank has one charge for each cycle, and the balance has each payment once', {
  skip,
}, async () => {
  const [row] = await database.query<{ cycles: number; paid: number }>(COUNT_CYCLES, []);
  assert.ok(row);
  assert.equal(bank.snapshot().recurringCharges.length, row.cycles);
  assert.equal((await ask('GET', '/v1/balance'))?.body.available, row.paid * NET);
});

test('the ledger is right afterwards', { skip }, async () => {
  const report = await verifyLedger(database, allLedgerChecks);
  assert.deepEqual(
    report.laws.filter(({ differences }) => differences.length > 0),
    [],
  );
});
