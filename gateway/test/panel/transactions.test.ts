import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { testNow } from '../support/manual-clock.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startInBuckets({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);
const other = await createMerchantWithKeys(gateway);
const stranger = await signIn(gateway, other.merchant);

interface Item {
  internal_id: string;
  type: string;
  status: string;
  amount: number;
  external_id: string | null;
  end_to_end_id: string | null;
}
interface List {
  data: Item[];
  next_cursor: string | null;
  searched_until: string | null;
}

const LIST = '/api/panel/test/transactions';

async function list(query: Record<string, string | number>, session = member): Promise<List> {
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await session.call<List>('GET', `${LIST}?${words}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function listAll(query: Record<string, string | number>): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: List = await list({ ...query, ...(cursor && { cursor }) });
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

function ids(items: readonly Item[]): string[] {
  return items.map((item) => item.internal_id);
}

test('pages have no gap with every filter', async () => {
  const paid: string[] = [];
  const pending: string[] = [];
  for (let index = 1; index <= 7; index += 1) {
    const body = { ...CHARGE, amount: index * 1_000, external_id: `pedido-${index % 2}` };
    paid.unshift(String((await receivePayment(gateway, keys, body)).internal_id));
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    pending.unshift(String(created.body.internal_id));
  }
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const payoutId = String(payout.body.internal_id);
  const everything = await listAll({ limit: 4 });
  assert.equal(everything.length, 15);
  assert.deepEqual(ids(everything), ids(everything).toSorted().toReversed());
  assert.deepEqual(ids(await listAll({ limit: 2, status: 'paid', type: 'charge' })), paid);
  assert.deepEqual(ids(await listAll({ limit: 3, status: 'pending', type: 'charge' })), pending);
  assert.deepEqual(ids(await listAll({ type: 'payout' })), [payoutId]);
  assert.deepEqual(ids(await listAll({ status: 'expired' })), []);
  const middle = await listAll({ limit: 1, amount_min: 3_000, amount_max: 4_000, status: 'paid' });
  assert.deepEqual(
    middle.map((item) => item.amount),
    [4_000, 3_000],
  );
  const odd = await listAll({ limit: 2, search: 'pedido-1', status: 'paid' });
  assert.deepEqual(
    odd.map((item) => item.amount),
    [7_000, 5_000, 3_000, 1_000],
  );
});

test('a merchant finds its transaction by each identifier, and other merchants don’t', async () => {
  const body = { ...CHARGE, external_id: 'encomenda única' };
  const created = await receivePayment(gateway, keys, body);
  const id = String(created.internal_id);
  const read = await member.call<Item>('GET', `${LIST}/${id}`);
  const names = [id, id.replaceAll('-', ''), id.toUpperCase(), 'encomenda única'];
  for (const search of [...names, String(read.body.end_to_end_id)]) {
    assert.deepEqual(ids((await list({ search })).data), [id], search);
    assert.deepEqual((await list({ search, status: 'pending' })).data, []);
    assert.deepEqual((await list({ search }, stranger)).data, []);
  }
  assert.equal((await stranger.call('GET', `${LIST}/${id}`)).status, 404);
  assert.equal((await member.call('GET', `/api/panel/live/transactions/${id}`)).status, 404);
  assert.equal((await member.call('GET', `${LIST}/nada`)).status, 404);
});

test('a period takes days of Brasília or instants', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, shop.merchant);
  const created: string[] = [];
  const noon = Date.parse('2031-03-10T15:00:00Z');
  // The last minute of the 10th, midnight of the 11th and of the 12th, three hours behind UTC.
  for (const at of ['2031-03-11T02:59:30Z', '2031-03-11T03:00:00Z', '2031-03-12T03:00:00Z']) {
    gateway.clock.set(Date.parse(at));
    const { keys: shopKeys } = shop;
    const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys: shopKeys, body: CHARGE });
    created.push(String(body.internal_id));
  }
  gateway.clock.set(noon);
  const [late, midnight, next] = created;
  const period = async (query: Record<string, string>) => ids((await list(query, session)).data);
  assert.deepEqual(await period({ from: '2031-03-11', to: '2031-03-11' }), [midnight]);
  assert.deepEqual(await period({ to: '2031-03-10' }), [late]);
  assert.deepEqual(await period({ from: '2031-03-12' }), [next]);
  assert.deepEqual(await period({ from: '2031-03-11T03:00:00Z', to: '2031-03-12T03:00:00Z' }), [
    midnight,
  ]);
  gateway.clock.set(testNow());
  const wrong = await member.call('GET', `${LIST}?from=ontem&amount_min=x&cursor=!`);
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_request']);
});

test('a transaction shows its timeline and its webhook deliveries', async (context) => {
  const shop = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, shop.merchant);
  const sink = await startWebhookSink(context);
  sink.answerWith((_webhook, response) => response.writeHead(500).end('não'));
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const owner = { ...shop.merchant, environment: 'test' } as const;
  await createEndpoint(
    { ...gateway.appContext, targetRules },
    owner,
    { url: `${sink.url}/avisos` },
    commandActor,
  );
  const { internal_id: id } = await receivePayment(gateway, shop.keys);
  const timeline = await until('the attempt', async () => {
    const { body } = await session.call<{ timeline: Record<string, unknown>[] }>(
      'GET',
      `${LIST}/${id}`,
    );
    return body.timeline.length === 3 && body.timeline;
  });
  assert.deepEqual(
    timeline.map(({ kind }) => kind),
    ['created', 'paid', 'webhook_attempt'],
  );
  const { at, delivery_id: deliveryId, ...attempt } = timeline[2] ?? {};
  assert.match(String(at), /^\d{4}-.*Z$/);
  assert.match(String(deliveryId), /^[0-9a-f-]{36}$/);
  assert.deepEqual(attempt, {
    kind: 'webhook_attempt',
    event: 'deposit.paid',
    url: `${sink.url}/avisos`,
    attempt: 1,
    response_status: 500,
    failure: null,
    is_delivered: false,
  });
});
