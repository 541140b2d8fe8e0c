import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { CHARGE, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { decide } from '../support/stuck-orders.ts';
import { openSuspense, PATH } from '../support/suspended-payments.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const live = await startLiveInBuckets({ after });
const { gateway, bank } = live;
const { operator, second, openShop, create, held, suspend, read, availableOf, review, pay } =
  await openSuspense(live);
const command = await liveCommands({ after }, live);

interface Fitting {
  readonly charge_id: string;
  readonly is_of_payer: boolean;
  readonly username: string;
  readonly status: string;
  readonly due_date: string | null;
}

/** A payment in suspense that names no charge. */
async function receive(amount: bigint): Promise<string> {
  const { endToEndId } = bank.receiveWithoutCharge(amount, randomUUID().replaceAll('-', ''));
  await held(endToEndId);
  return endToEndId;
}

async function fitting(endToEndId: string): Promise<Fitting[]> {
  const path = `${PATH}/${endToEndId}/fitting-charges`;
  const { status, body, text } = await operator.call<{ data: Fitting[] }>('GET', path);
  assert.equal(status, 200, text);
  return body.data;
}

async function idsOf(endToEndId: string): Promise<string[]> {
  return (await fitting(endToEndId)).map(({ charge_id: id }) => id);
}

/** Pays a charge, and returns the id of a second payment of it, which is in suspense. */
async function payTwice(keys: Keys, { id, txid }: { id: string; txid: string }, amount: bigint) {
  bank.pay(txid);
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  return suspend(txid, amount);
}

/** Makes a charge older than it is. */
async function age(id: string, days: number): Promise<void> {
  const createdAt = new Date(gateway.clock.now() - days * DAY_MS);
  await gateway.sql('update charges set created_at = $2 where id = $1', [id, createdAt]);
}

async function agrees(): Promise<void> {
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
}

test('the charges of the same amount fit, of all buckets and merchants, the nearest first', async () => {
  const shops = [await openShop(), await openShop(), await openShop()];
  const amount = 4_321;
  const made: string[] = [];
  for (const { keys } of shops) {
    made.unshift((await create(keys, { amount })).id);
    gateway.clock.advance(MINUTE_MS);
  }
  await create(shops[0]?.keys ?? assert.fail(), { amount: 4_322 });
  const endToEndId = await receive(4_321n);
  const found = await fitting(endToEndId);
  assert.deepEqual(
    found.map(({ charge_id: id }) => id),
    made,
  );
  assert.partialDeepStrictEqual(found[0], {
    charge_id: made[0],
    status: 'pending',
    username: shops[2]?.username,
    merchant_name: shops[2]?.merchant.name,
    payer_name: CHARGE.payer.name,
    payer_document: CHARGE.payer.document,
    is_of_payer: false,
    due_date: null,
  });
});

test('an expired charge fits, a paid one, one of a test and one of another week don’t', async () => {
  const shop = await openShop();
  const body = { amount: 5_555 };
  const old = await create(shop.keys, body);
  await age(old.id, 8);
  const expired = await create(shop.keys, { ...body, expires_in: 60 });
  const paid = await create(shop.keys, body);
  bank.pay(paid.txid);
  await until('one is paid and one is expired', async () => {
    gateway.clock.advance(MINUTE_MS);
    const states = await Promise.all(
      [paid, expired].map(async ({ id }) => (await read(shop.keys, id)).status),
    );
    return states.join() === 'paid,expired';
  });
  const { keys: testKeys } = await createMerchantWithKeys(gateway);
  await gateway.call('POST', '/v1/pix/qrcode', { keys: testKeys, body: { ...CHARGE, ...body } });
  const ids = await idsOf(await receive(5_555n));
  assert.deepEqual(ids, [expired.id]);
  assert.ok(!ids.includes(old.id));
});

test('a charge that is due within a week fits, also if it was made earlier', async () => {
  const shop = await openShop();
  const dueDay = (days: number) =>
    businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), days));
  const [near, far] = [dueDay(4), dueDay(60)];
  const due = await create(shop.keys, { amount: 6_789, due_date: near });
  const later = await create(shop.keys, { amount: 6_789, due_date: far });
  await age(due.id, 20);
  await age(later.id, 20);
  const [found, ...others] = await fitting(await receive(6_789n));
  assert.deepEqual([found?.charge_id, found?.due_date], [due.id, near]);
  assert.deepEqual(others, []);
});

test('for a second payment of a charge those of its payer come first', async () => {
  const shop = await openShop();
  const maria = { name: 'Maria Silva', document: '12345678909' };
  const joao = { name: 'João Souza', document: '52998224725' };
  const first = await create(shop.keys, { amount: 7_100, payer: maria });
  const next = await create(shop.keys, { amount: 7_100, payer: maria });
  gateway.clock.advance(MINUTE_MS);
  const nearer = await create(shop.keys, { amount: 7_100, payer: joao });
  const found = await fitting(await payTwice(shop.keys, first, 7_100n));
  assert.deepEqual(
    found.map(({ charge_id: id, is_of_payer: isOfPayer }) => [id, isOfPayer]),
    [
      [next.id, true],
      [nearer.id, false],
    ],
  );
});

