import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { signIn } from '../support/panel.ts';

const DAY_MS = 24 * 60 * 60_000;
const live = await startLiveGateway({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { gateway, bank, shop } = live;
const session = await signIn(gateway, shop.merchant);

interface Overview {
  readonly days: readonly { readonly day: string; readonly created_count: number }[];
}

async function createdOn(day: string): Promise<number | undefined> {
  const path = '/api/panel/live/overview?days=7';
  const { body } = await session.call<Overview>('GET', path);
  return body.days.find((one) => one.day === day)?.created_count;
}

test('a charge whose registration was unclear at midnight counts on the day of its creation', async () => {
  const { keys } = shop;
  const day = brazilianDayOf(gateway.clock.now());
  const good = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(good.status, 201, good.text);
  bank.faults.add({ kind: 'dropped_after', operation: 'createCharge' });
  bank.faults.add({ kind: 'error', operation: 'findCharge' });
  const unclear = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(unclear.status, 503, unclear.text);
  gateway.clock.advance(DAY_MS);
  // The day is over, and its count is read and stored.
  assert.equal(await createdOn(day), 1);
  bank.faults.clear();
  await until('the draft becomes a charge', async () => {
    gateway.clock.advance(1_000);
    return (await gateway.sql('select from charge_drafts')).length === 0;
  });
  assert.equal((await gateway.sql('select from charges')).length, 2);
  assert.equal(await createdOn(day), 2);
  assert.equal(await createdOn(day), 2);
});

test('a draft is kept while the bank refuses to say whether it has the charge', async () => {
  const { keys } = shop;
  const headers = { 'idempotency-key': 'pedido-sem-acesso-1' };
  const create = () => gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE, headers });
  bank.faults.add({ kind: 'dropped_after', operation: 'createCharge', times: 1 });
  bank.faults.add({ kind: 'error', operation: 'findCharge', status: 403 });
  assert.equal((await create()).status, 503);
  await until('the worker has asked the bank', async () => {
    gateway.clock.advance(1_000);
    return bank.faults.list().some(({ happened }) => happened > 0);
  });
  await until('the draft is set aside', async () => {
    const rows = await gateway.sql(`select from set_aside_work where kind = 'bank_charge'`);
    return rows.length === 1;
  });
  bank.faults.clear();
  await until('the draft becomes a charge', async () => {
    gateway.clock.advance(1_000);
    return (await gateway.sql('select from charge_drafts')).length === 0;
  });
  const before = bank.snapshot().charges.length;
  assert.equal((await create()).status, 201);
  assert.equal(bank.snapshot().charges.length, before);
});
