import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signInOperator } from '../support/panel.ts';
import { createReconciliationDays, DAY_MS, type Line } from '../support/reconciliation-days.ts';
import { createRefunder } from '../support/refunds.ts';

const MINUTE_MS = 60_000;
const live = await startLiveGateway({ after });
const { gateway, bank, shop } = live;
const { keys } = shop;
const operator = await signInOperator(gateway);
const command = await liveCommands({ after }, live);
const { refund, read } = createRefunder(gateway);
const { today, advanceToNextNoon, report, reportSince } = createReconciliationDays(
  gateway,
  operator,
);

interface Unrequested {
  readonly end_to_end_id: string;
  readonly amount: number;
  readonly by_bank: boolean;
  readonly charge_id: string | null;
  readonly incoming_payment_state: string | null;
  readonly username: string | null;
}

async function paidCharge(): Promise<{ id: string; endToEndId: string }> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(created.body.internal_id);
  const { endToEndId } = bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  return { id, endToEndId };
}

/** Refunds at the bank that the panel shows. */
async function unrequested(): Promise<Unrequested[]> {
  const path = '/api/operator/unasked-refunds?limit=100';
  return (await operator.call<{ data: Unrequested[] }>('GET', path)).body.data;
}

function found(endToEndId: string): Promise<Unrequested> {
  return until(`the refund of ${endToEndId} is found`, async () => {
    const one = (await unrequested()).find((row) => row.end_to_end_id === endToEndId);
    if (!one) gateway.clock.advance(MINUTE_MS);
    return one;
  });
}

async function metric(name: string): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
}

function refundLines(lines: readonly Line[]): unknown[] {
  return lines
    .filter(({ kind }) => kind === 'refund_not_asked')
    .map((line) => [line.subject, line.amount_at_bank, line.words_here]);
}

test('a refund made at the bank’s page is reported at once, attributed to its payment, and in that day’s report only', async () => {
  advanceToNextNoon();
  const { id, endToEndId } = await paidCharge();
  advanceToNextNoon();
  const day = today();
  bank.takeBack(endToEndId, 700n, 'ORIGINAL');
  const one = await found(endToEndId);
  assert.deepEqual(
    [one.amount, one.by_bank, one.charge_id, one.incoming_payment_state, one.username],
    [700, false, id, 'charge', shop.username],
  );
  assert.equal(await metric('pix_gateway_unrequested_refunds'), 1);
  const listed = JSON.parse((await command('incoming-payment', 'refunds', '--json')).stdout);
  assert.deepEqual(
    [listed.data.length, listed.data[0].end_to_end_id, listed.data[0].charge_id],
    [1, endToEndId, id],
  );
  advanceToNextNoon();
  assert.deepEqual(refundLines((await reportSince(day, 0)).lines), [[endToEndId, 700, id]]);
  const next = today();
  advanceToNextNoon();
  assert.deepEqual(refundLines((await reportSince(next, 0)).lines), []);
  assert.equal(await metric('pix_gateway_unrequested_refunds'), 1);
});

test('a refund of an old payment whose call-back was lost is found in the bank’s list', async () => {
  const { endToEndId } = await paidCharge();
  const held = bank.receiveWithoutCharge(900n, 'deoutrosistema0000000000000001');
  await until('it is held', async () => {
    const text = 'select from incoming_payments where end_to_end_id = $1';
    return (await gateway.sql(text, [held.endToEndId])).length === 1;
  });
  gateway.clock.advance(60 * DAY_MS);
  advanceToNextNoon();
  const day = today();
  bank.faults.add({ kind: 'callback_lost', operation: '*' });
  bank.takeBack(endToEndId, 800n, 'ORIGINAL');
  bank.takeBack(held.endToEndId, 900n, 'ORIGINAL');
  bank.faults.clear();
  assert.equal((await found(endToEndId)).amount, 800);
  assert.equal((await found(held.endToEndId)).incoming_payment_state, 'suspense');
  advanceToNextNoon();
  assert.deepEqual(refundLines((await reportSince(day, 0)).lines).length, 2);
});

test('a refund that is found after its day was reconciled updates that day’s report', async () => {
  const { id, endToEndId } = await paidCharge();
  const day = today();
  // The bank reports it nowhere before the next day.
  bank.faults.add({ kind: 'callback_lost', operation: '*' });
  bank.faults.add({ kind: 'error', operation: 'listPayments' });
  bank.takeBack(endToEndId, 600n, 'ORIGINAL');
  await gateway.sql(
    `insert into reconciliation_reports (bank, day, made_at, is_clean, received_count,
        payout_count, discrepancy_count, lines) values ('efi', $1, $2, true, 0, 0, 0, '[]')
      on conflict (bank, day) do update set made_at = excluded.made_at, due_at = null,
        is_clean = true, discrepancy_count = 0, lines = '[]'`,
    [day, new Date(gateway.clock.now() + 12 * 60 * MINUTE_MS)],
  );
  advanceToNextNoon();
  bank.faults.clear();
  await found(endToEndId);
  const line = await until('the report shows it', async () => {
    const lines = refundLines((await report(day))?.lines ?? []);
    if (lines.length === 0) gateway.clock.advance(MINUTE_MS);
    return lines[0];
  });
  assert.deepEqual(line, [endToEndId, 600, id]);
});

test('a refund that this gateway requested is not reported as made at the bank', async () => {
  const before = (await unrequested()).length;
  const { id, endToEndId } = await paidCharge();
  assert.equal((await refund(keys, id, { amount: 300 })).status, 201);
  await until('it is refunded', async () => {
    gateway.clock.advance(1_000);
    return (await read(keys, id)).status === 'partially_refunded';
  });
  gateway.clock.advance(5 * 60 * MINUTE_MS);
  bank.takeBack(endToEndId, 100n, 'ORIGINAL');
  await found(endToEndId);
  const rows = await unrequested();
  assert.equal(rows.length, before + 1);
  assert.equal(rows.find((row) => row.end_to_end_id === endToEndId)?.amount, 100);
});

test('an operator marks a payment as returned to explain a refund made at the bank', async () => {
  const held = bank.receiveWithoutCharge(450n, 'deoutrosistema0000000000000002');
  bank.takeBack(held.endToEndId, 450n, 'ORIGINAL');
  const one = await found(held.endToEndId);
  assert.deepEqual([one.by_bank, one.incoming_payment_state], [false, 'suspense']);
  const path = `/api/operator/incoming-payments/${held.endToEndId}/return`;
  assert.equal((await operator.callWithCode('POST', path)).status, 200);
  const rows = await unrequested();
  assert.ok(!rows.some((row) => row.end_to_end_id === held.endToEndId));
});
