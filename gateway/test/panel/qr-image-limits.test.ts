import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const DRAWN_PER_ADDRESS = 120;
const REQUESTS_PER_ADDRESS = 1_200;
const BYTES_MAX = 4_096;
/** Positions of bit depth and colour type (PNG specification, section 11.2.2). */
const [DEPTH_AT, COLOUR_AT] = [24, 25];

const gateway = await startGateway({ after }, { hasWorker: false, env: { TRUST_PROXY: 'true' } });
const { keys } = await createMerchantWithKeys(gateway);

async function createCharge() {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const url = `${gateway.url}/pagar/${String(body.internal_id)}`;
  return { url, qrcode: String(body.qrcode), apiPath: String(body.qr_image_url) };
}

/** A request from another IP address, which the trusted proxy reports. */
function get(url: string, address: string, headers: Record<string, string> = {}) {
  return fetch(url, { headers: { 'x-forwarded-for': address, ...headers } });
}

test('the QR image is a small 1-bit image, equal at both routes', async () => {
  const { url, qrcode, apiPath } = await createCharge();
  const image = Buffer.from(await (await get(`${url}/qr.png`, '192.0.2.1')).arrayBuffer());
  assert.ok(image.length < BYTES_MAX, `${image.length} bytes`);
  assert.deepEqual([image[DEPTH_AT], image[COLOUR_AT]], [1, 0]);
  const png = PNG.sync.read(image);
  assert.ok(png.width >= 512);
  const decoded = jsQR.default(new Uint8ClampedArray(png.data), png.width, png.height);
  assert.equal(decoded?.data, qrcode);
  const other = await fetch(`${gateway.url}${apiPath}`, { headers: { ...keys } });
  assert.deepEqual(Buffer.from(await other.arrayBuffer()), image);
});

test('a cached image is answered with 304', async () => {
  const { url } = await createCharge();
  const first = await get(`${url}/qr.png`, '192.0.2.1');
  const etag = String(first.headers.get('etag'));
  assert.match(etag, /^"[^"]+"$/);
  const again = await get(`${url}/qr.png`, '192.0.2.1', { 'if-none-match': etag });
  assert.deepEqual([again.status, await again.text()], [304, '']);
});

test('an IP address gets a limited number of images a minute over all charges', async () => {
  const charges: Awaited<ReturnType<typeof createCharge>>[] = [];
  for (let number = 0; number <= DRAWN_PER_ADDRESS; number += 1) charges.push(await createCharge());
  const statuses: number[] = [];
  for (const { url } of charges) statuses.push((await get(`${url}/qr.png`, '192.0.2.2')).status);
  assert.equal(statuses.filter((status) => status === 200).length, DRAWN_PER_ADDRESS);
  assert.equal(statuses.at(-1), 429);
  const [first, last] = [charges[0], charges.at(-1)];
  assert.equal((await get(`${first?.url}/qr.png`, '192.0.2.2')).status, 200, 'it is drawn already');
  assert.equal((await get(`${last?.url}/qr.png`, '192.0.2.3')).status, 200, 'another address');
});

test('an IP address has one request limit for all payment pages', async () => {
  const charges = [];
  for (let number = 0; number < 11; number += 1) charges.push(await createCharge());
  let served = 0;
  for (const { url } of charges) {
    const answers = await Promise.all(
      Array.from({ length: 115 }, () => get(`${url}/state`, '192.0.2.4')),
    );
    served += answers.filter(({ status }) => status === 200).length;
  }
  assert.equal(served, REQUESTS_PER_ADDRESS);
});
