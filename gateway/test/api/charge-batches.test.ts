import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { claimLines } from '#src/charges/batches/charge-line-store.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CHARGE, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const PATH = '/v1/charges/batches';
const DUE = addDays(brazilianDayOf(gateway.clock.now()), 20);
const RULES = { due_date: DUE, fine: { type: 'percent', value: 200 } };

interface Item {
  readonly index: number;
  readonly status: string;
  readonly charge: Record<string, unknown> | null;
  readonly refusal: { readonly code: string } | null;
}

function send(keys: Keys, body: object, key = `batch-${randomUUID()}`) {
  return gateway.call('POST', PATH, { keys, body, headers: { 'idempotency-key': key } });
}

async function accepted(keys: Keys, charges: readonly unknown[], facts: object = {}) {
  const answer = await send(keys, { charges, ...facts });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function read(keys: Keys, id: unknown) {
  return (await gateway.call('GET', `${PATH}/${id}`, { keys })).body;
}

function completed(keys: Keys, id: unknown) {
  return until(`the batch ${id} is completed`, async () => {
    const batch = await read(keys, id);
    return batch.status === 'completed' ? batch : undefined;
  });
}

async function items(keys: Keys, id: unknown, query = ''): Promise<Item[]> {
  const all: Item[] = [];
  let cursor = '';
  do {
    const path = `${PATH}/${id}/items?limit=500${query}${cursor}`;
    const { status, body, text } = await gateway.call<{ data: Item[]; next_cursor: string | null }>(
      'GET',
      path,
      { keys },
    );
    assert.equal(status, 200, text);
    all.push(...body.data);
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  return all;
}

async function chargesOf(merchantId: string): Promise<number> {
  const rows = await gateway.sql('select from charges where merchant_id = $1', [merchantId]);
  return rows.length;
}

const numbered = (count: number, facts: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    ...CHARGE,
    ...facts,
    external_id: `n-${index}`,
  }));

test('a batch makes one charge of each line, immediate and with a due date, in their order', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const charges = [...numbered(130), { ...CHARGE, ...RULES, external_id: 'due' }];
  const batch = await accepted(keys, charges, { external_id: 'mensalidades' });
  const amount = 131 * CHARGE.amount;
  const counts = { count: 131, created_count: 0, refused_count: 0, open_count: 131 };
  assert.deepEqual(batch, {
    id: batch.id,
    external_id: 'mensalidades',
    status: 'processing',
    amount,
    ...counts,
    created_at: batch.created_at,
    completed_at: null,
    waiting_for_bank_since: null,
  });
  const done = await completed(keys, batch.id);
  assert.deepEqual([done.created_count, done.refused_count, done.open_count], [131, 0, 0]);
  const made = await items(keys, batch.id);
  assert.deepEqual(
    made.map(({ index, charge }) => [index, charge?.external_id]),
    charges.map(({ external_id }, index) => [index, external_id]),
  );
  const [last] = made.slice(-1);
  const due = last?.charge?.due as { due_date: string } | undefined;
  assert.equal(due?.due_date, DUE);
  const id = String(last?.charge?.internal_id);
  assert.equal(last?.charge?.payment_url, `/pagar/${id}`);
  const details = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(details.body.client_id, keys['client-id'], details.text);
  assert.equal(await chargesOf(merchantId), 131);
  const list = await gateway.call<{ data: unknown[] }>('GET', PATH, { keys });
  assert.deepEqual(list.body.data, [done]);
});

test('with refused charges nothing is created, and each is named by index, code and field', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const charges = [
    CHARGE,
    { ...CHARGE, amount: 0, payer: { name: 'Maria Silva' } },
    { ...CHARGE, due_date: '2020-01-01' },
    { ...CHARGE, split: [{ username: 'ninguem-aqui', percentage: 10 }] },
    { ...CHARGE, fine: RULES.fine },
    { ...CHARGE, clock_id: randomUUID() },
    'no object',
  ];
  const answer = await send(keys, { charges });
  assert.equal(answer.status, 422, answer.text);
  assert.equal(answer.body.code, 'charge_batch_refused');
  const details = answer.body.details as { index: number; code: string; field: string }[];
  assert.deepEqual(
    details.map(({ index, code, field }) => [index, code, field]),
    [
      [1, 'invalid_request', 'charges.1.amount'],
      [1, 'invalid_request', 'charges.1.payer.document'],
      [2, 'due_date_in_past', 'charges.2.due_date'],
      [3, 'username_not_found', 'charges.3'],
      [4, 'invalid_request', 'charges.4.fine'],
      [5, 'invalid_request', 'charges.5.clock_id'],
      [6, 'invalid_request', 'charges.6.body'],
    ],
  );
  assert.equal(
    (await gateway.call<{ data: unknown[] }>('GET', PATH, { keys })).body.data.length,
    0,
  );
  const none = await send(keys, { charges: charges.slice(1), only_valid: true });
  assert.equal(none.body.code, 'charge_batch_refused', 'all charges are refused');
  const batch = await accepted(keys, charges, { only_valid: true });
  assert.deepEqual([batch.refused_count, batch.open_count], [6, 1]);
  const done = await completed(keys, batch.id);
  assert.deepEqual([done.created_count, done.refused_count], [1, 6]);
  const refused = await items(keys, batch.id, '&status=refused');
  assert.deepEqual(
    refused.map(({ index, charge, refusal }) => [index, charge, refusal?.code]),
    [1, 2, 3, 4, 5, 6].map((index) => [
      index,
      null,
      details.find((fault) => fault.index === index)?.code,
    ]),
  );
  assert.equal(await chargesOf(merchantId), 1);
});

