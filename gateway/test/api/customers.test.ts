import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCustomerIndexer } from '#src/reports/customers/link-customers.ts';
import { createDisputer } from '../support/disputes.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  SANDBOX_KEYS,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { clockClient } from '../support/test-clocks.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after }, { hasWorker: false });

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly document: string;
  readonly email: string | null;
  readonly first_charge_at: string;
  readonly last_charge_at: string;
}
interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}
interface Details extends Customer {
  readonly summary: Readonly<Record<string, number | boolean | string | null>>;
}

const MARIA = {
  name: 'Maria Conceição d’Ávila',
  document: '12345678909',
  email: 'mc@casa.example',
};
const JOSE = { name: 'José Lima', document: '98765432100' };
const FIRM = { name: 'Padaria Lima Ltda', document: '11222333000181' };

async function charge(keys: Keys, payer: object, amount = 10_000): Promise<string> {
  const body = { ...CHARGE, amount, payer };
  const { body: created } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  // Ids sort by the millisecond, so each charge gets its own.
  gateway.clock.advance(1);
  return String(created.internal_id);
}

async function pay(keys: Keys, id: string): Promise<void> {
  const { status, text } = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(status, 200, text);
}

async function list(keys: Keys, query: Record<string, string> = {}) {
  const path = `/v1/customers?${new URLSearchParams(query)}`;
  const answer = await gateway.call<Page<Customer>>('GET', path, { keys });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function namesOf(keys: Keys, search: string): Promise<string[]> {
  return (await list(keys, { search })).data.map(({ name }) => name);
}

async function customerOf(keys: Keys, document: string): Promise<Customer> {
  const [customer] = (await list(keys, { search: document })).data;
  assert.ok(customer, `no customer has the document ${document}`);
  return customer;
}

/** Runs the background work until all final charges have their customers. */
async function indexAll(): Promise<void> {
  const index = createCustomerIndexer(gateway.appContext);
  for (const bucket of gateway.appContext.database.buckets.all()) {
    for (let round = 0; round < 40; round += 1) await index(bucket);
  }
}

test('each document that pays a merchant is one customer, with the newest name first', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await charge(keys, { ...MARIA, name: 'Maria C.', email: null });
  await charge(keys, JOSE);
  await charge(keys, MARIA);
  const { data, next_cursor: next } = await list(keys);
  assert.deepEqual(
    data.map(({ name, document, email }) => [name, document, email]),
    [
      [MARIA.name, MARIA.document, MARIA.email],
      [JOSE.name, JOSE.document, null],
    ],
  );
  assert.equal(next, null);
  const [maria] = data;
  assert.ok(maria && maria.first_charge_at < maria.last_charge_at);
});

test('a customer shows what was paid, refunded, is open and has expired', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const [first, second] = [await charge(keys, MARIA), await charge(keys, MARIA, 5_000)];
  await charge(keys, MARIA, 700);
  await pay(keys, first);
  await pay(keys, second);
  await charge(keys, JOSE, 90_000);
  const body = { amount: 1_000 };
  const path = `/v1/transactions/${first}/refund`;
  const headers = { 'idempotency-key': 'devolve-um-pouco' };
  assert.equal((await gateway.call('POST', path, { keys, body, headers })).status, 201);
  const { id } = await customerOf(keys, MARIA.document);
  const read = await gateway.call<Details>('GET', `/v1/customers/${id}`, { keys });
  assert.equal(read.status, 200, read.text);
  const { summary } = read.body;
  assert.deepEqual([summary.charge_count, summary.paid_count, summary.paid_amount], [3, 2, 15_000]);
  assert.deepEqual([summary.pending_count, summary.pending_amount], [1, 700]);
  assert.equal(summary.is_complete, true);
});

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  maria: [MARIA.name],
  'CONCEIÇÃO mar': [MARIA.name],
  avila: [MARIA.name],
  'mc@casa.example': [MARIA.name],
  '123.456.789-09': [MARIA.name],
  '12345678909': [MARIA.name],
  '123.456': [MARIA.name],
  lima: [FIRM.name, JOSE.name],
  'lima padaria': [FIRM.name],
  '11.222.333/0001-81': [FIRM.name],
  'maria lima': [],
  aria: [],
  '%': [],
  "o'brien": [],
  '\\': [],
  ':*': [],
};
const shop = await createMerchantWithKeys(gateway);
const stranger = await createMerchantWithKeys(gateway);
for (const payer of [MARIA, JOSE, FIRM]) await charge(shop.keys, payer);

for (const [search, expected] of Object.entries(SEARCHES)) {
  test(`the search for "${search}" finds ${expected.length} of the customers`, async () => {
    assert.deepEqual(await namesOf(shop.keys, search), expected);
    assert.deepEqual(await namesOf(stranger.keys, search), []);
  });
}

test('pages of customers have each customer once, also while searching', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  for (let index = 0; index < 5; index += 1) {
    await charge(keys, { name: `Ana ${index}`, document: `1234567890${index}` });
  }
  for (const query of [{}, { search: 'ana' }] as Record<string, string>[]) {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<Customer> = await list(keys, {
        ...query,
        limit: '2',
        ...(cursor !== null && { cursor }),
      });
      names.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(names, ['Ana 4', 'Ana 3', 'Ana 2', 'Ana 1', 'Ana 0']);
  }
});

