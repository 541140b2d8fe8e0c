import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { setCredentialLimit } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  CHARGE,
  callGateway,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startGateway({ after });
const secondUrl = await gateway.openSecondApi();

function create(keys: Keys, key: string, body: unknown, path = '/v1/pix/qrcode') {
  return gateway.call('POST', path, { keys, body, headers: { 'idempotency-key': key } });
}

function dayAfter(days: number): string {
  return addDays(brazilianDayOf(gateway.clock.now()), days);
}

async function countCharges(merchantId: string): Promise<unknown> {
  const text = 'select count(*)::int as charges from charges where merchant_id = $1';
  return (await gateway.sql(text, [merchantId]))[0]?.charges;
}

test('a repeated request gets the first answer byte for byte, also after the charge was paid', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const first = await create(keys, key, CHARGE);
  await gateway.call('POST', `/v1/test/charges/${String(first.body.internal_id)}/pay`, { keys });
  const reordered = `{ "payer": {"document":"12345678909", "name":"Maria Silva"}, "amount":1e4 }`;
  const repeat = await create(keys, key, reordered);
  assert.deepEqual([repeat.status, repeat.text], [201, first.text]);
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true');
  assert.equal(first.headers.get('idempotency-replayed'), null);
  assert.equal(await countCharges(merchant.merchantId), 1);
});

test('a key of a creation is used at the other name of its path too, and replays there', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, amount: 100_000 });
  const before = await countCharges(merchant.merchantId);
  for (const [path, name, body] of [
    ['/v1/pix/qrcode', '/v1/charges', CHARGE],
    ['/v1/pix/payout', '/v1/payouts', { ...PAYOUT, amount: 100 }],
  ] as const) {
    for (const [first, second] of [
      [path, name],
      [name, path],
    ] as const) {
      const key = randomUUID();
      const created = await create(keys, key, body, first);
      const repeat = await create(keys, key, body, second);
      assert.deepEqual([created.status, repeat.status], [201, 201], created.text);
      assert.equal(repeat.text, created.text);
      assert.equal(repeat.headers.get('idempotency-replayed'), 'true');
      assert.equal(repeat.headers.get('link'), created.headers.get('link'));
      const other = await create(keys, key, { ...body, amount: 101 }, second);
      assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
      const [difference] = other.body.details as { field: string }[];
      assert.equal(difference?.field, 'amount');
    }
    const read = await gateway.call('GET', name, { keys });
    assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST']);
    const wrong = await create(keys, randomUUID(), {}, name);
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_request']);
  }
  assert.equal(await countCharges(merchant.merchantId), Number(before) + 2);
});

test('a key that was used with another body or operation is refused with 409', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  await create(keys, key, CHARGE);
  for (const body of [
    { ...CHARGE, amount: 10_001 },
    { ...CHARGE, unknown: 1 },
  ]) {
    const other = await create(keys, key, body);
    assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  }
  const payout = await create(keys, key, PAYOUT, '/v1/pix/payout');
  assert.deepEqual([payout.status, payout.body.code], [409, 'idempotency_key_reused']);
});

test('the refusal of a reused key names the fields that differ and no values, also in one batch', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const first = { ...CHARGE, external_id: 'pedido-secreto', utm: { utm_source: 'loja' } };
  assert.equal((await create(keys, key, first)).status, 201);
  const { external_id: _, ...without } = first;
  const payer = { ...CHARGE.payer, document: '52998224725' };
  for (const [body, names] of [
    [{ ...first, amount: 10_001, payer }, ['amount', 'payer.document']],
    [without, ['external_id']],
    [{ ...first, external_id: null }, ['external_id']],
    [{ ...first, utm: { utm_source: 'feira' }, expires_in: 60 }, ['expires_in', 'utm']],
    [{ ...first, unknown: 1 }, undefined],
  ] as const) {
    const { body: refusal, text } = await create(keys, key, body);
    const details = refusal.details as { field: string }[] | undefined;
    assert.deepEqual(
      details?.map(({ field }) => field),
      names,
    );
    assert.doesNotMatch(text, /secreto|loja|feira|10_?00[01]|12345678909|52998224725/);
  }
  const payout = await create(keys, key, PAYOUT, '/v1/pix/payout');
  assert.equal(payout.body.details, undefined);
  const together = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (__, index) =>
      create(keys, together, { ...CHARGE, amount: 10_000 + (index % 2) }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal(refused.length, 10);
  for (const { body } of refused) {
    assert.deepEqual(
      (body.details as { field: string }[]).map(({ field }) => field),
      ['amount'],
    );
  }
});

test('the refusal of a reused key names the fields of a due date that differ', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const address = { street: 'Rua das Flores, 12', city: 'Recife', state: 'PE' };
  const first = {
    ...CHARGE,
    payer: { ...CHARGE.payer, address: { ...address, postal_code: '50010000' } },
    due_date: dayAfter(40),
    days_after_due: 20,
    fine: { type: 'percent', value: 200 },
    interest: { mode: 'percent_per_month', value: 100 },
    rebate: { type: 'fixed', value: 100 },
    discounts: [{ mode: 'percent_until', value: 500, until: dayAfter(30) }],
  };
  assert.equal((await create(keys, key, first)).status, 201);
  const rules = ['due_date', 'days_after_due', 'fine', 'interest', 'rebate', 'discounts'];
  for (const [body, names] of [
    [{ ...first, due_date: dayAfter(41) }, ['due_date']],
    [{ ...first, days_after_due: 21, fine: null }, ['days_after_due', 'fine']],
    [{ ...first, interest: { ...first.interest, value: 101 } }, ['interest']],
    [{ ...first, rebate: null, discounts: [] }, ['rebate', 'discounts']],
    [{ ...first, payer: CHARGE.payer }, ['payer.address']],
    [CHARGE, [...rules, 'payer.address']],
  ] as const) {
    const refusal = await create(keys, key, body);
    assert.deepEqual([refusal.status, refusal.body.code], [409, 'idempotency_key_reused']);
    const details = refusal.body.details as { field: string }[];
    assert.deepEqual(
      details.map(({ field }) => field),
      names,
    );
  }
});

