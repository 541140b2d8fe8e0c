import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createId } from '#src/ground/ids.ts';
import { composeApi } from '#src/host/compose-api.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { appContext } = gateway;
const { keys, merchant } = await createMerchantWithKeys(gateway);

interface State {
  status: string;
  expires_at: string;
  paid_at: string | null;
}

async function createCharge(by: Keys = keys, body: object = CHARGE) {
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys: by, body });
  const id = String(answer.body.internal_id);
  return { id, qrcode: String(answer.body.qrcode), path: `/pagar/${id}` };
}

async function pay(id: string): Promise<void> {
  const answer = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(answer.status, 200);
}

/** Opens the events of a page; `next` waits for the next state, undefined at the end. */
async function listen(path: string, url = gateway.url) {
  const response = await fetch(`${url}${path}/events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<State | undefined> {
    for (;;) {
      const [whole, data] = /data: (.*)\n\n/.exec(text) ?? [];
      if (whole !== undefined && data !== undefined) {
        text = text.slice(text.indexOf(whole) + whole.length);
        return JSON.parse(data);
      }
      const chunk = await reader?.read();
      if (chunk?.value === undefined) return undefined;
      text += chunk.value;
    }
  }
  return { response, next, close: () => reader?.cancel() };
}

test('the page shows the merchant, the amount and the code, and no payer data', async () => {
  const { path, qrcode } = await createCharge(keys, {
    amount: 123_456,
    payer: { name: 'Paula Pagadora', document: '12345678909', email: 'paula@exemplo.com.br' },
    external_id: 'pedido-segredo',
    description: ' Camiseta <azul> ',
  });
  const { status, headers, text } = await gateway.call('GET', path);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
  assert.ok(text.includes(`<h1>${merchant.name}</h1>`));
  assert.ok(text.replaceAll('\u00a0', ' ').includes('<p class="amount">R$ 1.234,56</p>'));
  assert.ok(text.includes(`>${qrcode}</textarea>`), text);
  assert.ok(text.includes('Cobrança de teste'));
  assert.ok(text.includes('<html lang="pt-BR">'));
  assert.ok(text.includes('<p class="for">Camiseta &lt;azul&gt;</p>'));
  assert.ok(text.includes('CNPJ 11.222.333/0001-81'));
  assert.doesNotMatch(text, /Paula|12345678909|123\.456\.789|paula@|pedido-segredo/);
});

test('the page runs its own script and style only, and is framed only when embedded', async () => {
  const { path } = await createCharge();
  const alone = await gateway.call('GET', path);
  const embedded = await gateway.call('GET', `${path}?embed=1`);
  const policies = [alone, embedded].map(
    ({ headers }) => headers.get('content-security-policy') ?? '',
  );
  for (const policy of policies) {
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe/);
  }
  assert.match(policies[0] ?? '', /frame-ancestors 'none'$/);
  assert.match(policies[1] ?? '', /frame-ancestors \*$/);
  assert.equal(alone.headers.get('x-frame-options'), 'DENY');
  assert.equal(embedded.headers.get('x-frame-options'), null);
  assert.match(alone.text, /<footer>/);
  assert.doesNotMatch(embedded.text, /<footer>/);
  for (const { text } of [alone, embedded]) {
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  }
});

test('script and style are small and cached for ever, and an older file name still works', async () => {
  const { text } = await gateway.call('GET', (await createCharge()).path);
  const paths = [...text.matchAll(/(?:src|href)="(\/pagar\/assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  assert.equal(paths.length, 2);
  for (const path of paths) {
    const asset = await gateway.call('GET', path);
    assert.equal(asset.status, 200);
    assert.match(asset.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    assert.match(asset.headers.get('content-type') ?? '', /^text\/(javascript|css)/);
    assert.ok(asset.text.length < 12_000, String(asset.text.length));
    const older = await gateway.call('GET', path.replace(/assets\/\w+/, 'assets/0a1b2c3d4e5f'));
    assert.equal(older.status, 200);
    assert.equal(older.headers.get('cache-control'), 'no-cache');
  }
});

test('the QR image contains the code', async () => {
  const { path, qrcode } = await createCharge();
  const response = await fetch(`${gateway.url}${path}/qr.png`);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const png = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  const decoded = jsQR.default(new Uint8ClampedArray(png.data), png.width, png.height);
  assert.equal(decoded?.data, qrcode);
});

test('a merchant name that looks like HTML is shown as text', async () => {
  const name = `"><script>alert('1')</script> & <b>Filhos`;
  const owner = await createMerchant(
    { ...appContext, fees: appContext.config.fees },
    { username: 'aspas', name, document: '11222333000181', isApproved: true },
    commandActor,
  );
  const { path } = await createCharge(await createKeys(appContext, owner, 'test'));
  const { text } = await gateway.call('GET', path);
  assert.ok(!text.includes('<script>alert') && !text.includes('<b>'));
  assert.ok(text.includes('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &lt;b'));
});

