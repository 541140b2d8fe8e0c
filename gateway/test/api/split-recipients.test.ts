import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';

interface SplitView {
  readonly username: string;
  readonly percentage: number;
  readonly amount: number;
  readonly status: string;
}

const gateway = await startGateway({ after });
const deps = { ...gateway.appContext, fees: gateway.appContext.config.fees };
const origin = await createMerchantWithKeys(gateway);
const { keys } = origin;

const entry = (username: unknown, percentage: unknown) => ({ username, percentage });
const entries = (count: number, percentage: unknown = 4) =>
  Array.from({ length: count }, (_, index) => entry(`ninguem-${index}`, percentage));

async function codeOf(split: unknown, change: object = {}, by: Keys = keys): Promise<unknown> {
  const body = { ...CHARGE, ...change, split };
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys: by, body });
  if (answer.status !== 201) assert.ok([400, 422].includes(answer.status), answer.text);
  return answer.body.code ?? answer.status;
}

async function availableOf(by: Keys): Promise<unknown> {
  return (await gateway.call('GET', '/v1/balance', { keys: by })).body.available;
}

async function splitOf(id: unknown): Promise<readonly SplitView[]> {
  const { body } = await gateway.call<{ split: readonly SplitView[] }>(
    'GET',
    `/v1/transactions/${String(id)}`,
    { keys },
  );
  return body.split;
}

test('of several broken split rules the first in the order of the contract is answered', async () => {
  const me = entry(origin.username, 1);
  // Each case breaks its own rule and as many of the later ones as can be broken together.
  const order: readonly (readonly [string, unknown, object?, Keys?])[] = [
    ['invalid_request', 'x', { amount: 0 }, SANDBOX_KEYS],
    ['demo_cannot_split', 'x', {}, SANDBOX_KEYS],
    ['demo_cannot_split', entries(21, 0), { amount: 1 }, SANDBOX_KEYS],
    ['invalid_split', [...entries(21, 0), null]],
    ['too_many_splits', [...entries(19, 0), me, me]],
    ['invalid_percentage', [me, me, entry('a', 90), entry('b', 0.001)]],
    ['duplicate_username', [me, me, entry('a', 90)]],
    ['duplicate_username', [entry('a', 1), me, entry(' a ', 90)]],
    ['self_split', [me, entry('a', 90)]],
    ['sum_exceeds_90', [entry('a', 90), entry('b', 0.01)], { amount: 1 }],
    ['username_not_found', [entry('a', 90)], { amount: 60 }],
    ['username_not_found', [entry('a', 1)], { amount: 1 }],
  ];
  for (const [code, split, change, by] of order) {
    assert.equal(await codeOf(split, change, by), code, JSON.stringify(split).slice(0, 80));
  }
});

test('a split entry of any wrong shape is refused', async () => {
  const wrong = [
    'x',
    1,
    true,
    {},
    { username: 'a', percentage: 5 },
    [null],
    [1],
    ['a'],
    [[]],
    [{}],
  ];
  const fields = [
    [entry('a', '5')],
    [entry('a', null)],
    [entry(1, 5)],
    [entry('', 5)],
    [entry(' ', 5)],
    [{ username: 'a' }],
    [{ percentage: 5 }],
  ];
  for (const split of [...wrong, ...fields]) {
    assert.equal(await codeOf(split), 'invalid_split', JSON.stringify(split));
  }
  const body = { ...CHARGE, split: [entry('a', 5), entry('b', 91)] };
  const { body: problem } = await gateway.call<{ details: readonly { field: string }[] }>(
    'POST',
    '/v1/pix/qrcode',
    { keys, body },
  );
  assert.deepEqual(
    problem.details.map((one) => one.field),
    ['split.1.percentage'],
  );
});

test('a percentage has at most two decimals and is calculated without binary fractions', async () => {
  const friend = await createMerchantWithKeys(gateway);
  for (const percentage of [
    0, -1, 0.001, 0.009, 90.01, 91, 5.555, 1e21, 1e-7, 0.30000000000000004,
  ]) {
    assert.equal(await codeOf([entry(friend.username, percentage)]), 'invalid_percentage');
  }
  // 1.15, 4.35, 8.2 and 64.1 times 100 are no integers in binary.
  for (const percentage of [0.01, 0.07, 0.29, 1.15, 4.35, 5.5, 8.2, 33.33, 64.1, 90]) {
    const body = { ...CHARGE, amount: 1_000_000, split: [entry(friend.username, percentage)] };
    const { body: charge } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    const amount = Math.round(percentage * 10_000);
    const expected = { username: friend.username, percentage, amount, status: 'pending' };
    assert.deepEqual(await splitOf(charge.internal_id), [expected]);
  }
});

