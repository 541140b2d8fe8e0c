import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PNG } from 'pngjs';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';

const NAME = 'Pagadora Ltda';
const IMAGE = /\/Subtype \/Image\n(?:.*\n)*?>>/g;
/** The brand's logo of 64 × 64, and a merchant's of 1200 × 300, which papers have in 576 × 144. */
const [BRAND, SHOP] = ['FlateDecode 64 × 64', 'FlateDecode 576 × 144'];
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080030004001011100',
  'hex',
);
const WEBP = Buffer.from('524946460000000057454250565038580a00000000000000ff00007f0000', 'hex');

const folder = await mkdtemp(join(tmpdir(), 'paper-'));
after(() => rm(folder, { recursive: true }));
await writeFile(join(folder, 'logo.png'), pngOf(64, 64));
const env = { BRAND_NAME: NAME, BRAND_LOGO: join(folder, 'logo.png') };
const gateway = await startGateway({ after }, { env });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);
const chargeId = String((await receivePayment(gateway, keys)).internal_id);
const receipt = `/v1/transactions/${chargeId}/receipt`;

function pngOf(width: number, height: number): Buffer {
  return PNG.sync.write(new PNG({ width, height }));
}

async function sendLogo(content: Buffer, type = 'image/png'): Promise<void> {
  const headers = { 'content-type': type, cookie: session.cookie() };
  const body = new Uint8Array(content);
  const address = `${gateway.url}/api/panel/payment-page/logo`;
  const { status } = await fetch(address, { method: 'PUT', headers, body });
  assert.equal(status, 200);
}

async function download(path: string) {
  const headers = { ...keys, cookie: session.cookie() };
  const answer = await fetch(gateway.url + path, { headers });
  assert.equal(answer.status, 200, await answer.clone().text());
  const pdf = Buffer.from(await answer.arrayBuffer());
  return { pdf, texts: pdfTexts(pdf), images: imagesOf(pdf) };
}

/** The images of a PDF: how each is coded, and its size in pixels. */
function imagesOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(IMAGE)].map(([text]) => {
    const fact = (name: string) => new RegExp(`/${name} /?(\\w+)`).exec(text)?.[1];
    return `${fact('Filter')} ${fact('Width')} × ${fact('Height')}`;
  });
}

test('the receipt of a payment has the logos of platform and merchant, for payers too', async () => {
  assert.deepEqual((await download(receipt)).images, [BRAND]);
  await sendLogo(pngOf(1_200, 300));
  for (const path of [
    receipt,
    `/pagar/${chargeId}/comprovante.pdf`,
    `/api/panel/test/transactions/${chargeId}/receipt.pdf`,
  ]) {
    const { images, texts } = await download(path);
    assert.deepEqual(images, [BRAND, SHOP], path);
    assert.ok(texts.includes(NAME), texts.join('\n'));
  }
  assert.deepEqual((await download(receipt)).pdf, (await download(receipt)).pdf);
});

test('the receipt of a payout and the closing have the logo of the platform', async () => {
  await sendLogo(pngOf(1_200, 300));
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const path = `/v1/transactions/${String(payout.body.internal_id)}/receipt`;
  gateway.clock.advance(60_000);
  await until('it is paid', async () => {
    return (await fetch(gateway.url + path, { headers: { ...keys } })).ok;
  });
  const period = '/v1/statement?format=pdf';
  for (const paper of [path, period, '/api/panel/test/accounting/closing.pdf']) {
    const { images, texts } = await download(paper);
    assert.deepEqual(images, [BRAND], paper);
    assert.ok(texts.includes(NAME), texts.join('\n'));
  }
});

test('a changed logo is on the next receipt, and a removed one on none', async () => {
  await sendLogo(pngOf(100, 50));
  assert.deepEqual((await download(receipt)).images, [BRAND, 'FlateDecode 100 × 50']);
  await sendLogo(JPEG, 'image/jpeg');
  assert.deepEqual((await download(receipt)).images, [BRAND, 'DCTDecode 64 × 48']);
  await session.call('DELETE', '/api/panel/payment-page/logo');
  assert.deepEqual((await download(receipt)).images, [BRAND]);
});

test('a logo that a PDF can’t show, or that is damaged, leaves the receipt without it', async () => {
  const damaged = pngOf(40, 20);
  damaged.fill(0xff, damaged.indexOf('IDAT') + 6, damaged.indexOf('IEND') - 8);
  const tooLong = pngOf(40, 20);
  tooLong.writeUInt32BE(19, 20);
  for (const [content, type] of [
    [WEBP, 'image/webp'],
    [damaged, 'image/png'],
    [tooLong, 'image/png'],
  ] as const) {
    await sendLogo(content, type);
    const { images, texts } = await download(receipt);
    assert.deepEqual(images, [BRAND]);
    assert.ok(texts.includes(merchant.name), texts.join('\n'));
  }
});