test('a used key among new ones is replayed, and each new key creates one charge', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const used = Array.from({ length: 10 }, () => randomUUID());
  const firsts = await Promise.all(used.map((key) => create(keys, key, CHARGE)));
  const repeats = used.map((key) => create(keys, key, CHARGE));
  const others = used.map(() => create(keys, randomUUID(), CHARGE));
  assert.deepEqual(
    (await Promise.all(repeats)).map(({ status, text }) => [status, text]),
    firsts.map(({ text }) => [201, text]),
  );
  const created = (await Promise.all(others)).map(({ body }) => body.internal_id);
  assert.equal(new Set(created).size, 10);
  assert.equal(await countCharges(merchant.merchantId), 20);
});

test('a used key among new ones is replayed, although its request would be refused today', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const recipient = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const body = { ...CHARGE, split: [{ username: recipient.username, percentage: 10 }] };
  const first = await create(keys, key, body);
  const decision = { change: 'suspend', reason: 'Teste' } as const;
  await changeMerchantStatus(gateway.appContext, recipient.username, decision, commandActor);
  const others = Array.from({ length: 10 }, () => create(keys, randomUUID(), CHARGE));
  const repeat = await create(keys, key, body);
  assert.deepEqual([repeat.status, repeat.text], [201, first.text]);
  assert.deepEqual([...new Set((await Promise.all(others)).map(({ status }) => status))], [201]);
});

test('a refused request leaves its key free', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const wrong = { ...keys, 'client-secret': `${keys['client-secret']}x` };
  assert.equal((await create(wrong, key, CHARGE)).status, 401);
  assert.equal((await create(keys, key, { ...CHARGE, amount: 1 })).status, 422);
  assert.equal((await create(keys, key, { ...CHARGE, split: 'x' })).status, 422);
  assert.equal((await create(keys, key, PAYOUT, '/v1/pix/payout')).status, 422);
  await setCredentialLimit(gateway.appContext, keys['client-id'], 1, commandActor);
  await create(keys, randomUUID(), CHARGE);
  assert.equal((await create(keys, key, { ...CHARGE, amount: 20_000 })).status, 429);
  await setCredentialLimit(gateway.appContext, keys['client-id'], 100, commandActor);
  const created = await create(keys, key, CHARGE);
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('idempotency-replayed'), null);
});

test('the same key of another merchant or environment is independent', async () => {
  const first = await createMerchantWithKeys(gateway);
  const second = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const one = await create(first.keys, key, CHARGE);
  const two = await create(second.keys, key, CHARGE);
  assert.notEqual(one.body.internal_id, two.body.internal_id);
  const live = await createKeys(gateway.appContext, first.merchant, 'live');
  assert.equal((await create(live, key, CHARGE)).body.code, 'provider_unavailable');
});

test('a hundred equal requests at once over two APIs create one charge and get one answer', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const options = { keys, body: CHARGE, headers: { 'idempotency-key': randomUUID() } };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      callGateway(`${index % 2 ? gateway.url : secondUrl}/v1/pix/qrcode`, 'POST', options),
    ),
  );
  assert.deepEqual([...new Set(answers.map((one) => one.status))], [201]);
  assert.equal(new Set(answers.map((one) => one.text)).size, 1);
  assert.equal(await countCharges(merchant.merchantId), 1);
});

test('of different bodies at once under one key, one creates a charge and the others get 409', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      callGateway(`${index % 2 ? gateway.url : secondUrl}/v1/pix/qrcode`, 'POST', {
        keys,
        headers,
        body: { ...CHARGE, amount: 10_000 + index },
      }),
    ),
  );
  const statuses = answers.map((one) => one.status).sort();
  assert.deepEqual(statuses, [201, ...Array.from({ length: 29 }, () => 409)]);
  assert.equal(await countCharges(merchant.merchantId), 1);
});

test('a key is remembered for 24 hours and is then free for another request', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const first = await create(keys, key, CHARGE);
  gateway.clock.advance(DAY_MS - 60_000);
  assert.equal((await create(keys, key, CHARGE)).text, first.text);
  gateway.clock.advance(61_000);
  const other = await create(keys, key, { ...CHARGE, amount: 20_000 });
  assert.equal(other.status, 201);
  assert.equal(other.body.amount, 20_000);
});

test('of twenty payouts at once of the whole balance, one is accepted', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const charge = await receivePayment(gateway, keys);
  const body = { ...PAYOUT, amount: charge.net_amount };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      callGateway<{ code?: string }>(
        `${index % 2 ? gateway.url : secondUrl}/v1/pix/payout`,
        'POST',
        { keys, body },
      ),
    ),
  );
  const codes = answers.map((one) => one.body.code ?? one.status).sort();
  assert.deepEqual(codes, [201, ...Array.from({ length: 19 }, () => 'insufficient_balance')]);
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual([balance.body.available, balance.body.reserved], [0, charge.net_amount]);
});

test('of twenty test payments at once of one charge, one pays it and nineteen are refused', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const path = `/v1/test/charges/${String(body.internal_id)}/pay`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      callGateway<{ code?: string }>(`${index % 2 ? gateway.url : secondUrl}${path}`, 'POST', {
        keys,
      }),
    ),
  );
  const codes = answers.map((one) => one.body.code ?? one.status).sort();
  assert.deepEqual(codes, [200, ...Array.from({ length: 19 }, () => 'charge_not_payable')]);
});
