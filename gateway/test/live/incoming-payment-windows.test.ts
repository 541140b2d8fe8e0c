import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signInOperator } from '../support/panel.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** More digits than the standard allows for an amount. */
const UNREADABLE_AMOUNT = 10n ** 13n;
// A page has one item, so that a few payments are many pages.
const live = await startLiveGateway({ after }, { bankOptions: { pageItemsMax: 1 } });
const { gateway, bank } = live;
const operator = await signInOperator(gateway);
const command = await liveCommands({ after }, live);

/** A payment without a call-back: the bank reports no Pix without txid. */
function receive(amount: bigint): string {
  return bank.receiveWithoutCharge(amount).endToEndId;
}

async function bookedCount(endToEndIds: readonly string[]): Promise<number> {
  const text = 'select from incoming_payments where end_to_end_id = any($1)';
  return (await gateway.sql(text, [endToEndIds])).length;
}

/** Waits until all are booked, and advances the clock so that the list is read. */
function booked(endToEndIds: readonly string[]): Promise<true> {
  return until('all are booked', async () => {
    if ((await bookedCount(endToEndIds)) === endToEndIds.length) return true;
    gateway.clock.advance(MINUTE_MS);
    return false;
  });
}

/** The queries by which the gateway listed payments. */
function listedWindows(): URLSearchParams[] {
  return bank.requestLog
    .entries()
    .filter(({ operation }) => operation === 'listPayments')
    .map(({ url }) => new URL(url, bank.url).searchParams);
}

/** The pages of received payments that the gateway requested. */
function askedPages(): { from: string; page: number }[] {
  return listedWindows()
    .filter((query) => !query.has('devolucaoPresente'))
    .map((query) => ({
      from: `${query.get('inicio')} ${query.get('fim')}`,
      page: Number(query.get('paginacao.paginaAtual')),
    }));
}

async function quiet(): Promise<void> {
  await until('no window is open', async () => {
    return (await gateway.sql('select from incoming_payment_windows')).length === 0;
  });
}