test('the filter "customer" lists the charges of one customer, with the other filters', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const [first, second] = [await charge(keys, MARIA), await charge(keys, MARIA)];
  await charge(keys, JOSE);
  await pay(keys, first);
  const { id: customer } = await customerOf(keys, MARIA.document);
  const idsOf = async (query: Record<string, string>) => {
    const path = `/v1/transactions?${new URLSearchParams({ customer, ...query })}`;
    const { body } = await gateway.call<Page<{ internal_id: string }>>('GET', path, { keys });
    return body.data.map(({ internal_id: charged }) => charged);
  };
  assert.deepEqual(await idsOf({}), [second, first]);
  assert.deepEqual(await idsOf({ status: 'paid' }), [first]);
  assert.deepEqual(await idsOf({ type: 'payout' }), []);
  assert.deepEqual(await idsOf({ customer: 'maria' }), []);
  assert.deepEqual(await idsOf({ limit: '1' }), [second]);
});

test('a customer of another merchant or environment is not found', async () => {
  const { id } = await customerOf(shop.keys, MARIA.document);
  await charge(stranger.keys, MARIA);
  const other = await customerOf(stranger.keys, MARIA.document);
  assert.notEqual(other.id, id);
  for (const [method, path] of [
    ['GET', `/v1/customers/${id}`],
    ['GET', `/v1/customers/${id}/export`],
    ['DELETE', `/v1/customers/${id}`],
  ] as const) {
    const answer = await gateway.call(method, path, { keys: stranger.keys });
    assert.deepEqual([answer.status, answer.body.code], [404, 'customer_not_found']);
  }
  const filtered = await gateway.call<Page<unknown>>('GET', `/v1/transactions?customer=${id}`, {
    keys: stranger.keys,
  });
  assert.deepEqual(filtered.body.data, []);
});

test('the id of a customer does not contain the document', async () => {
  const { id, document } = await customerOf(shop.keys, MARIA.document);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(!id.replaceAll('-', '').includes(document));
});

test('background work links old charges, and repeating it changes nothing', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const ids = [await charge(keys, MARIA), await charge(keys, JOSE), await charge(keys, MARIA)];
  gateway.clock.advance(10 * 60_000);
  const linked = async () =>
    await gateway.sql(
      `select charge_id from customer_charges where merchant_id = '${merchant.merchantId}'
        order by charge_id`,
    );
  assert.deepEqual(await linked(), []);
  await indexAll();
  const expected = ids.toSorted().map((id) => ({ charge_id: id }));
  assert.deepEqual(await linked(), expected);
  gateway.clock.advance(2 * 60_000);
  await indexAll();
  assert.deepEqual(await linked(), expected);
});

test('a charge of a test clock has its customer, also when newer charges have theirs', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await clockClient(gateway).createClock(keys);
  gateway.clock.advance(10 * 60_000);
  await charge(keys, MARIA);
  gateway.clock.advance(10 * 60_000);
  await indexAll();
  const body = { ...CHARGE, payer: JOSE, clock_id: clock.id };
  const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(await namesOf(keys, 'jose'), [JOSE.name]);
});

test('the public sandbox has no customers: its visitors must not see each other', async () => {
  const answer = await gateway.call('GET', '/v1/customers', { keys: SANDBOX_KEYS });
  assert.deepEqual([answer.status, answer.body.code], [403, 'sandbox_forbidden']);
});

test('a payment that is received later changes the sums at once', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, payer: MARIA });
  const { id } = await customerOf(keys, MARIA.document);
  const { body } = await gateway.call<Details>('GET', `/v1/customers/${id}`, { keys });
  assert.equal(body.summary.paid_amount, CHARGE.amount);
  assert.equal(body.summary.pending_amount, 0);
});

test('the filter "customer" lists the disputes of one customer, in the API and the panel', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const disputer = createDisputer(gateway);
  const disputesOf: string[] = [];
  for (const payer of [MARIA, JOSE, MARIA]) {
    const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, payer });
    const { body } = await disputer.dispute(keys, String(id));
    if (payer === MARIA) disputesOf.push(String(body.internal_id));
    gateway.clock.advance(1);
  }
  await receivePayment(gateway, keys, { ...CHARGE, payer: FIRM });
  const found = await gateway.call<Page<Customer>>('GET', '/v1/customers', { keys });
  const idOf = (document: string) => found.body.data.find((one) => one.document === document)?.id;
  type Disputes = Page<{ internal_id: string }>;
  const idsIn = ({ data }: Disputes) => data.map(({ internal_id: id }) => id);
  const list = async (query: string) =>
    (await gateway.call<Disputes>('GET', `/v1/disputes?${query}`, { keys })).body;
  const newestFirst = disputesOf.toReversed();
  const maria = `customer=${idOf(MARIA.document)}`;
  assert.deepEqual(idsIn(await list(maria)), newestFirst);
  const first = await list(`${maria}&limit=1`);
  assert.deepEqual(idsIn(first), newestFirst.slice(0, 1));
  const second = await list(`${maria}&limit=1&cursor=${first.next_cursor}`);
  assert.deepEqual([idsIn(second), second.next_cursor], [newestFirst.slice(1), null]);
  assert.deepEqual(idsIn(await list(`${maria}&status=accepted`)), []);
  assert.deepEqual(idsIn(await list(`customer=${idOf(FIRM.document)}`)), []);
  assert.deepEqual(idsIn(await list('customer=ninguem')), []);
  const member = await signIn(gateway, merchant);
  const shown = await member.call<Disputes>('GET', `/api/panel/test/disputes?${maria}`);
  assert.deepEqual(idsIn(shown.body), newestFirst);
  const other = await createMerchantWithKeys(gateway);
  const foreign = await gateway.call<Disputes>('GET', `/v1/disputes?${maria}`, {
    keys: other.keys,
  });
  assert.deepEqual(idsIn(foreign.body), []);
  const closed = await gateway.call('GET', `/v1/disputes?${maria}`, { keys: SANDBOX_KEYS });
  assert.equal(closed.body.code, 'sandbox_forbidden');
});
