import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { PNG } from 'pngjs';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);
const SETTINGS = '/api/panel/payment-page';

async function createCharge(by: Keys = keys, body: object = CHARGE) {
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys: by, body });
  const id = String(answer.body.internal_id);
  return { id, path: `/pagar/${id}` };
}

test('the page comes in the language that its address or the browser names', async () => {
  const { path } = await createCharge();
  const languageOf = async (query: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const answer = await gateway.call('GET', path + query, { headers });
    assert.match(answer.headers.get('vary') ?? '', /accept-language/);
    return /<html lang="([^"]+)">/.exec(answer.text)?.[1];
  };
  assert.equal(await languageOf('', 'en-GB,en;q=0.9,pt;q=0.1'), 'en');
  assert.equal(await languageOf('', 'de, pt-PT;q=0.5'), 'pt-BR');
  assert.equal(await languageOf('', 'de'), 'pt-BR');
  assert.equal(await languageOf('?lang=en', 'pt-BR'), 'en');
  assert.equal(await languageOf('?lang=__proto__'), 'pt-BR');
  const unknown = await gateway.call('GET', '/pagar/nada?lang=en');
  assert.match(unknown.text, /Charge not found/);
});

test('the page with its script and style has less than 25 KB before compression', async () => {
  const { path } = await createCharge(keys, { ...CHARGE, description: 'x'.repeat(140) });
  const { text } = await gateway.call('GET', path);
  const parts = [...text.matchAll(/(?:src|href)="(\/pagar\/assets\/[^"]+)"/g)];
  let bytes = Buffer.byteLength(text);
  for (const [, part] of parts) bytes += (await gateway.call('GET', part ?? '')).text.length;
  assert.ok(bytes < 25_000, `${bytes} bytes`);
});

test('a CPF is shown in part, as banks show it', async () => {
  const { appContext } = gateway;
  const owner = await createMerchant(
    { ...appContext, fees: appContext.config.fees },
    { username: 'ana', name: 'Ana Lima', document: '12345678909', isApproved: true },
    commandActor,
  );
  const { path } = await createCharge(await createKeys(appContext, owner, 'test'));
  const { text } = await gateway.call('GET', path);
  assert.ok(text.includes('CPF ***.456.789-**'));
  assert.doesNotMatch(text, /123\.?456/);
});

test('embed.js is small, may be cached for an hour, and is used by pages of every origin', async () => {
  const script = await gateway.call('GET', '/embed.js');
  assert.equal(script.status, 200);
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.equal(script.headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(script.headers.get('access-control-allow-origin'), '*');
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.ok(Buffer.byteLength(script.text) < 3_000);
  const headers = { 'if-none-match': String(script.headers.get('etag')) };
  assert.equal((await gateway.call('GET', '/embed.js', { headers })).status, 304);
});

function pngOf(width: number, height: number): Buffer {
  return PNG.sync.write(new PNG({ width, height }));
}

function sendLogo(content: Buffer, type = 'image/png') {
  const headers = { 'content-type': type, cookie: session.cookie() };
  const body = new Uint8Array(content);
  return fetch(`${gateway.url}${SETTINGS}/logo`, { method: 'PUT', headers, body });
}

test('the merchant’s colour, texts, links and logo are on its pages in both environments', async () => {
  const look = {
    description: 'Camisetas <feitas> à mão',
    color: '#FFCC00',
    return_url: 'https://loja.example.com/obrigado?loja=1',
    support_contact: 'ajuda@loja.example.com',
  };
  const saved = await session.call('PUT', SETTINGS, { body: look });
  assert.deepEqual(
    [saved.status, saved.body.color, saved.body.text_color],
    [200, '#ffcc00', '#000'],
  );
  const logo = pngOf(400, 100);
  assert.equal((await sendLogo(logo)).status, 200);
  const { id, path } = await createCharge();
  await gateway.sql(`update charges set environment = 'live' where id = $1`, [id]);
  const { text, headers } = await gateway.call('GET', path);
  assert.ok(text.includes('Camisetas &lt;feitas&gt; à mão'));
  assert.ok(text.includes(`href="https://loja.example.com/obrigado?loja=1&amp;internal_id=${id}"`));
  assert.ok(text.includes('<a href="mailto:ajuda@loja.example.com"'));
  const style = /<style>(.*)<\/style>/.exec(text)?.[1] ?? '';
  assert.equal(style, ':root{--brand:#ffcc00;--on-brand:#000}');
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = headers.get('content-security-policy') ?? '';
  assert.ok(policy.includes(`style-src 'self' 'sha256-${hash}';`), policy);
  assert.doesNotMatch(policy, /unsafe/);
  const [, address, width, height] =
    /class="logo" src="([^"]+)" width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  assert.deepEqual([width, height], ['192', '48']);
  const image = await fetch(`${gateway.url}${address}`);
  assert.equal(image.headers.get('content-type'), 'image/png');
  assert.equal(image.headers.get('x-content-type-options'), 'nosniff');
  assert.match(image.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.match(image.headers.get('cache-control') ?? '', /immutable/);
  assert.deepEqual(Buffer.from(await image.arrayBuffer()), logo);
  await assertLookOfLink(style, logo);
  const none = { description: ' ', color: null };
  await session.call('PUT', SETTINGS, { body: none });
  await session.call('DELETE', `${SETTINGS}/logo`);
  const plain = await gateway.call('GET', path);
  assert.doesNotMatch(plain.text, /<style|class="logo"|loja\.example/);
  assert.equal((await gateway.call('GET', `${path}/logo`)).status, 404);
  const changes = await session.call('GET', '/api/panel/audit?limit=6');
  const actions = JSON.stringify(changes.body);
  for (const action of ['changed', 'logo_set', 'logo_removed']) {
    assert.ok(actions.includes(`payment_page.${action}`), action);
  }
});

