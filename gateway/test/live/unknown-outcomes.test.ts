import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { createReconciliationDays } from '../support/reconciliation-days.ts';
import { createRefunder } from '../support/refunds.ts';

const QUARANTINE_SECONDS = 600;
const QUARANTINE_MS = QUARANTINE_SECONDS * 1_000;
const HOUR_MS = 60 * 60_000;
// R$ 100,00 less 1,49 % and 49 centavos.
const NET_OF_CHARGE = 9_802;
const live = await startLiveGateway(
  { after },
  {
    env: {
      PROVIDER_TIMEOUT_SECONDS: '3',
      PROVIDER_UNKNOWN_QUARANTINE_SECONDS: String(QUARANTINE_SECONDS),
    },
    bankOptions: { refundDelayMs: 0 },
  },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const { refund, read, balanceOf } = createRefunder(gateway);
const operator = await signInOperator(gateway);
const { today, advanceToNextNoon, reportSince } = createReconciliationDays(gateway, operator);

async function createPaid(body: object = CHARGE): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(created.status, 201, created.text);
  const id = String(created.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  return id;
}

async function sendPayout(amount = 1_000): Promise<string> {
  const body = { ...PAYOUT, amount };
  const {
    status,
    body: created,
    text,
  } = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body,
  });
  assert.equal(status, 201, text);
  return String(created.internal_id);
}

function requestsOf(operation: string, id: string) {
  const bankId = id.replaceAll('-', '');
  return bank.requestLog
    .entries()
    .filter((one) => one.operation === operation && one.url.includes(bankId));
}

/** Waits until the bank was asked about an order a number of times, and advances the clock. */
function asked(operation: string, id: string, times: number): Promise<boolean> {
  return until(`${times} of ${operation}`, async () => {
    if (requestsOf(operation, id).length >= times) return true;
    gateway.clock.advance(5_000);
    return false;
  });
}

async function statusIs(id: string, status: string) {
  return until(`${id} is ${status}`, async () => {
    const found = await read(keys, id);
    return found.status === status && found;
  });
}

/** Advances the clock beyond the quarantine and every pause of the gateway. */
function endQuarantine(): void {
  gateway.clock.advance(QUARANTINE_MS + HOUR_MS);
}

/** A payout that failed here while the bank still has its first order in a queue. */
async function failedThoughQueued(amount: number): Promise<string> {
  bank.faults.add({ kind: 'queued', operation: 'sendPayout', times: 1 });
  const id = await sendPayout(amount);
  await asked('sendPayout', id, 1);
  await asked('findPayout', id, 2);
  endQuarantine();
  await statusIs(id, 'failed');
  return id;
}

await createPaid();
await createPaid();
// The bank account also holds the money of other merchants.
bank.receiveWithoutCharge(5_000n, 'deoutrosistema0000000000000001');