test('a repeat under the key returns the same batch and creates nothing more', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const body = { charges: numbered(3) };
  const first = await send(keys, body, 'batch-once-1');
  await completed(keys, first.body.id);
  const second = await send(keys, body, 'batch-once-1');
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  const other = await send(keys, { charges: numbered(4) }, 'batch-once-1');
  assert.equal(other.body.code, 'idempotency_key_reused', other.text);
  const without = await gateway.call('POST', PATH, { keys, body });
  assert.equal(without.body.code, 'idempotency_key_missing', without.text);
  assert.equal(await chargesOf(merchantId), 3);
});

test('a batch of another merchant, of the other environment and an unknown one are not found', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const stranger = await createMerchantWithKeys(gateway);
  const { id } = await accepted(keys, numbered(1));
  for (const path of [`${PATH}/${id}`, `${PATH}/${id}/items`]) {
    const answer = await gateway.call('GET', path, { keys: stranger.keys });
    assert.equal(answer.body.code, 'charge_batch_not_found', answer.text);
  }
  const unknown = await gateway.call('GET', `${PATH}/nada`, { keys });
  assert.equal(unknown.body.code, 'charge_batch_not_found', unknown.text);
  const cursor = await gateway.call('GET', `${PATH}/${id}/items?cursor=nada`, { keys });
  assert.equal(cursor.body.code, 'invalid_request', cursor.text);
});

test('a line whose charge exists or is refused says nothing of its payer', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const invalid = { ...CHARGE, amount: -1 };
  const { id } = await accepted(keys, [...numbered(2), invalid], { only_valid: true });
  await completed(keys, id);
  const rows = await gateway.sql(
    `select status, content, payer_document from charge_batch_lines
     where merchant_id = $1 order by line`,
    [merchantId],
  );
  assert.deepEqual(
    rows.map(({ status, content, payer_document }) => [status, content, payer_document]),
    [
      ['created', null, null],
      ['created', null, null],
      ['refused', null, null],
    ],
  );
});

test('ten thousand charges leave room for the charges and batches of others', async (t) => {
  const [large, other] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const charges = numbered(10_000, RULES);
  const startedAt = performance.now();
  const batch = await accepted(large.keys, charges);
  const acceptedAt = performance.now();
  const small = await accepted(other.keys, numbered(5));
  const single = await gateway.call('POST', '/v1/pix/qrcode', { keys: other.keys, body: CHARGE });
  assert.equal(single.status, 201, single.text);
  await completed(other.keys, small.id);
  const meanwhile = await read(large.keys, batch.id);
  assert.equal(meanwhile.status, 'processing', 'the small batch ended before the large one');
  const done = await completed(large.keys, batch.id);
  const endedAt = performance.now();
  assert.equal(done.created_count, 10_000);
  assert.equal(await chargesOf(large.merchant.merchantId), 10_000);
  const made = await items(large.keys, batch.id);
  assert.equal(new Set(made.map(({ charge }) => charge?.internal_id)).size, 10_000);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  t.diagnostic(`accepted in ${seconds(acceptedAt - startedAt)} s`);
  t.diagnostic(`created in ${seconds(endedAt - acceptedAt)} s`);
});

test('of two workers that claim a line, one makes its charge and the other gets no line', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const { id } = await accepted(keys, numbered(1));
  await completed(keys, id);
  // As if a slow worker and the one that took its batch over both saw an open line.
  await gateway.sql(
    `set session_replication_role = replica; update charge_batch_lines
      set status = 'open', charge_id = null, content = '{}' where batch_id = '${id}'`,
  );
  const [line] = await gateway.sql(
    'select line, part from charge_batch_lines where batch_id = $1',
    [id],
  );
  const key = { merchantId, environment: 'test' as const, batchId: String(id) };
  const database = await gateway.appContext.database.buckets.ofMerchant(merchantId);
  const claim = () =>
    database.transaction((tx) => {
      const numbers = { line: Number(line?.line), part: Number(line?.part) };
      return claimLines(tx, [{ ...key, ...numbers, chargeId: randomUUID() }]);
    });
  assert.deepEqual([(await claim()).size, (await claim()).size], [1, 0]);
});

test('a merchant has at most ten batches under way', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const first = await accepted(keys, numbered(1));
  await completed(keys, first.id);
  // As if a bank delayed ten batches.
  await gateway.sql(
    `insert into charge_batches (merchant_id, environment, id, status, line_count, invalid_count,
       total_centavos, refused_count, created_at, accepted_at, due_at)
     select b.merchant_id, 'test', gen_random_uuid(), 'processing', 1, 0, 1, 0, now(), now(),
       'infinity' from charge_batches b cross join generate_series(1, 10)
     where b.merchant_id = $1`,
    [merchant.merchantId],
  );
  const refused = await send(keys, { charges: numbered(1) });
  assert.equal(refused.body.code, 'too_many_charge_batches', refused.text);
});

test('more than ten thousand charges, and none, are refused', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const none = await send(keys, { charges: [] });
  assert.equal(none.body.code, 'invalid_request', none.text);
  const many = await send(keys, { charges: Array.from({ length: 10_001 }, () => 0) });
  assert.equal(many.body.code, 'invalid_request', many.text);
  const long = { ...CHARGE, description: 'x'.repeat(17 * 1_024 * 1_024) };
  const large = await send(keys, { charges: [long] });
  assert.equal(large.body.code, 'charge_batch_too_large', large.text);
});
