import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import jsQR from 'jsqr';
import { hasError, isDynamicPix, parsePix } from 'pix-utils';
import { PNG } from 'pngjs';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { isReadByEmvReader } from '../support/emv-reader.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { appContext } = gateway;
const { keys } = await createMerchantWithKeys(gateway);

async function createCharge(by: Keys = keys, amount = CHARGE.amount) {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: by,
    body: { ...CHARGE, amount },
  });
  const id = String(body.internal_id);
  return { id, qrcode: String(body.qrcode), url: `${gateway.url}${String(body.qr_image_url)}` };
}

async function createNamed(name: string): Promise<Keys> {
  const merchant = await createMerchant(
    { ...appContext, fees: appContext.config.fees },
    { username: `nome-${name.length}`, name, document: '11222333000181', isApproved: true },
    commandActor,
  );
  return createKeys(appContext, merchant, 'test');
}

async function decode(response: Response): Promise<{ text: string | undefined; widthPx: number }> {
  const png = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  assert.equal(png.width, png.height);
  const decoded = jsQR.default(new Uint8ClampedArray(png.data), png.width, png.height);
  return { text: decoded?.data, widthPx: png.width };
}

test('two independent parsers read the code, its URL and its amount', async () => {
  for (const amount of [51, 12_345, 999_999_999_999]) {
    const { id, qrcode } = await createCharge(keys, amount);
    const url = `pix.sandbox.invalid/qr/v2/${id.replaceAll('-', '')}`;
    const parsed = parsePix(qrcode);
    assert.ok(!hasError(parsed) && isDynamicPix(parsed));
    assert.equal(parsed.url, url);
    assert.ok(isReadByEmvReader(qrcode));
    const decimal = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
    const length = String(decimal.length).padStart(2, '0');
    assert.ok(qrcode.includes(`530398654${length}${decimal}5802BR`), qrcode);
    assert.match(qrcode, /^00020101021226.*62070503\*\*\*6304[0-9A-F]{4}$/);
  }
});

test('the image decodes to the code, whatever the name of the merchant', async () => {
  const names = ['Ação & Coração Ltda', '日本', 'X'.repeat(200)];
  const owners = [keys, SANDBOX_KEYS, ...(await Promise.all(names.map(createNamed)))];
  for (const owner of owners) {
    const { url, qrcode } = await createCharge(owner);
    assert.match(qrcode, /^[\x20-\x7e]+$/);
    assert.ok(isReadByEmvReader(qrcode), qrcode);
    const { text, widthPx } = await decode(await fetch(url, { headers: { ...owner } }));
    assert.equal(text, qrcode);
    assert.ok(widthPx >= 512);
  }
});

test('Accept chooses between PNG and SVG, and any other type gets a PNG', async () => {
  const { url } = await createCharge();
  const cases = [
    ['*/*', 'image/png'],
    ['image/*', 'image/png'],
    ['text/html', 'image/png'],
    ['image/png, image/svg+xml;q=0.9', 'image/png'],
    ['image/svg+xml', 'image/svg+xml; charset=utf-8'],
    ['image/svg+xml, image/png;q=0.5', 'image/svg+xml; charset=utf-8'],
    ['image/png;q=0.1, image/svg+xml;q=0.2', 'image/svg+xml; charset=utf-8'],
  ] as const;
  const etags = new Map<string, Set<string | null>>();
  for (const [accept, type] of cases) {
    const response = await fetch(url, { headers: { ...keys, accept } });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, type], accept);
    assert.match(String(response.headers.get('vary')), /accept/i);
    assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable');
    await response.arrayBuffer();
    etags.set(type, (etags.get(type) ?? new Set()).add(response.headers.get('etag')));
  }
  // One strong ETag for each of the two image types, and they differ.
  const all = [...etags.values()].flatMap((one) => [...one]);
  assert.equal(all.length, 2);
  assert.equal(new Set(all).size, 2);
  for (const etag of all) assert.match(String(etag), /^"[^"]+"$/);
});

test('a known ETag gets 304, and the ETag of the other image type gets the image', async () => {
  const { url } = await createCharge();
  const png = (await fetch(url, { headers: { ...keys } })).headers.get('etag');
  const accept = 'image/svg+xml';
  const svg = (await fetch(url, { headers: { ...keys, accept } })).headers.get('etag');
  const ask = async (known: unknown, more: object = {}) => {
    const headers = { ...keys, ...more, 'if-none-match': String(known) };
    const response = await fetch(url, { headers });
    const length = (await response.arrayBuffer()).byteLength;
    return { status: response.status, etag: response.headers.get('etag'), length };
  };
  for (const known of [png, `W/${png}`, `"a", "b",${png}`, `W/"a" , W/${png}`]) {
    assert.deepEqual(await ask(known), { status: 304, etag: png, length: 0 });
  }
  assert.deepEqual(await ask(svg, { accept }), { status: 304, etag: svg, length: 0 });
  for (const unknown of [svg, '"other"', String(png).slice(1, -1)]) {
    assert.equal((await ask(unknown)).status, 200, String(unknown));
  }
  assert.equal((await ask(png, { accept })).status, 200);
  const requestId = (
    await fetch(url, { headers: { ...keys, 'if-none-match': String(png) } })
  ).headers.get('x-request-id');
  const line = await until('the request is logged', async () =>
    gateway.logLines.find((text) => text.includes(String(requestId))),
  );
  assert.match(line, /"status(?:Code)?":304/);
});

test('the image remains after the payment, and without keys it is refused', async () => {
  const charge = await receivePayment(gateway, keys);
  const url = `${gateway.url}${String(charge.qr_image_url)}`;
  assert.equal((await decode(await fetch(url, { headers: { ...keys } }))).text, charge.qrcode);
  const head = await fetch(url, { method: 'HEAD', headers: { ...keys } });
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'image/png']);
  assert.equal((await fetch(url)).status, 401);
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const path = `/v1/pix/qrcode/${String(payout.body.internal_id)}/image`;
  const refused = await gateway.call('GET', path, { keys });
  assert.deepEqual([refused.status, refused.body.code], [404, 'transaction_not_found']);
});