test('the page shows that the charge was paid', async () => {
  const { id, path } = await createCharge();
  const pending = await gateway.call('GET', path);
  assert.match(pending.text, /<noscript><meta http-equiv="refresh"\s+content="10"><\/noscript>/);
  const before = await gateway.call<State>('GET', `${path}/state`);
  assert.deepEqual(Object.keys(before.body), ['status', 'expires_at', 'paid_at']);
  assert.deepEqual([before.body.status, before.body.paid_at], ['pending', null]);
  await pay(id);
  const { body } = await gateway.call<State>('GET', `${path}/state`);
  assert.equal(body.status, 'paid');
  assert.ok(body.paid_at);
  const { text } = await gateway.call('GET', path);
  assert.match(text, /data-status="paid"/);
  assert.match(text, /<title>Pagamento confirmado/);
  assert.doesNotMatch(text, /<textarea|http-equiv="refresh"|data-when="expired"/);
});

test('an expired charge is shown as expired at once, and a late payment is shown', async () => {
  const { id, path } = await createCharge(keys, { ...CHARGE, expires_in: 60 });
  gateway.clock.advance(60_000);
  const { text } = await gateway.call('GET', path);
  assert.match(text, /data-status="expired"/);
  assert.doesNotMatch(text, /<textarea/);
  const { body } = await gateway.call<State>('GET', `${path}/state`);
  assert.equal(body.status, 'expired');
  const page = await listen(path);
  assert.equal((await page.next())?.status, 'expired');
  await gateway.sql(
    `update charges set status = 'paid', paid_at = now(), due_at = null,
      end_to_end_id = 'E9999999920261121000000000000001' where id = $1`,
    [id],
  );
  assert.equal((await page.next())?.status, 'paid');
  assert.equal(await page.next(), undefined);
});

test('pages receive a payment from any process, and none of another charge', async () => {
  const [paid, other] = [await createCharge(), await createCharge()];
  const secondUrl = await gateway.openSecondApi();
  const pages = [await listen(paid.path), await listen(paid.path, secondUrl)];
  const otherPage = await listen(other.path);
  for (const page of [...pages, otherPage]) {
    assert.match(page.response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal((await page.next())?.status, 'pending');
  }
  await pay(paid.id);
  for (const page of pages) {
    assert.equal((await page.next())?.status, 'paid');
    assert.equal(await page.next(), undefined);
  }
  await pay(other.id);
  assert.equal((await otherPage.next())?.status, 'paid');
});

test('the server stops while pages are open', async () => {
  const { path } = await createCharge();
  const door = await composeApi(appContext);
  const url = await door.listen({ port: 0, host: '127.0.0.1' });
  const page = await listen(path, url);
  assert.equal((await page.next())?.status, 'pending');
  await door.close();
  assert.equal(await page.next(), undefined);
});

test('an unknown charge gets a page for browsers and an error code for programs', async () => {
  const unknown = createId(gateway.clock.now());
  for (const id of [unknown, 'nada', `${unknown}x`, "'; select 1"]) {
    const path = `/pagar/${encodeURIComponent(id)}`;
    const page = await gateway.call('GET', path);
    assert.equal(page.status, 404);
    assert.match(page.text, /Cobrança não encontrada/);
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    for (const part of ['state', 'events', 'qr.png']) {
      const { status, body } = await gateway.call('GET', `${path}/${part}`);
      assert.deepEqual([status, body.code], [404, 'transaction_not_found']);
    }
  }
});

test('the page of a live charge has no test mark', async () => {
  const { id, path } = await createCharge();
  await gateway.sql(`update charges set environment = 'live' where id = $1`, [id]);
  const { text } = await gateway.call('GET', path);
  assert.doesNotMatch(text, /Cobrança de teste/);
});

test('an IP address that tries many ids is limited, and valid links still work', async () => {
  const { path } = await createCharge();
  const codes: number[] = [];
  for (let number = 0; number < 130; number += 1) {
    const id = createId(gateway.clock.now());
    codes.push((await gateway.call('GET', `/pagar/${id}/state`)).status);
  }
  assert.equal(codes[0], 404);
  assert.equal(codes.at(-1), 429);
  const page = await gateway.call('GET', `/pagar/${createId(gateway.clock.now())}`);
  assert.equal(page.status, 429);
  assert.match(page.text, /Muitas tentativas/);
  assert.ok(Number(page.headers.get('retry-after')) >= 1);
  assert.equal((await gateway.call('GET', path)).status, 200);
  const visits: number[] = [];
  for (let number = 0; number < 125; number += 1) {
    visits.push((await gateway.call('GET', `${path}/state`)).status);
  }
  assert.deepEqual([visits[0], visits.at(-1)], [200, 429]);
});
