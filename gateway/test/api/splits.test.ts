import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { CHARGE, createMerchantWithKeys, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const deps = { ...gateway.appContext, fees: gateway.appContext.config.fees };
const origin = await createMerchantWithKeys(gateway);
const friend = await createMerchantWithKeys(gateway);
const { keys } = origin;

function create(split: unknown, more: object = {}) {
  return gateway.call('POST', '/v1/pix/qrcode', { keys, body: { ...CHARGE, ...more, split } });
}

const entry = (username: string, percentage: unknown) => ({ username, percentage });

test('the first broken rule of a split is answered, with the sum in the message', async () => {
  const ghost = (index: number) => entry(`ghost-${index}`, 5);
  const many = Array.from({ length: 21 }, (_, index) => ghost(index));
  const cases: readonly (readonly [string, unknown])[] = [
    ['invalid_split', 'x'],
    ['invalid_split', [...many, { username: 1 }]],
    ['too_many_splits', [...many.slice(1), entry('a', 0)]],
    ['invalid_percentage', [entry('ghost', 0), entry('ghost', 5)]],
    ['invalid_percentage', [entry('ghost', 5.001)]],
    ['invalid_percentage', [entry('ghost', 90.01)]],
    ['duplicate_username', [entry(origin.username, 5), entry(origin.username, 5)]],
    ['self_split', [entry(origin.username, 90), entry('ghost', 90)]],
    ['sum_exceeds_90', [entry('ghost', 60), entry('ghost-2', 30.01)]],
    ['username_not_found', [entry('ghost', 90)]],
    ['split_exceeds_net', [entry(friend.username, 90)]],
  ];
  for (const [code, split] of cases) {
    const answer = await create(split, code === 'split_exceeds_net' ? { amount: 500 } : {});
    assert.deepEqual([answer.status, answer.body.code], [422, code], answer.text);
  }
  const sum = await create([entry('ghost', 60), entry('ghost-2', 30.01)]);
  assert.match(String(sum.body.message), /90,01%/);
  const demo = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: SANDBOX_KEYS,
    body: { ...CHARGE, split: 'x' },
  });
  assert.equal(demo.body.code, 'demo_cannot_split');
});

test('an unknown, suspended, unapproved or sandbox recipient gives the same error', async () => {
  const suspended = await createMerchantWithKeys(gateway);
  await changeMerchantStatus(deps, suspended.username, { change: 'suspend' }, commandActor);
  const document = '11222333000181';
  const pending = { username: 'ainda-nao', name: 'Nova', document, isApproved: false };
  await createMerchant(deps, pending, commandActor);
  const texts = new Set<string>();
  for (const username of ['ninguem', suspended.username, 'ainda-nao', 'sandbox', '\u0000', 'X']) {
    texts.add((await create([entry(username, 1)])).text);
  }
  assert.equal(texts.size, 1);
  assert.match([...texts].join(), /username_not_found/);
});

test('a missing, null or empty split is accepted, and so is a sum of exactly 90 %', async () => {
  for (const split of [undefined, null, []]) assert.equal((await create(split)).status, 201);
  const full = await create([entry(friend.username, 90)]);
  assert.equal(full.status, 201);
});

test('shares keep the external_id and utm of their charge, and its expiry cancels them', async () => {
  const utm = { utm_source: 'instagram' };
  const more = { amount: 900, utm, external_id: 'pedido-7', expires_in: 60 };
  const created = await create([entry(friend.username, 0.1)], more);
  const id = String(created.body.internal_id);
  const [row] = await gateway.sql('select * from charge_splits where charge_id = $1', [id]);
  assert.deepEqual([row?.external_id, row?.utm, row?.amount_centavos], ['pedido-7', utm, '0']);
  gateway.clock.advance(61_000);
  const details = await until('it expires', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'expired' && body;
  });
  const canceled = { username: friend.username, percentage: 0.1, amount: 0, status: 'canceled' };
  assert.deepEqual(details.split, [canceled]);
  const paid = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.deepEqual([paid.status, paid.body.code], [409, 'charge_not_payable']);
});
