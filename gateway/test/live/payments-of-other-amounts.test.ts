import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { BankCharge, Outcome, ReceivedPayment } from '#src/bank/live-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { silentLogger } from '#src/ground/log.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';

const { gateway, bank, shop } = await startLiveGateway({ after });
const { keys } = shop;

beforeEach(() => bank.faults.clear());

async function created(more: object = {}): Promise<{ id: string; txid: string }> {
  const body = { ...CHARGE, amount: 12_345, ...more };
  const {
    status,
    body: charge,
    text,
  } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(status, 201, text);
  const id = String(charge.internal_id);
  return { id, txid: id.replaceAll('-', '') };
}

function createdWithDueDate() {
  const day = addDays(brazilianDayOf(gateway.clock.now()), 5);
  return created({ due_date: businessDayFrom(day) });
}

async function shown(id: string): Promise<Record<string, unknown>> {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
}

/** Pays a charge with another amount than it asks for. */
function payOtherwise(txid: string, amount: bigint): string {
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1, amount });
  return bank.pay(txid).endToEndId;
}

async function waits(endToEndId: string): Promise<void> {
  await until('the payment waits', async () => {
    gateway.clock.advance(1_000);
    const query = `select from set_aside_work where kind = 'incoming_payment' and id = $1`;
    return (await gateway.sql(query, [endToEndId])).length === 1;
  });
}

async function heldReason(endToEndId: string): Promise<unknown> {
  const query = `select reason from incoming_payments
    where end_to_end_id = $1 and state = 'suspense'`;
  return (await gateway.sql(query, [endToEndId]))[0]?.reason;
}

test('payments are booked while the bank is asked about another one of their batch', async (context) => {
  const { connectionString } = gateway;
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(() => database.close());
  const [due, plain] = [await createdWithDueDate(), await created()];
  const receivedAt = gateway.clock.now();
  const payments = [due, plain].map(({ txid }, index): ReceivedPayment => {
    const amount = centavos(index === 0 ? 12_000n : 12_345n);
    const unique = String(receivedAt).padStart(14, '0');
    const endToEndId = `E0000000020261128${unique}${index}`;
    return { endToEndId, txid, pixKey: bank.pixKey, amount, receivedAt, refunds: [] };
  });
  const answer = Promise.withResolvers<Outcome<BankCharge>>();
  const recorded = recordIncomingPayments(
    {
      database,
      clock: gateway.clock,
      logger: silentLogger,
      bank: { name: 'other', pixKey: bank.pixKey },
      receiving: { findCharge: () => answer.promise },
    },
    payments,
  );
  await until('the other one is booked', async () => (await shown(plain.id)).status === 'paid');
  assert.equal((await shown(due.id)).status, 'pending');
  const value: BankCharge = {
    txid: due.txid,
    status: 'completed',
    amount: centavos(12_345n),
    dueRules: null,
    code: '',
    locationId: null,
    createdAt: 0,
    payments: payments.slice(0, 1),
  };
  answer.resolve({ kind: 'done', value });
  assert.equal(await recorded, 2);
  assert.equal((await shown(due.id)).paid_amount, 12_000);
});

test('a payment whose charge can’t be read at the bank for a day is held as unconfirmed', async () => {
  const { id, txid } = await createdWithDueDate();
  bank.faults.add({ kind: 'malformed', operation: 'findDueCharge' });
  const endToEndId = payOtherwise(txid, 12_000n);
  await waits(endToEndId);
  gateway.clock.advance(DAY_MS - HOUR_MS);
  await until('it was tried again', async () => {
    gateway.clock.advance(1_000);
    const query = `select failures from set_aside_work where kind = 'incoming_payment' and id = $1`;
    return Number((await gateway.sql(query, [endToEndId]))[0]?.failures) > 1;
  });
  assert.equal(await heldReason(endToEndId), undefined);
  gateway.clock.advance(2 * HOUR_MS);
  await until('it is held', async () => {
    gateway.clock.advance(1_000);
    return (await heldReason(endToEndId)) === 'amount_unconfirmed';
  });
  assert.equal((await shown(id)).status, 'pending');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payment that a completed charge at the bank lacks yet waits, and then pays', async () => {
  const { id, txid } = await createdWithDueDate();
  bank.faults.add({ kind: 'unlisted', operation: 'findDueCharge' });
  const endToEndId = payOtherwise(txid, 12_000n);
  await waits(endToEndId);
  assert.equal(await heldReason(endToEndId), undefined);
  bank.faults.clear();
  await until('it is paid', async () => {
    gateway.clock.advance(10_000);
    return (await shown(id)).paid_amount === 12_000;
  });
});