/** The page of a payment link looks as the merchant's payment pages do. */
async function assertLookOfLink(style: string, logo: Buffer): Promise<void> {
  const body = { title: 'Oficina', amount: 9_990, stock: 1, status: 'paused' };
  const made = await gateway.call('POST', '/v1/payment-links', { keys, body });
  const link = String(made.body.url);
  const closed = (await gateway.call('GET', link)).text;
  assert.ok(closed.includes('href="https://loja.example.com/obrigado?loja=1"'));
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/v1/payment-links/${made.body.id}`;
  await gateway.call('PATCH', path, { keys, headers, body: { status: 'active' } });
  const page = await gateway.call('GET', link);
  assert.ok(page.text.includes(`<style>${style}</style>`));
  assert.ok(page.text.includes('Camisetas &lt;feitas&gt; à mão'));
  assert.ok(page.text.includes('<a href="mailto:ajuda@loja.example.com"'));
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /form-action 'self'.*frame-ancestors 'none'/);
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`));
  const [, address] = /class="logo" src="([^"]+)"/.exec(page.text) ?? [];
  const image = await fetch(`${gateway.url}${address}`);
  assert.deepEqual(Buffer.from(await image.arrayBuffer()), logo);
  assert.match(image.headers.get('content-security-policy') ?? '', /sandbox/);
}

test('an address that is no https address and a file that is no small image are refused', async () => {
  const addresses = [
    'http://loja.example.com',
    'https://eu:senha@loja.example.com',
    'javascript:x',
  ];
  for (const return_url of addresses) {
    const refused = await session.call('PUT', SETTINGS, { body: { return_url } });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], return_url);
  }
  const colors = await session.call('PUT', SETTINGS, { body: { color: 'red;}' } });
  assert.equal(colors.status, 400);
  const files: [string, Buffer, string?][] = [
    ['not its declared type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['svg', Buffer.from('<svg/>'), 'image/svg+xml'],
    ['cut off', pngOf(64, 64).subarray(0, 18)],
    ['too small', pngOf(8, 64)],
    ['too wide', pngOf(2_049, 16)],
    ['too large', Buffer.concat([pngOf(64, 64), Buffer.alloc(256 * 1_024)])],
  ];
  for (const [name, content, type] of files) {
    const answer = await sendLogo(content, type);
    const { code } = (await answer.json()) as { code: string };
    assert.deepEqual([answer.status, code], [422, 'logo_invalid'], name);
  }
});

test('JPEG and WebP logos have their size read from their bytes', async () => {
  const jpeg = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b080030004001011100',
    'hex',
  );
  const webp = Buffer.from('524946460000000057454250565038580a00000000000000ff00007f0000', 'hex');
  for (const [content, type, size] of [
    [jpeg, 'image/jpeg', { width: 64, height: 48 }],
    [webp, 'image/webp', { width: 256, height: 128 }],
  ] as const) {
    const answer = await sendLogo(content, type);
    const { logo } = (await answer.json()) as { logo: { width: number; height: number } };
    assert.deepEqual({ width: logo.width, height: logo.height }, size);
    const own = await session.call('GET', `${SETTINGS}/logo`);
    assert.equal(own.headers.get('content-type'), type);
  }
});

test('the preview shows values that are not saved, in a frame of the panel only', async () => {
  const query = 'description=Provis%C3%B3ria&color=%23123456&return_url=nada&state=paid';
  const { status, text, headers } = await session.call('GET', `${SETTINGS}/preview?${query}`);
  assert.equal(status, 200);
  assert.ok(text.includes('Provisória') && text.includes('--brand:#123456'));
  assert.match(text, /data-status="paid"/);
  const script = await session.call(
    'GET',
    `${SETTINGS}/preview?return_url=javascript:x&state=paid`,
  );
  assert.doesNotMatch(script.text, /javascript/);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'$/);
  assert.doesNotMatch(text, /<script/);
});

test('a payer downloads the receipt of a paid charge, and no receipt of another', async () => {
  const { id, path } = await createCharge();
  const early = await gateway.call('GET', `${path}/comprovante.pdf`);
  assert.deepEqual([early.status, early.body.code], [409, 'receipt_not_ready']);
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  const { text } = await gateway.call('GET', path);
  const [, address] = /href="([^"]+comprovante\.pdf\?lang=pt-BR)" download/.exec(text) ?? [];
  const receipt = await fetch(`${gateway.url}${address}`);
  assert.equal(receipt.headers.get('content-type'), 'application/pdf');
  assert.match(receipt.headers.get('content-disposition') ?? '', /^attachment; filename="comprov/);
  assert.equal(receipt.headers.get('cache-control'), 'no-store');
  assert.match(await receipt.text(), /^%PDF-/);
  const statuses: number[] = [];
  for (let number = 0; number < 20; number += 1) {
    statuses.push((await gateway.call('GET', `${path}/comprovante.pdf`)).status);
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
});
