import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PAYOUT, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { createReconciliationDays } from '../support/reconciliation-days.ts';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const DELAY_MS = 1_000;
// A page has one item, so that a few payments are many pages.
const live = await startLiveInBuckets(
  { after },
  { bankOptions: { payoutDelayMs: DELAY_MS, pageItemsMax: 1 } },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const operator = await signInOperator(gateway);
const { today, advanceToNextNoon, reportSince, compareAgain } = createReconciliationDays(
  gateway,
  operator,
);

/** The requests of one operation to the bank. */
function asked(operation: string): string[] {
  const entries = bank.requestLog.entries().filter((entry) => entry.operation === operation);
  return entries.map(({ url }) => url);
}

async function receive(amount: bigint): Promise<string> {
  const { endToEndId } = bank.receiveWithoutCharge(amount, 'deoutrosistema0000000000000001');
  await until('it is booked', async () => {
    const rows = await gateway.sql('select from incoming_payments where end_to_end_id = $1', [
      endToEndId,
    ]);
    return rows.length === 1;
  });
  return endToEndId;
}

async function fund(amount: bigint): Promise<void> {
  const path = `/api/operator/incoming-payments/${await receive(amount)}/assign`;
  const given = await operator.callWithCode('POST', path, { username: shop.username });
  assert.equal(given.status, 200, given.text);
}

async function payOut(): Promise<string> {
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(sent.status, 201, sent.text);
  const id = String(sent.body.internal_id);
  await until('the bank has it', async () => bank.payout(id.replaceAll('-', '')) !== undefined);
  return id;
}

async function settle(id: string): Promise<void> {
  await until(`${id} is paid`, async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    if (body.status === 'pending') gateway.clock.advance(DELAY_MS);
    return body.status === 'paid';
  });
}

/** Waits until no worker checks payouts for returns, which sends requests too. */
async function quiet(): Promise<void> {
  await until('no payout is due', async () => {
    // A check under way holds its payout for less than ten minutes; the next one is hours later.
    const soon = new Date(gateway.clock.now() + 10 * MINUTE_MS);
    const due = await gateway.sql('select from payouts where check_due_at <= $1', [soon]);
    return due.length === 0;
  });
}

test('a day is reconciled by lists, and payouts missing from the list are checked one by one', async () => {
  advanceToNextNoon();
  const day = today();
  await fund(100_000n);
  for (let count = 0; count < 3; count += 1) await settle(await payOut());
  const slow = await payOut();
  gateway.clock.advance(2 * HOUR_MS);
  await settle(slow);
  advanceToNextNoon();
  await reportSince(day, 0);
  await quiet();
  bank.requestLog.clear();
  const report = await compareAgain(day);
  assert.deepEqual([report.is_clean, report.payout_count], [true, 4]);
  const single = asked('findPayout').map((url) => url.split('/').at(-1));
  assert.deepEqual(single, [slow.replaceAll('-', '')]);
  assert.ok(asked('listPayouts').length > 0);
});

test('a payout that only the bank has is a discrepancy', async () => {
  const day = today();
  const lost = await payOut();
  await settle(lost);
  advanceToNextNoon();
  assert.equal((await reportSince(day, 0)).is_clean, true);
  await gateway.sql('create table lost_payouts as select * from payouts where id = $1', [lost]);
  await gateway.sql('delete from payouts where id = $1', [lost]);
  const found = await compareAgain(day);
  assert.deepEqual(
    found.lines.map((line) => [line.kind, line.subject, line.amount_at_bank, line.words_at_bank]),
    [['payout_missing_here', lost, PAYOUT.amount, 'paid']],
  );
  await gateway.sql('insert into payouts select * from lost_payouts');
});

test('a busy hour is read in windows that shrink until they have few pages', async () => {
  const day = today();
  for (let count = 0; count < 25; count += 1) {
    await receive(100n);
    gateway.clock.advance(MINUTE_MS);
  }
  advanceToNextNoon();
  await reportSince(day, 0);
  bank.requestLog.clear();
  const report = await compareAgain(day);
  assert.deepEqual([report.is_clean, report.received_count], [true, 25]);
  const pages = asked('listPayments')
    .map((url) => new URL(url, bank.url).searchParams)
    .filter((query) => instantOf(query, 'fim') - instantOf(query, 'inicio') <= HOUR_MS)
    .map((query) => Number(query.get('paginacao.paginaAtual')));
  assert.ok(Math.max(...pages) < 20, `page ${Math.max(...pages)} was asked for`);
});

test('a reconciliation that an unavailable bank interrupted continues where it stopped', async () => {
  const day = today();
  await receive(100n);
  advanceToNextNoon();
  await reportSince(day, 0);
  // The hours before noon are reconciled, then the bank does not answer.
  const afterNoon = `${day}T15:`;
  bank.requestLog.clear();
  const begun = gateway.clock.now();
  bank.faults.add({ kind: 'error', operation: 'readBalance' });
  assert.equal((await operator.call('POST', `/api/operator/reconciliations/${day}`)).status, 202);
  await until('it waits for the bank', async () => {
    const path = `/api/operator/reconciliations/${day}`;
    return (await operator.call('GET', path)).body.status === 'retrying';
  });
  const isOfNoon = (url: string) => url.includes(encodeURIComponent(afterNoon));
  assert.equal(asked('listPayouts').filter(isOfNoon).length > 0, true);
  bank.faults.clear();
  bank.requestLog.clear();
  await until('it is made', async () => {
    const { body } = await operator.call('GET', `/api/operator/reconciliations/${day}`);
    if (body.status === 'retrying') await toTheNextTry(day);
    return body.status === 'done' && Date.parse(String(body.made_at)) >= begun;
  });
  assert.deepEqual(asked('listPayouts').filter(isOfNoon), []);
});

/** A reconciled hour counts for an hour, so the clock moves only as far as needed. */
async function toTheNextTry(day: string): Promise<void> {
  // While a worker compares the day, `due_at` is the end of its claim.
  const text = `select due_at from reconciliation_reports
    where day = $1 and failure is not null`;
  const [row] = await gateway.sql(text, [day]);
  const dueAt = Number(row?.due_at ?? 0);
  if (dueAt > gateway.clock.now()) gateway.clock.set(dueAt);
}

function instantOf(query: URLSearchParams, name: string): number {
  return Date.parse(query.get(name) ?? '');
}
