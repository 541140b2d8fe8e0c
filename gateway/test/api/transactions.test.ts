import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { isReadByEmvReader } from '../support/emv-reader.ts';
import {
  type Answer,
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

interface Page {
  readonly data: { internal_id: string; type: string; created_at: string }[];
  readonly next_cursor: string | null;
}

const gateway = await startGateway({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);

function list(query: string, who: Keys = keys): Promise<Answer<Page>> {
  return gateway.call<Page>('GET', `/v1/transactions?${query}`, { keys: who });
}

test('a charge is answered with exactly ten fields, and its code is a valid BR Code', async () => {
  const body = {
    amount: 9990,
    payer: { name: '  Maria  ', document: '123.456.789-09', email: 'maria@example.com' },
    external_id: ' pedido-1 ',
    expires_in: 3_600,
    unknown: { is: 'ignored' },
  };
  const { status, body: charge } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(charge), [
    'internal_id',
    'external_id',
    'status',
    'amount',
    'fee_amount',
    'net_amount',
    'qrcode',
    'qr_image_url',
    'expires_at',
    'created_at',
  ]);
  assert.deepEqual(
    [charge.status, charge.amount, charge.fee_amount, charge.net_amount, charge.external_id],
    ['pending', 9990, 197, 9793, 'pedido-1'],
  );
  const lifetime = Date.parse(String(charge.expires_at)) - Date.parse(String(charge.created_at));
  assert.equal(lifetime, 3_600_000);
  const id = String(charge.internal_id);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(String(charge.qrcode).includes(`pix.sandbox.invalid/qr/v2/${id.replaceAll('-', '')}`));
  assert.ok(isReadByEmvReader(String(charge.qrcode)));
  const read = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.deepEqual(read.body, {
    type: 'charge',
    ...charge,
    payment_url: `/pagar/${id}`,
    public_qr_image_url: `/pagar/${id}/qr.png`,
    paid_at: null,
    end_to_end_id: null,
    client_id: keys['client-id'],
    description: null,
    payer: { name: 'Maria', document: '12345678909', email: 'maria@example.com' },
    utm: null,
    split: [],
  });
  for (const [field, type] of [
    ['payment_url', /^text\/html/],
    ['public_qr_image_url', /^image\/png/],
  ] as const) {
    const page = await fetch(`${gateway.url}${String(read.body[field])}`);
    assert.match(String(page.headers.get('content-type')), type);
    await page.body?.cancel();
  }
});

test('all faults of a body are listed at once, each with the path of its field', async () => {
  const body = {
    amount: 0,
    payer: { name: ' ', document: '123', email: 'x' },
    external_id: 'x'.repeat(129),
    expires_in: 59,
    webhook_url: 'ftp://example.com',
    utm: { a: 1 },
  };
  const { status, body: problem } = await gateway.call<{
    code: string;
    details: { field: string; message: string }[];
  }>('POST', '/v1/pix/qrcode', { keys, body });
  assert.deepEqual([status, problem.code], [400, 'invalid_request']);
  assert.deepEqual(problem.details.map((one) => one.field).sort(), [
    'amount',
    'expires_in',
    'external_id',
    'payer.document',
    'payer.email',
    'payer.name',
    'utm.a',
    'webhook_url',
  ]);
});

test('with a live key wrong check digits are refused, and without a bank nothing is created', async () => {
  const live = await createKeys(gateway.appContext, merchant, 'live');
  const wrong = { ...CHARGE, payer: { name: 'A', document: '12345678900' } };
  const refused = await gateway.call('POST', '/v1/pix/qrcode', { keys: live, body: wrong });
  assert.equal(refused.body.code, 'invalid_request');
  assert.equal((await gateway.call('POST', '/v1/pix/qrcode', { keys, body: wrong })).status, 201);
  for (const [path, body] of [
    ['/v1/pix/qrcode', CHARGE],
    ['/v1/pix/payout', PAYOUT],
  ] as const) {
    const answer = await gateway.call('POST', path, { keys: live, body });
    assert.deepEqual([answer.status, answer.body.code], [503, 'provider_unavailable']);
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  }
});

test('the image shows the code as PNG or SVG, and its ETag gets 304', async () => {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const url = `${gateway.url}${String(body.qr_image_url)}`;
  const response = await fetch(url, { headers: { ...keys } });
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable');
  const png = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  assert.ok(png.width >= 512 && png.width === png.height);
  const decoded = jsQR.default(new Uint8ClampedArray(png.data), png.width, png.height);
  assert.equal(decoded?.data, body.qrcode);
  const svg = await fetch(url, { headers: { ...keys, accept: 'image/svg+xml' } });
  assert.match(String(svg.headers.get('content-type')), /^image\/svg\+xml/);
  assert.match(await svg.text(), /<svg/);
  const etag = String(response.headers.get('etag'));
  assert.notEqual(svg.headers.get('etag'), etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await fetch(url, { headers: { ...keys, 'if-none-match': known } });
    assert.equal(again.status, 304, known);
  }
});

test('a malformed id answers 404', async () => {
  for (const id of [
    'x',
    '%00',
    '%zz',
    'a'.repeat(2_000),
    '../balance%2f',
    '1; drop table charges',
  ]) {
    for (const [method, path] of [
      ['GET', `/v1/transactions/${id}`],
      ['GET', `/v1/pix/qrcode/${id}/image`],
      ['POST', `/v1/test/charges/${id}/pay`],
    ] as const) {
      const answer = await gateway.call(method, path.replace('../', ''), { keys });
      assert.deepEqual([answer.status, answer.body.code], [404, 'transaction_not_found'], path);
    }
  }
});

test('the list pages through every transaction once, newest first, and filters them', async () => {
  const owner = await createMerchantWithKeys(gateway);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const charge = await receivePayment(gateway, owner.keys, { ...CHARGE, external_id: 'same' });
    ids.unshift(String(charge.internal_id));
    gateway.clock.advance(5);
  }
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys: owner.keys, body: PAYOUT });
  ids.unshift(String(payout.body.internal_id));
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor === '' ? 'limit=2' : `limit=2&cursor=${cursor}`;
    const page: Answer<Page> = await list(query, owner.keys);
    seen.push(...page.body.data.map((one) => one.internal_id));
    cursor = page.body.next_cursor;
  }
  assert.deepEqual(seen, ids);
  const count = async (query: string) => (await list(query, owner.keys)).body.data.length;
  assert.deepEqual(
    [await count('type=payout'), await count('status=paid'), await count('external_id=same')],
    [1, 5, 5],
  );
  const third = (await list('', owner.keys)).body.data[2];
  const at = encodeURIComponent(String(third?.created_at));
  assert.deepEqual([await count(`created_from=${at}`), await count(`created_to=${at}`)], [3, 3]);
  const read = await gateway.call('GET', `/v1/transactions/${ids[0]}`, { keys: owner.keys });
  assert.deepEqual((await list('limit=1', owner.keys)).body.data[0], read.body);
});

test('a wrong filter, limit or cursor of the list is refused', async () => {
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'status=done',
    'type=refund',
    'cursor=x',
    'created_from=yesterday',
    'created_to=2026-02-30',
    'status=paid&status=paid',
  ]) {
    const answer = await list(query);
    assert.equal(answer.status, 400, query);
  }
});
