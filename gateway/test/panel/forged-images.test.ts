import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { signUpMerchant, upload } from '../support/kyc.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

const whole = PNG.sync.write(new PNG({ width: 200, height: 200 }));
const hugeHeader = Buffer.from(whole.subarray(8, 33));
hugeHeader.writeUInt32BE(16_100, 8);
hugeHeader.writeUInt32BE(16_100, 12);
/** 200 × 200 pixels in its first header, 16,100 × 16,100 in its second. */
const forgedPng = Buffer.concat([whole.subarray(0, 33), hugeHeader, whole.subarray(33)]);
const forgedJpeg = Buffer.from(
  'ffd8ffc0000b080030004001011100ffc0000b08ffffffff01011100ffd9',
  'hex',
);
const FORGED = [
  [forgedPng, 'image/png'],
  [forgedJpeg, 'image/jpeg'],
] as const;

async function send(path: string, content: Buffer, type: string) {
  const headers = { 'content-type': type, cookie: session.cookie() };
  const body = new Uint8Array(content);
  const answer = await fetch(gateway.url + path, { method: 'PUT', headers, body });
  return { status: answer.status, body: Object(await answer.json()) };
}

test('a logo, a product’s image and a document that state their size twice are refused', async () => {
  const product = await gateway.call('POST', '/v1/products', {
    keys,
    body: { name: 'Caneca', amount: 7_900 },
  });
  const image = `/api/panel/test/products/${String(product.body.id)}/image`;
  const applicant = (await signUpMerchant(gateway)).session;
  for (const [content, type] of FORGED) {
    const logo = await send('/api/panel/payment-page/logo', content, type);
    assert.deepEqual([logo.status, logo.body.code], [422, 'logo_invalid']);
    const shown = await send(image, content, type);
    assert.deepEqual([shown.status, shown.body.code], [415, 'image_invalid']);
    const document = await upload(gateway, applicant, { content, type });
    assert.deepEqual([document.status, document.body.code], [422, 'document_type_invalid']);
  }
  assert.equal((await send(image, whole, 'image/png')).status, 200);
  assert.equal((await upload(gateway, applicant, { content: whole })).status, 201);
});

test('a document of 16,100 × 16,100 pixels, or in an archive, is refused', async () => {
  const applicant = (await signUpMerchant(gateway)).session;
  const large = Buffer.concat([whole.subarray(0, 8), hugeHeader, whole.subarray(33)]);
  for (const content of [large, gzipSync(whole)]) {
    const answer = await upload(gateway, applicant, { content });
    assert.deepEqual([answer.status, answer.body.code], [422, 'document_type_invalid']);
  }
});

test('a forged logo that an earlier version stored is not decoded for a receipt', async () => {
  assert.equal((await send('/api/panel/payment-page/logo', whole, 'image/png')).status, 200);
  await gateway.sql(
    `update payment_page_looks set logo = $1, logo_hash = 'forged' where merchant_id = $2`,
    [forgedPng, merchant.merchantId],
  );
  const charge = await receivePayment(gateway, keys);
  const path = `/v1/transactions/${String(charge.internal_id)}/receipt`;
  const answer = await fetch(gateway.url + path, { headers: { ...keys } });
  assert.equal(answer.status, 200);
  const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  assert.ok(!pdf.includes('/Subtype /Image'));
});
