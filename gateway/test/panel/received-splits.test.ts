import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });

interface Page {
  readonly data: {
    charge_id: string;
    amount: number;
    status: string;
    percentage: number;
    external_id: string | null;
    utm: object | null;
    paid_at: string | null;
    origin: { username: string; name: string };
  }[];
  readonly next_cursor: string | null;
}

const PATH = '/api/panel/test/splits-received';

/** A recipient with three splits of one merchant and an unpaid one of another. */
async function receiveShares() {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const [shop, other] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const utm = { source: 'instagram' };
  const body = (percentage: number, external_id: string) => ({
    ...CHARGE,
    ...{ external_id, utm },
    split: [{ username, percentage }],
  });
  const paid = [
    await receivePayment(gateway, shop.keys, body(10, 'pedido-1')),
    await receivePayment(gateway, other.keys, body(5.5, 'pedido-2')),
    await receivePayment(gateway, shop.keys, body(0.01, 'pedido-3')),
  ];
  const waiting = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: shop.keys,
    body: body(20, 'pedido-4'),
  });
  return { session: await signIn(gateway, merchant), shop, other, paid, waiting, utm };
}

test('each received split shows its charge, amount and description', async () => {
  const { session, shop, paid, utm } = await receiveShares();
  const { body } = await session.call<Page>('GET', PATH);
  assert.deepEqual(
    body.data.map((one) => [one.external_id, one.percentage, one.amount, one.status]),
    [
      ['pedido-4', 20, 2_000, 'pending'],
      ['pedido-3', 0.01, 1, 'paid'],
      ['pedido-2', 5.5, 550, 'paid'],
      ['pedido-1', 10, 1_000, 'paid'],
    ],
  );
  const [waiting, ...rest] = body.data;
  assert.equal(waiting?.paid_at, null);
  assert.deepEqual(rest.at(-1)?.origin, {
    username: shop.username,
    name: `Loja ${shop.username}`,
  });
  assert.deepEqual(rest.at(-1)?.utm, utm);
  assert.equal(rest.at(-1)?.charge_id, paid[0]?.internal_id);
});

test('received splits are listed in pages, filtered by state, and summed by payer merchant', async () => {
  const { session, shop, other } = await receiveShares();
  const seen: string[] = [];
  let path = `${PATH}?limit=1`;
  for (let page = 0; page < 4; page += 1) {
    const { body } = await session.call<Page>('GET', path);
    seen.push(...body.data.map((one) => String(one.external_id)));
    path = `${PATH}?limit=1&cursor=${body.next_cursor}`;
    assert.equal(body.next_cursor === null, page === 3);
  }
  assert.deepEqual(seen, ['pedido-4', 'pedido-3', 'pedido-2', 'pedido-1']);
  const pending = await session.call<Page>('GET', `${PATH}?status=pending`);
  assert.deepEqual(
    pending.body.data.map((one) => one.external_id),
    ['pedido-4'],
  );
  const { body } = await session.call('GET', `${PATH}/summary`);
  assert.deepEqual(body.origins, [
    {
      ...{ username: shop.username, name: `Loja ${shop.username}` },
      ...{ count: 3, paid_amount: 1_001, pending_amount: 2_000 },
    },
    {
      ...{ username: other.username, name: `Loja ${other.username}` },
      ...{ count: 1, paid_amount: 550, pending_amount: 0 },
    },
  ]);
  assert.deepEqual([body.paid_amount, body.pending_amount], [1_551, 2_000]);
});

test('a period without valid days is refused', async () => {
  const { session } = await receiveShares();
  const empty = await session.call<Page>('GET', `${PATH}?to=2026-01-31`);
  assert.deepEqual(empty.body, { data: [], next_cursor: null });
  for (const query of ['?from=2026-02-30', '?to=ontem', '/summary?to=2026-13-01']) {
    const refused = await session.call('GET', PATH + query);
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], query);
  }
  const long = await session.call('GET', `${PATH}/summary?from=2025-01-01&to=2026-01-01`);
  assert.equal(long.status, 400);
});

test('other merchants and the other environment see no received splits', async () => {
  const { session } = await receiveShares();
  const { merchant } = await createMerchantWithKeys(gateway);
  const stranger = await signIn(gateway, merchant);
  assert.deepEqual((await stranger.call<Page>('GET', PATH)).body.data, []);
  const live = await session.call<Page>('GET', '/api/panel/live/splits-received');
  assert.deepEqual(live.body.data, []);
});