async function metric(name: string): Promise<number> {
  const response = await fetch(`${gateway.url}/metrics`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
}

test('a new gateway reads the list of refunded payments from its start on only', async () => {
  const windows = await until('the windows of refunds are read', async () => {
    const open = `select from incoming_payment_windows where purpose in ('refunds', 'old_refunds')`;
    const [period] = await gateway.sql('select refunds_looked_at from incoming_payment_periods');
    if (!period?.refunds_looked_at || (await gateway.sql(open)).length > 0) return undefined;
    return listedWindows().filter((query) => query.has('devolucaoPresente'));
  });
  assert.equal(windows.length, 2);
});

test('a window with many pages shrinks until it has few', async () => {
  const received: string[] = [];
  for (let count = 0; count < 45; count += 1) {
    received.push(receive(100n));
    gateway.clock.advance(1_000);
  }
  await booked(received);
  await quiet();
  const pages = askedPages().map(({ page }) => page);
  assert.ok(Math.max(...pages) < 20, `page ${Math.max(...pages)} was asked for`);
});

test('a failed page is read again without the pages before it', async () => {
  const received: string[] = [];
  for (let count = 0; count < 15; count += 1) received.push(receive(100n));
  bank.requestLog.clear();
  bank.faults.add({ kind: 'slow', operation: 'listPayments', delayMs: 30 });
  await until('some pages are read', async () => {
    if (askedPages().length === 0) gateway.clock.advance(MINUTE_MS);
    return askedPages().some(({ page }) => page > 5);
  });
  bank.faults.add({ kind: 'error', operation: 'listPayments' });
  const [failed] = await until('a page fails', async () => {
    const rows = await gateway.sql(
      `select next_page::int as page, from_at, to_at from incoming_payment_windows
        where failure is not null and next_page > 0`,
    );
    return rows.length > 0 && rows;
  });
  assert.ok(Number(failed?.page) > 5);
  const isOfWindow = ({ from }: { from: string }) => from === periodWords(failed ?? {});
  bank.requestLog.clear();
  bank.faults.clear();
  // A later window may book the payments first.
  const again = await until('the window is read again', async () => {
    const pages = askedPages().filter(isOfWindow);
    if (pages.length === 0) gateway.clock.advance(MINUTE_MS);
    return pages.length > 0 && pages;
  });
  assert.equal(again[0]?.page, Number(failed?.page));
  await booked(received);
});

/** The window in the request to the bank: extended to whole seconds. */
function periodWords({ from_at: from, to_at: to }: Record<string, unknown>): string {
  const second = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return `${second(Number(from))} ${second(Number(to) + 999)}`;
}

test('an unreadable payment is set aside with an alert and delays no other payment', async () => {
  const strange = receive(UNREADABLE_AMOUNT);
  const good = receive(200n);
  await booked([good]);
  const rows = await until('it is reported', async () => {
    const { body } = await operator.call<{ data: { item: string; bank: string }[] }>(
      'GET',
      '/api/operator/unreadable-incoming-payments',
    );
    return body.data.length > 0 && body.data;
  });
  assert.deepEqual(
    rows.map(({ bank: name, item }) => [name, item]),
    [['efi', strange]],
  );
  assert.equal(await metric('pix_gateway_unreadable_payments'), 1);
  const listed = await command('incoming-payment', 'unreadable', '--json');
  assert.equal(JSON.parse(listed.stdout).data[0].item, strange);
  const path = `/api/operator/unreadable-incoming-payments/efi/${strange}/resolve`;
  assert.equal((await operator.call('POST', path)).status, 200);
  assert.equal((await operator.call('POST', path)).status, 404);
  assert.equal(await metric('pix_gateway_unreadable_payments'), 0);
  // The next overlapping window contains it again and does not reopen it.
  gateway.clock.advance(10 * MINUTE_MS);
  await booked([receive(300n)]);
  assert.equal(await metric('pix_gateway_unreadable_payments'), 0);
});

test('an older period is read on demand, and missing payments and later refunds are found', async () => {
  await quiet();
  const now = gateway.clock.now();
  gateway.clock.set(now - 10 * DAY_MS);
  const old = Array.from({ length: 3 }, () => receive(400n));
  const day = brazilianDayOf(gateway.clock.now());
  gateway.clock.set(now);
  const wrong = await command('incoming-payment', 'collect', '--from', day, '--to', '2020-01-01');
  assert.equal(wrong.exitCode, 2, wrong.stderr);
  const period = ['--from', brazilianDayOf(now - 11 * DAY_MS), '--to', day];
  assert.equal(await bookedCount(old), 0);
  const done = await command('incoming-payment', 'collect', ...period, '--json');
  assert.deepEqual([done.exitCode, JSON.parse(done.stdout).found], [0, 3], done.stderr);
  assert.equal(await bookedCount(old), 3);
  const again = await command('incoming-payment', 'collect', ...period, '--json');
  assert.deepEqual([again.exitCode, JSON.parse(again.stdout).found], [0, 0]);
  // The payment is from before the gateway's start, and the refund from after the backfill.
  const [refunded = ''] = old;
  bank.faults.add({ kind: 'callback_lost', operation: '*' });
  bank.takeBack(refunded, 400n, 'ORIGINAL');
  bank.faults.clear();
  gateway.clock.advance(4 * 60 * MINUTE_MS);
  await until('its refund is found', async () => {
    const text = 'select from unrequested_refunds where end_to_end_id = $1';
    return (await gateway.sql(text, [refunded])).length === 1;
  });
});

test('a period that the bank does not answer on demand is read later by the worker', async () => {
  const now = gateway.clock.now();
  gateway.clock.set(now - 10 * DAY_MS);
  const old = receive(600n);
  const day = brazilianDayOf(gateway.clock.now());
  gateway.clock.set(now);
  bank.faults.add({ kind: 'error', operation: 'listPayments' });
  const silent = await command('incoming-payment', 'collect', '--from', day, '--to', day, '--json');
  assert.deepEqual([silent.exitCode, JSON.parse(silent.stdout).complete], [1, false]);
  assert.equal(await bookedCount([old]), 0);
  bank.faults.clear();
  await booked([old]);
});