test('a payout without an answer is only checked during its quarantine, and is paid once', async () => {
  bank.faults.add({ kind: 'queued', operation: 'sendPayout', times: 1 });
  const id = await sendPayout();
  await asked('findPayout', id, 4);
  assert.equal(requestsOf('sendPayout', id).length, 1);
  assert.equal((await read(keys, id)).status, 'pending');
  assert.deepEqual((await balanceOf(keys))[1], 1_000);
  bank.workOffQueue();
  await until('it is paid', async () => {
    gateway.clock.advance(5_000);
    return (await read(keys, id)).status === 'paid';
  });
  assert.equal(requestsOf('sendPayout', id).length, 1);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('a refund without an answer is only checked during its quarantine, and is done once', async () => {
  const charge = await createPaid();
  bank.faults.add({ kind: 'queued', operation: 'sendRefund', times: 1 });
  const created = await refund(keys, charge, { amount: 700 });
  const id = String(created.body.internal_id);
  await asked('findRefund', id, 4);
  assert.equal(requestsOf('sendRefund', id).length, 1);
  assert.equal((await read(keys, charge)).refunds[0]?.status, 'pending');
  bank.workOffQueue();
  await until('it is done', async () => {
    gateway.clock.advance(5_000);
    return (await read(keys, charge)).refunded_amount === 700;
  });
  assert.equal(requestsOf('sendRefund', id).length, 1);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('a payout that the bank never received is sent again after its quarantine under the same id', async () => {
  bank.faults.add({ kind: 'silent_before', operation: 'sendPayout', times: 1 });
  const id = await sendPayout();
  await asked('findPayout', id, 2);
  assert.equal(requestsOf('sendPayout', id).length, 1);
  endQuarantine();
  await statusIs(id, 'paid');
  assert.equal(requestsOf('sendPayout', id).length, 2);
});

test('a payout that the bank pays after it failed is booked by its call-back and reported', async () => {
  const before = await balanceOf(keys);
  const id = await failedThoughQueued(1_500);
  assert.deepEqual(await balanceOf(keys), before);
  bank.workOffQueue();
  const found = await statusIs(id, 'paid');
  assert.deepEqual([found.failure_reason, found.paid_after_failure], [null, true]);
  assert.equal(found.end_to_end_id, bank.payout(id.replaceAll('-', ''))?.endToEndId);
  assert.equal((await balanceOf(keys))[0], Number(before[0]) - 1_500);
  const events = await gateway.sql(
    'select kind from webhook_events where resource_id = $1 order by sequence',
    [id],
  );
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['payout.failed', 'payout.paid'],
  );
  const changes = await gateway.sql(
    `select details from audit_log where action = 'payout.paid_late' and subject = $1`,
    [id],
  );
  assert.deepEqual(changes[0]?.details, { amount: 1_500, debt: 0 });
  await until('the late payment is logged', async () =>
    gateway.logLines.some((line) => {
      const { level, payout } = JSON.parse(line);
      return level === 50 && payout === id;
    }),
  );
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('a late payout that exceeds the merchant’s balance becomes debt, which its next payment repays', async () => {
  const poor = 1_200;
  const id = await failedThoughQueued(poor);
  const [available] = await balanceOf(keys);
  const rest = await sendPayout(Number(available) - 200);
  await statusIs(rest, 'paid');
  bank.workOffQueue();
  await statusIs(id, 'paid');
  assert.deepEqual(await balanceOf(keys), [0, 0]);
  const owed = async () => (await gateway.call('GET', '/v1/balance', { keys })).body.debt;
  assert.equal(await owed(), -(poor - 200));
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
  await createPaid();
  assert.equal(await owed(), 0);
  const [left] = await balanceOf(keys);
  assert.equal(left, NET_OF_CHARGE - (poor - 200));
  const [posting] = await gateway.sql(
    `select count(*)::int as repayments, sum(amount_centavos)::int as repaid from debt_repayments`,
  );
  assert.deepEqual(posting, { repayments: 1, repaid: poor - 200 });
  assert.deepEqual(await failedChecks(gateway), []);
});

test('reconciliation of its day finds a late payout whose call-back was lost', async () => {
  await createPaid();
  advanceToNextNoon();
  const day = today();
  const id = await failedThoughQueued(300);
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  bank.workOffQueue();
  await bank.runDue();
  // Without the check that the gateway schedules itself.
  await gateway.sql('update payouts set check_due_at = null where id = $1', [id]);
  advanceToNextNoon();
  const report = await reportSince(day, 0);
  assert.ok(report.lines.some(({ kind, subject }) => kind === 'payout_status' && subject === id));
  await statusIs(id, 'paid');
  bank.faults.clear();
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('the scheduled checks find a late payout whose call-back was lost', async () => {
  const id = await failedThoughQueued(300);
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  bank.workOffQueue();
  await bank.runDue();
  gateway.clock.advance(2 * HOUR_MS);
  await statusIs(id, 'paid');
  bank.faults.clear();
});

test('a refund that the bank makes after it failed is booked by its call-back and reported', async () => {
  const charge = await createPaid();
  const before = await balanceOf(keys);
  bank.faults.add({ kind: 'queued', operation: 'sendRefund', times: 1 });
  const created = await refund(keys, charge, { amount: 900 });
  const id = String(created.body.internal_id);
  await asked('findRefund', id, 2);
  endQuarantine();
  await until('it failed', async () => (await read(keys, charge)).refunds[0]?.status === 'failed');
  assert.deepEqual(await balanceOf(keys), before);
  bank.workOffQueue();
  const found = await statusIs(charge, 'partially_refunded');
  assert.deepEqual([found.refunded_amount, found.refunds[0]?.status], [900, 'done']);
  assert.equal((await balanceOf(keys))[0], Number(before[0]) - 900);
  const changes = await gateway.sql(
    `select details from audit_log where action = 'refund.done_late' and subject = $1`,
    [charge],
  );
  assert.deepEqual(changes[0]?.details, { amount: 900, refund: id, debt: 0 });
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
