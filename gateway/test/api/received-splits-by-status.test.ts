import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';

interface Page {
  readonly data: readonly { readonly charge_id: string }[];
  readonly next_cursor: string | null;
}

const gateway = await startGateway({ after });

test('a status that is rare is found behind pages that are short', async () => {
  const [recipient, shop] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const split = [{ username: recipient.username, percentage: 1 }];
  const body = { ...CHARGE, split };
  const { body: rare } = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body });
  await gateway.sql(
    `insert into charge_splits (merchant_id, environment, charge_id, position, recipient_id,
       username, amount_centavos, status)
     select merchant_id, 'test', ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 0,
       recipient_id, username, 1, 'paid'
     from charge_splits, generate_series(1, 10000) as n where charge_id = $1`,
    [rare.internal_id],
  );
  const list = (more: string) =>
    gateway.call<Page>('GET', `/v1/splits?status=pending${more}`, { keys: recipient.keys });
  const { body: short } = await list('');
  assert.deepEqual(short.data, []);
  assert.ok(short.next_cursor);
  const { body: last } = await list(`&cursor=${short.next_cursor}`);
  assert.deepEqual(
    last.data.map((one) => one.charge_id),
    [rare.internal_id],
  );
  assert.equal(last.next_cursor, null);
});