test('the refusal of a sum above 90 % states the sum in Brazilian notation', async () => {
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['90,01%', [90, 0.01]],
    ['90,5%', [60.2, 30.3]],
    ['100%', [50, 50]],
    ['1800%', Array(20).fill(90)],
  ];
  for (const [sum, rates] of cases) {
    const split = rates.map((rate, index) => entry(`ninguem-${index}`, rate));
    const answer = await gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      body: { ...CHARGE, split },
    });
    assert.equal(answer.body.code, 'sum_exceeds_90');
    assert.ok(String(answer.body.message).includes(` ${sum} `), String(answer.body.message));
  }
});

test('every ineligible recipient gives the same error, alone or among eligible ones', async () => {
  const friend = await createMerchantWithKeys(gateway);
  const suspended = await createMerchantWithKeys(gateway);
  await changeMerchantStatus(deps, suspended.username, { change: 'suspend' }, commandActor);
  const rejected = { username: 'recusada', name: 'R', document: '11222333000181' };
  await createMerchant(deps, { ...rejected, isApproved: false }, commandActor);
  await changeMerchantStatus(deps, rejected.username, { change: 'reject' }, commandActor);
  const answers = new Set<string>();
  for (const username of ['ninguem', suspended.username, 'recusada', 'sandbox', 'ÇÃO', '%', "'"]) {
    for (const others of [[], [entry(friend.username, 1)]]) {
      const body = { ...CHARGE, split: [...others, entry(username, 1)] };
      const { status, text, headers } = await gateway.call('POST', '/v1/pix/qrcode', {
        keys,
        body,
      });
      answers.add(`${status} ${headers.get('content-type')} ${text}`);
    }
  }
  assert.equal(answers.size, 1, [...answers].join('\n'));
  assert.match([...answers].join(), /^422 .*"username_not_found"/);
});

test('twenty recipients and the origin are credited in one database transaction', async () => {
  const friends = await Promise.all(
    Array.from({ length: 20 }, () => createMerchantWithKeys(gateway)),
  );
  const split = friends.map(({ username }, index) => entry(username, (index + 1) / 100));
  const utm = { utm_source: 'loja', utm_medium: 'e-mail' };
  const before = Number(await availableOf(keys));
  const body = { ...CHARGE, amount: 9_999, external_id: 'pedido-20', utm, split };
  const { internal_id: id } = await receivePayment(gateway, keys, body);
  const shares = friends.map((_, index) => Math.floor((9_999 * (index + 1)) / 10_000));
  assert.deepEqual(
    (await splitOf(id)).map((one) => [one.amount, one.status]),
    shares.map((share) => [share, 'paid']),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  assert.equal(Number(await availableOf(keys)) - before, 9_999 - 197 - sum);
  assert.deepEqual(await Promise.all(friends.map((one) => availableOf(one.keys))), shares);
  const rows = await gateway.sql(
    'select external_id, utm::text, status from charge_splits where charge_id = $1',
    [id],
  );
  const kept = { external_id: 'pedido-20', utm: JSON.stringify(utm), status: 'paid' };
  assert.deepEqual(rows, Array(20).fill(kept));
  // xmin is the transaction that wrote the row.
  const [postings] = await gateway.sql(
    `select count(*)::int as postings, count(distinct xmin::text)::int as transactions
     from ledger_entries where reference_id = $1 and account = 'available'`,
    [id],
  );
  assert.equal(postings?.transactions, 1);
  assert.equal(postings?.postings, 1 + shares.filter((share) => share > 0).length);
});

test('a recipient who was suspended after the charge was made is still paid', async () => {
  const friend = await createMerchantWithKeys(gateway);
  const body = { ...CHARGE, split: [entry(friend.username, 10)] };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  await changeMerchantStatus(deps, friend.username, { change: 'suspend' }, commandActor);
  const path = `/v1/test/charges/${String(created.body.internal_id)}/pay`;
  assert.equal((await gateway.call('POST', path, { keys })).status, 200);
  await changeMerchantStatus(deps, friend.username, { change: 'reinstate' }, commandActor);
  assert.equal(await availableOf(friend.keys), 1_000);
});

test('when a charge expires its shares are canceled and the recipients receive nothing', async () => {
  const friends = [await createMerchantWithKeys(gateway), await createMerchantWithKeys(gateway)];
  const split = friends.map(({ username }) => entry(username, 45));
  const body = { ...CHARGE, expires_in: 60, split };
  const { body: charge } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  gateway.clock.advance(60_000);
  await until('the shares are canceled', async () => {
    const statuses = (await splitOf(charge.internal_id)).map((one) => one.status);
    return String(statuses) === 'canceled,canceled';
  });
  for (const friend of friends) assert.equal(await availableOf(friend.keys), 0);
});
