import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PNG } from 'pngjs';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createPayers, type Link } from '../support/payment-links.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { buckets: 2, env: BEHIND_PROXY, hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);
const { visitor } = createPayers(gateway.url);

interface Product {
  id: string;
  image_url: string | null;
  [field: string]: unknown;
}

async function createProduct(): Promise<Product> {
  const body = { name: 'Caneca', amount: 7_900, description: 'Feita à mão' };
  const answer = await gateway.call<Product>('POST', '/v1/products', { keys, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function sendImage({ id }: Product, content: Buffer, type = 'image/png') {
  const answer = await fetch(`${gateway.url}/api/panel/test/products/${id}/image`, {
    method: 'PUT',
    headers: { cookie: member.cookie(), origin: gateway.url, 'content-type': type },
    body: new Uint8Array(content),
  });
  return { status: answer.status, body: await answer.json() };
}

function png(width: number, height: number): Buffer {
  return PNG.sync.write(new PNG({ width, height }));
}

test('a link sells a product at its price, and a new price changes no charge that exists', async () => {
  const product = await createProduct();
  const body = { title: 'Natal', product_id: product.id };
  const made = await gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
  assert.equal(made.status, 201, made.text);
  const link = made.body;
  assert.deepEqual([link.amount, link.product_id], [7_900, product.id]);
  assert.match((await visitor().open(link)).text, /R\$\s79,00[\s\S]*Feita à mão/);
  const first = await visitor().buy(link);
  await gateway.call('PATCH', `/v1/products/${product.id}`, { keys, body: { amount: 8_900 } });
  const second = await visitor().buy(link);
  const amounts = [];
  for (const { chargeId } of [first, second]) {
    const { body: charge } = await gateway.call('GET', `/v1/transactions/${chargeId}`, { keys });
    amounts.push(charge.amount);
  }
  assert.deepEqual(amounts, [7_900, 8_900]);
  const path = `/v1/payment-links/${link.id}`;
  const both = { amount: 100, product_id: product.id };
  const refused = await gateway.call('PATCH', path, { keys, body: both });
  assert.equal(refused.body.code, 'invalid_request');
  const fixed = await gateway.call('PATCH', path, { keys, body: { amount: 5_000 } });
  assert.deepEqual([fixed.body.amount, fixed.body.product_id], [5_000, null]);
});

test('a product of another merchant is not sold, read or changed', async () => {
  const product = await createProduct();
  const other = await createMerchantWithKeys(gateway);
  const attempts = [
    ['POST', '/v1/payment-links', { title: 'x', product_id: product.id }],
    ['GET', `/v1/products/${product.id}`, undefined],
    ['PATCH', `/v1/products/${product.id}`, { amount: 1_000 }],
  ] as const;
  for (const [method, path, body] of attempts) {
    const options = { keys: other.keys, ...(body && { body }) };
    assert.equal((await gateway.call(method, path, options)).body.code, 'product_not_found');
  }
});

test('an image is served to everybody at an address of its own, which changes with it', async () => {
  const product = await createProduct();
  const content = png(30, 20);
  const { body: first } = await sendImage(product, content);
  const image = await fetch(gateway.url + first.image_url);
  assert.equal(image.headers.get('content-type'), 'image/png');
  assert.equal(image.headers.get('x-content-type-options'), 'nosniff');
  assert.match(image.headers.get('cache-control') ?? '', /immutable/);
  assert.deepEqual(Buffer.from(await image.arrayBuffer()), content);
  const { body: second } = await sendImage(product, png(10, 10));
  assert.notEqual(second.image_url, first.image_url);
  assert.equal((await fetch(gateway.url + first.image_url)).status, 404);
  const body = { title: 'Com imagem', product_id: product.id };
  const link = await gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
  assert.ok((await visitor().open(link.body)).text.includes(` src="${second.image_url}"`));
  const path = `/api/panel/test/products/${product.id}/image`;
  assert.equal((await member.call('DELETE', path)).body.image_url, null);
});

test('a file that is no image, or is too large, is refused', async () => {
  const product = await createProduct();
  const html = Buffer.from('<script>alert(1)</script>');
  const refused: [Buffer, string, string][] = [
    [html, 'image/png', 'image_invalid'],
    [html, 'text/html', 'image_invalid'],
    [png(1, 1).subarray(0, 18), 'image/png', 'image_invalid'],
    [png(4_097, 1), 'image/png', 'image_invalid'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', 'image_invalid'],
    [Buffer.alloc(512 * 1_024 + 1), 'image/png', 'image_too_large'],
  ];
  for (const [content, type, code] of refused) {
    assert.equal((await sendImage(product, content, type)).body.code, code, type);
  }
  const rows = await gateway.sql('select 1 from product_images where product_id = $1', [
    product.id,
  ]);
  assert.deepEqual(rows, []);
});
