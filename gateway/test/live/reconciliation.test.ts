import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { reconcileAndSave } from '#src/incoming/reconciliation/schedule-reconciliations.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import {
  createReconciliationDays,
  DAY_MS,
  REPORTS_PATH,
  type Report,
} from '../support/reconciliation-days.ts';
import { createRefunder } from '../support/refunds.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNKNOWN_PAYOUT = 'saquequeogatewaynaoconhece00000001';
// A payout stays at the bank until the test's clock moves on.
const PAYOUT_DELAY_MS = 20_000;
const live = await startLiveInBuckets(
  { after },
  { bankOptions: { payoutDelayMs: PAYOUT_DELAY_MS } },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const operator = await signInOperator(gateway);
const { refund, read } = createRefunder(gateway);
const { today, advanceToNextNoon, report, reportSince, compareAgain } = createReconciliationDays(
  gateway,
  operator,
);

async function createAndEnd(path: string, body: object): Promise<string> {
  const created = await gateway.call('POST', path, { keys, body });
  assert.equal(created.status, 201, created.text);
  const id = String(created.body.internal_id);
  if (path.endsWith('qrcode')) bank.pay(id.replaceAll('-', ''));
  await until(`${id} is paid`, async () => {
    const { body: now } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    if (now.status === 'pending') gateway.clock.advance(1_000);
    return now.status === 'paid';
  });
  return id;
}

/** Two charges and a payout, today; returns their ids. */
async function aDay() {
  const charges = [
    await createAndEnd('/v1/pix/qrcode', CHARGE),
    await createAndEnd('/v1/pix/qrcode', CHARGE),
  ];
  const payout = await createAndEnd('/v1/pix/payout', PAYOUT);
  return { charges, payout };
}

async function paymentOf(chargeId: string): Promise<{ endToEndId: string }> {
  const { end_to_end_id: endToEndId } = await read(keys, chargeId);
  return { endToEndId: String(endToEndId) };
}

test('the previous day is reconciled automatically, and a day without discrepancies is clean', async () => {
  advanceToNextNoon();
  const day = today();
  await aDay();
  const held = bank.receiveWithoutCharge(1_000n, 'deoutrosistema0000000000000001');
  await until('it is booked', async () => {
    const rows = await gateway.sql('select from incoming_payments where end_to_end_id = $1', [
      held.endToEndId,
    ]);
    return rows.length === 1;
  });
  advanceToNextNoon();
  const found = await reportSince(day, 0);
  assert.deepEqual(
    [found.is_clean, found.received_count, found.payout_count, found.difference_count],
    [true, 3, 1, 0],
  );
  assert.deepEqual([found.balance?.at_bank, found.balance?.in_ledger], [16_000, 16_000]);
  assert.deepEqual(found.lines, []);
});

/** Waits until the worker has read the bank's list up to an instant. It reads every 3 minutes. */
async function untilListIsRead(since: Date): Promise<void> {
  await until('the list of the bank is read', async () => {
    const unread = await gateway.sql(
      `select from incoming_payment_periods where opened_until < $1
        union all select from incoming_payment_windows`,
      [since],
    );
    return unread.length === 0;
  });
}

test('changed records are reported as discrepancies and logged, and disappear when corrected', async () => {
  const day = today();
  const { charges, payout } = await aDay();
  advanceToNextNoon();
  const noon = new Date(gateway.clock.now());
  assert.equal((await reportSince(day, 0)).is_clean, true);
  // A later reading of the list would book the deleted payment again.
  await untilListIsRead(noon);
  const [deleted = {}] = await gateway.sql(
    'delete from incoming_payments where charge_id = $1 returning *',
    [charges[0]],
  );
  const changed = String(deleted.end_to_end_id);
  const [other] = await gateway.sql(
    `update incoming_payments set amount_centavos = amount_centavos + 1 where charge_id = $1
      returning end_to_end_id`,
    [charges[1]],
  );
  await gateway.sql(
    `update payouts set end_to_end_id = 'E000', amount_centavos = amount_centavos - 1
      where id = $1`,
    [payout],
  );
  const invented = `insert into incoming_payments (end_to_end_id, id, bank, amount_centavos,
      received_at, booked_at, state, reason)
    values ('E-inventado', gen_random_uuid(), 'efi', 55, $1, $1, 'suspense', 'unknown_charge')`;
  await gateway.sql(invented, [new Date(Date.parse(`${day}T18:00:00Z`))]);
  const found = await compareAgain(day);
  assert.equal(found.is_clean, false);
  assert.deepEqual(found.lines.map(({ kind, subject }) => `${kind} ${subject}`).sort(), [
    `incoming_payment_amount ${other?.end_to_end_id}`,
    `incoming_payment_missing_at_bank E-inventado`,
    `incoming_payment_missing_here ${changed}`,
    `payout_amount ${payout}`,
    `payout_end_to_end_id ${payout}`,
  ]);
  assert.equal(
    found.lines.find(({ kind }) => kind === 'incoming_payment_amount')?.amount_here,
    10_001,
  );
  await until('the discrepancies are logged, which follows their report', async () =>
    gateway.logLines.some((line) => {
      const { level, msg, day: told } = JSON.parse(line);
      return level === 50 && msg === 'the bank and the gateway differ' && told === day;
    }),
  );
  const { body } = await operator.call<{ data: Report[] }>('GET', REPORTS_PATH);
  assert.equal(body.data.find((one) => one.day === day)?.difference_count, 5);
  await mend(deleted, payout);
  assert.equal((await compareAgain(day)).is_clean, true);
});

/** Reverts the changes that the test made by SQL. */
async function mend(deleted: Record<string, unknown>, payout: string): Promise<void> {
  await gateway.sql(
    `insert into incoming_payments select * from json_populate_record(null::incoming_payments, $1)`,
    [JSON.stringify(deleted)],
  );
  await gateway.sql(
    `update incoming_payments set amount_centavos = amount_centavos - 1
      where amount_centavos = 10001`,
  );
  await gateway.sql(`delete from incoming_payments where end_to_end_id = 'E-inventado'`);
  const id = payout.replaceAll('-', '');
  await gateway.sql(
    `update payouts set end_to_end_id = $2, amount_centavos = amount_centavos + 1 where id = $1`,
    [payout, bank.payout(id)?.endToEndId],
  );
}

test('a pending payout explains why the bank’s balance is below the ledger’s', async () => {
  const body = { ...PAYOUT, amount: 321 };
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  await until('the bank has it', async () => {
    const id = String(sent.body.internal_id).replaceAll('-', '');
    return bank.payout(id) !== undefined;
  });
  const { is_clean: isClean, balance } = await compareAgain(today());
  assert.ok(balance);
  assert.deepEqual(
    [isClean, balance.in_ledger - balance.at_bank, balance.outbound_in_transit],
    [true, 321, 321],
  );
});

test('reconciliation includes refunds that the gateway requested and refunds made at the bank', async () => {
  const day = today();
  const { charges } = await aDay();
  const [asked = '', taken = ''] = charges;
  assert.equal((await refund(keys, asked, { amount: 300 })).status, 201);
  await until('it is refunded', async () => {
    gateway.clock.advance(1_000);
    return (await read(keys, asked)).status === 'partially_refunded';
  });
  advanceToNextNoon();
  assert.equal((await reportSince(day, gateway.clock.now())).is_clean, true);
  await gateway.sql('update refunds set amount_centavos = 299, origin_centavos = 299');
  const { endToEndId } = await paymentOf(taken);
  bank.takeBack(endToEndId, 700n, 'ORIGINAL');
  await bank.runDue();
  await until('it is found', async () => {
    return (await gateway.sql('select from unrequested_refunds')).length > 0;
  });
  // The bank refunded it today; the date of the payment does not matter.
  const isRefund = ({ kind }: { kind: string }) => kind === 'refund_not_asked';
  assert.ok(!(await compareAgain(day)).lines.some(isRefund));
  await gateway.sql('update unrequested_refunds set day = $1', [day]);
  const found = await compareAgain(day);
  const balance = found.lines.find(({ kind }) => kind === 'balance');
  assert.equal(Number(balance?.amount_here) - Number(balance?.amount_at_bank), 700);
  assert.deepEqual(
    found.lines.map(({ kind, amount_here: here, amount_at_bank: there }) => [kind, here, there]),
    [
      ['refund_amount', 299, 300],
      ['refund_not_asked', null, 700],
      ['balance', balance?.amount_here, balance?.amount_at_bank],
    ],
  );
});

test('a comparison that began earlier and took longer does not replace a newer report', async () => {
  advanceToNextNoon();
  const { appContext, clock } = gateway;
  const { config, logger } = appContext;
  assert.ok(config.bank);
  const liveBank = openLiveBank(config.bank, { logger, now: clock.now });
  after(() => liveBank.close());
  const { sending } = liveBank;
  assert.ok(sending);
  const { promise: isReadAgain, resolve: readAgain } = Promise.withResolvers<void>();
  const readBalance = async () => {
    await isReadAgain;
    return sending.readBalance();
  };
  const slowBank = { ...liveBank, sending: { ...sending, readBalance } };
  const deps = { ...appContext, readDisputes: async () => ({ unknown: [], unread: [] }) };
  const before = reconcileAndSave({ ...deps, liveBank: slowBank }, today());
  await sending.sendPayout({
    id: UNKNOWN_PAYOUT,
    amount: centavos(1_000n),
    pixKey: PAYOUT.pix_key,
    pixKeyType: 'phone',
    description: undefined,
    beneficiaryDocument: PAYOUT.beneficiary.document,
  });
  clock.advance(HOUR_MS);
  await reconcileAndSave({ ...deps, liveBank }, today());
  const isReported = async (): Promise<boolean | undefined> =>
    (await report(today()))?.lines.some(({ subject }) => subject === UNKNOWN_PAYOUT);
  assert.equal(await isReported(), true);
  readAgain();
  await before;
  assert.equal(await isReported(), true);
});

test('an unavailable bank is asked again later', async () => {
  const day = today();
  bank.faults.add({ kind: 'error', operation: 'listPayments' });
  await operator.call('POST', `${REPORTS_PATH}/${day}`);
  const waiting = await until('the reason is reported', async () => {
    const found = await report(day);
    return found?.status === 'retrying' && found;
  });
  assert.ok(waiting.failure);
  bank.faults.clear();
  // After so many errors the circuit breaker may stay open for some seconds.
  const made = await until('it is made', async () => {
    const found = await report(day);
    if (found?.status === 'retrying') gateway.clock.advance(MINUTE_MS);
    return found?.status === 'done' && found;
  });
  assert.equal(made.failure, null);
});

test('missed days are reconciled later, but no day before the first one', async () => {
  const first = (await gateway.sql('select min(day)::text as day from reconciliation_reports'))[0];
  const day = today();
  gateway.clock.advance(3 * DAY_MS);
  for (const missed of [0, 1, 2]) {
    await reportSince(brazilianDayOf(gateway.clock.now() - (3 - missed) * DAY_MS), 0);
  }
  assert.ok(await report(day));
  const rows = await gateway.sql('select min(day)::text as day from reconciliation_reports');
  assert.equal(rows[0]?.day, first?.day);
});

test('a future day and an invalid day are refused', async () => {
  for (const day of ['2999-01-01', '2026-02-31', 'ontem']) {
    const refused = await operator.call('POST', `${REPORTS_PATH}/${day}`);
    assert.deepEqual([refused.status, refused.body.code], [422, 'day_invalid'], day);
  }
  const unknown = await operator.call('GET', `${REPORTS_PATH}/2020-01-01`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'reconciliation_not_found']);
});