test('a payment that names a charge it can pay pays no other one, and none fits it', async () => {
  const shop = await openShop();
  const named = await create(shop.keys, { amount: 8_000 });
  const other = await create(shop.keys, { amount: 7_900 });
  const endToEndId = await suspend(named.txid, 7_900n);
  assert.deepEqual(await idsOf(endToEndId), []);
  for (const answer of [
    await review(endToEndId, other.id),
    await pay(endToEndId, 7_900, { chosen: other.id }),
  ]) {
    assert.equal(answer.body.code, 'incoming_payment_names_another_charge', answer.text);
  }
  assert.equal((await pay(endToEndId, 8_000, { chosen: named.id })).body.charge_id, named.id);
  assert.equal((await read(shop.keys, other.id)).status, 'pending');
});

test('a chosen charge is paid once: fee, event and audit are those of any paid charge', async () => {
  const shop = await openShop();
  const { id } = await create(shop.keys);
  const other = await create(shop.keys);
  const endToEndId = await receive(10_000n);
  const reviewed = await review(endToEndId, id);
  assert.partialDeepStrictEqual(reviewed.body, {
    charge_id: id,
    username: shop.username,
    amount: 10_000,
    expected_amount: 10_000,
    net_amount: 9_802,
  });
  for (const by of [operator, operator, second]) {
    const paid = await pay(endToEndId, 10_000, { chosen: id, by });
    assert.deepEqual([paid.status, paid.body.charge_id], [200, id], paid.text);
  }
  const late = await pay(endToEndId, 10_000, { chosen: other.id });
  assert.deepEqual([late.status, late.body.code], [404, 'incoming_payment_not_found']);
  assert.equal(await availableOf(shop.keys), 9_802);
  assert.equal((await read(shop.keys, id)).end_to_end_id, endToEndId);
  assert.equal((await read(shop.keys, other.id)).status, 'pending');
  const [log, ...more] = await gateway.sql(
    `select action, details->>'charge' as charge from audit_log where subject = $1`,
    [endToEndId],
  );
  assert.deepEqual([log, more], [{ action: 'incoming_payment.matched', charge: id }, []]);
  await agrees();
});

test('a chosen charge that was paid meanwhile, asks for another amount or is unknown is refused', async () => {
  const shop = await openShop();
  const paid = await create(shop.keys, { amount: 9_100 });
  const cheaper = await create(shop.keys, { amount: 9_099 });
  const endToEndId = await receive(9_100n);
  bank.pay(paid.txid);
  await until('it is paid', async () => (await read(shop.keys, paid.id)).status === 'paid');
  for (const [chosen, expected, code] of [
    [paid.id, 9_100, 'charge_already_paid'],
    [cheaper.id, 9_099, 'charge_amount_changed'],
    [cheaper.id, 9_100, 'charge_amount_changed'],
    [randomUUID(), 9_100, 'transaction_not_found'],
    ['nenhuma', 9_100, 'transaction_not_found'],
  ] as const) {
    const refused = await pay(endToEndId, expected, { chosen });
    assert.equal(refused.body.code, code, refused.text);
  }
  assert.equal((await held(endToEndId)).reason, 'unknown_charge');
  assert.equal((await read(shop.keys, cheaper.id)).status, 'pending');
  await agrees();
});

test('of two operators who choose different charges one is refused', async () => {
  const shop = await openShop();
  const charges = [
    await create(shop.keys, { amount: 9_300 }),
    await create(shop.keys, { amount: 9_300 }),
  ];
  const endToEndId = await receive(9_300n);
  const answers = await Promise.all(
    charges.map(({ id }, index) =>
      pay(endToEndId, 9_300, { chosen: id, by: index === 0 ? operator : second }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  const states = await Promise.all(
    charges.map(async ({ id }) => (await read(shop.keys, id)).status),
  );
  assert.deepEqual(states.sort(), ['paid', 'pending']);
  await agrees();
});

test('above the limit a second operator approves the choice, unless the charge was paid meanwhile', async () => {
  const shop = await openShop();
  const [first, other] = [
    await create(shop.keys, { amount: 200_000 }),
    await create(shop.keys, { amount: 200_000 }),
  ];
  const [one, two] = [await receive(200_000n), await receive(200_000n)];
  const proposals = [
    await pay(one, 200_000, { chosen: first.id }),
    await pay(two, 200_000, { chosen: other.id }),
  ];
  bank.pay(other.txid);
  await until('it is paid', async () => (await read(shop.keys, other.id)).status === 'paid');
  const [approved, refused] = [
    await decide(second, proposals[0]?.body.proposal_id, 'approve'),
    await decide(second, proposals[1]?.body.proposal_id, 'approve'),
  ];
  assert.equal(approved.status, 200, approved.text);
  assert.equal(refused.body.code, 'charge_already_paid', refused.text);
  assert.equal((await read(shop.keys, first.id)).end_to_end_id, one);
  await agrees();
});

test('the command pays a chosen charge too', async () => {
  const shop = await openShop();
  const { id } = await create(shop.keys, { amount: 9_400 });
  const endToEndId = await receive(9_400n);
  const args = ['incoming-payment', 'pay', endToEndId, '--charge', id, '--json'] as const;
  const paid = await command(...args, '--reason', 'Confirmado');
  assert.equal(JSON.parse(paid.stdout).charge_id, id, paid.stderr);
  assert.equal((await read(shop.keys, id)).status, 'paid');
});
