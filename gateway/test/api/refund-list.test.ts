import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  SANDBOX_KEYS,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

interface Listed {
  readonly internal_id: string;
  readonly transaction_id: string;
  readonly status: string;
}
type Page = { readonly data: readonly Listed[]; readonly next_cursor: string | null };

const MARIA = { name: 'Maria Silva', document: '52998224725' };
const JOSE = { name: 'José D’Ávila', document: '11144477735' };
const gateway = await startInBuckets({ after });
const { createPaid, refund, read, endRefunds } = createRefunder(gateway);

async function list(keys: Keys, query = '') {
  return (await gateway.call<Page>('GET', `/v1/refunds?${query}`, { keys })).body;
}

function idsIn({ data }: Page): string[] {
  return data.map(({ internal_id: id }) => id);
}

test('the list has each refund once, newest first, as its charge shows it', async () => {
  const { keys, id } = await createPaid();
  const made: string[] = [];
  for (const amount of [100, 200, 300]) {
    gateway.clock.advance(1_000);
    const { body } = await refund(keys, id, { amount, reason: 'Troca' });
    made.unshift(String(body.internal_id));
  }
  await endRefunds();
  const first = await list(keys, 'limit=2');
  const second = await list(keys, `limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([...idsIn(first), ...idsIn(second)], made);
  assert.equal(second.next_cursor, null);
  const charge = await read(keys, id);
  const [newest] = first.data;
  const { transaction_id, external_id, end_to_end_id, ...shown } = newest as Listed &
    Record<string, unknown>;
  assert.deepEqual(shown, charge.refunds.at(-1));
  assert.deepEqual(
    [transaction_id, external_id, end_to_end_id],
    [id, charge.external_id, charge.end_to_end_id],
  );
});

test('status, charge and instants filter the list, and nonsense matches nothing', async () => {
  const { keys, id } = await createPaid();
  const other = String((await receivePayment(gateway, keys)).internal_id);
  const done = String((await refund(keys, id, { amount: 100 })).body.internal_id);
  await endRefunds();
  gateway.clock.advance(1_000);
  const from = new Date(gateway.clock.now()).toISOString();
  gateway.clock.advance(1_000);
  const waiting = String((await refund(keys, other, { amount: 100 })).body.internal_id);
  const cases: [string, string[]][] = [
    ['', [waiting, done]],
    ['status=done', [done]],
    ['status=pending', [waiting]],
    ['status=failed', []],
    [`transaction_id=${id}`, [done]],
    [`transaction_id=${id}&status=pending`, []],
    [`created_from=${from}`, [waiting]],
    [`created_to=${from}`, [done]],
    ['transaction_id=x', []],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(idsIn(await list(keys, query)), expected, query);
  }
  for (const query of ['status=paid', 'limit=0', 'limit=101', 'created_from=ontem', 'cursor=x']) {
    const refused = await gateway.call('GET', `/v1/refunds?${query}`, { keys });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], query);
  }
});

test('customer lists the refunds of one customer, in the API, the panel and the file', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const refunded = new Map<string, string>();
  await receivePayment(gateway, keys);
  for (const payer of [MARIA, JOSE]) {
    const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, payer });
    const { body } = await refund(keys, String(id), { amount: 5_000 });
    refunded.set(payer.document, String(body.internal_id));
    gateway.clock.advance(1);
  }
  const customers = await gateway.call<{ data: { id: string; document: string }[] }>(
    'GET',
    '/v1/customers',
    { keys },
  );
  const maria = customers.body.data.find(({ document }) => document === MARIA.document)?.id;
  const expected = [refunded.get(MARIA.document)];
  assert.deepEqual(idsIn(await list(keys, `customer=${maria}`)), expected);
  assert.deepEqual(idsIn(await list(keys, 'customer=ninguem')), []);
  const member = await signIn(gateway, merchant);
  const path = '/api/panel/test/refunds';
  const shown = await member.call<Page>('GET', `${path}?customer=${maria}`);
  assert.deepEqual(idsIn(shown.body), expected);
  const file = await member.call('GET', `${path}.csv?customer=${maria}`);
  const lines = file.text.trim().split('\r\n');
  assert.equal(lines.length, 2, file.text);
  const line = `;Em andamento;50,00;Maria Silva;529.982.247-25;`;
  assert.ok(lines[1]?.includes(line), file.text);
  assert.match(String(file.headers.get('content-disposition')), /devolucoes/);
  const closed = await gateway.call('GET', `/v1/refunds?customer=${maria}`, { keys: SANDBOX_KEYS });
  assert.equal(closed.body.code, 'sandbox_forbidden');
});

test('a merchant sees no refund of another merchant, also by its charge or customer', async () => {
  const { keys, merchant, id } = await createPaid();
  await refund(keys, id, { amount: 100 });
  const customers = await gateway.call<{ data: { id: string }[] }>('GET', '/v1/customers', {
    keys,
  });
  const stranger = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, stranger.merchant);
  for (const query of ['', `transaction_id=${id}`, `customer=${customers.body.data[0]?.id}`]) {
    assert.deepEqual(idsIn(await list(stranger.keys, query)), [], query);
  }
  assert.deepEqual((await session.call<Page>('GET', '/api/panel/test/refunds')).body.data, []);
  const owner = await signIn(gateway, merchant);
  assert.deepEqual((await owner.call<Page>('GET', '/api/panel/live/refunds')).body.data, []);
});
