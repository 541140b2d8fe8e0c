import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const SMALL_PHONE = { width: 360, height: 640 };
const DESCRIPTION = 'Pedido 1001: camiseta azul';
/** Sums how far the layout moved without the user's doing (Layout Instability, web.dev/cls). */
const MEASURE_SHIFTS = `window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted.push(
      [entry.value, ...entry.sources.map((one) => String(one.node?.outerHTML ?? one.node?.data))]);
  }).observe({ type: 'layout-shift', buffered: true });`;

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);

async function createCharge(body: object = {}) {
  const order = { ...CHARGE, description: DESCRIPTION, ...body };
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: order });
  const id = String(answer.body.internal_id);
  return { id, url: `${gateway.url}/pagar/${id}` };
}

async function pay(id: string): Promise<void> {
  const answer = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(answer.status, 200);
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  assert.ok(box, String(place));
  return { top: box.y, bottom: box.y + box.height };
}

function shiftsOf(page: Page): Promise<unknown[]> {
  return page.evaluate<unknown[]>(`new Promise((drawn) => requestAnimationFrame(() =>
    requestAnimationFrame(() => drawn(window.shifted))))`);
}

test('a phone of 360 × 640 shows amount, recipient, purpose, time and copy button above the QR code', async () => {
  const { url } = await createCharge();
  const page = await openPage(browser, { viewport: SMALL_PHONE });
  await page.goto(url);
  const button = await boxOf(page.getByRole('button', { name: 'Copiar código Pix' }));
  const code = await boxOf(page.getByRole('img', { name: 'QR code do Pix' }));
  assert.ok(button.bottom <= code.top, 'the button is above the QR code');
  const needed = ['h1', '.amount', 'header .quiet >> nth=1', '.for', '[data-time-left]'];
  for (const place of needed) {
    const { bottom } = await boxOf(page.locator(place));
    assert.ok(bottom <= SMALL_PHONE.height, `${place} ends at ${bottom}`);
  }
  assert.ok(button.bottom <= SMALL_PHONE.height && code.top < SMALL_PHONE.height);
  await page.setViewportSize({ width: 320, height: 640 });
  await assertFitsWidth(page, '320 pixels');
  await page.setViewportSize({ width: 1280, height: 860 });
  const [wideButton, wideCode] = [
    await boxOf(page.getByRole('button', { name: 'Copiar código Pix' })),
    await boxOf(page.getByRole('img', { name: 'QR code do Pix' })),
  ];
  assert.ok(wideCode.bottom <= wideButton.top, 'a computer shows the QR code first');
  await page.close();
});

for (const viewport of [SMALL_PHONE, { width: 1280, height: 860 }]) {
  const name = `${viewport.width} pixels: nothing moves while the page loads, copies and is paid`;
  test(name, async () => {
    const { id, url } = await createCharge();
    const page = await openPage(browser, { viewport });
    await page.clock.install();
    await page.addInitScript(MEASURE_SHIFTS);
    await page.goto(url);
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    await page.getByRole('button', { name: 'Código copiado' }).waitFor();
    await page.clock.runFor('00:05');
    await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
    await pay(id);
    await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
    assert.deepEqual(await shiftsOf(page), []);
    await page.close();
  });
}

test('a browser in English gets the page in English, with the same accessibility', async () => {
  const { id, url } = await createCharge();
  const page = await openPage(browser, { viewport: SMALL_PHONE, locale: 'en-US' });
  await page.goto(url);
  await page.getByRole('button', { name: 'Copy Pix code' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.getByText(/Expires in/).waitFor();
  await assertAccessibleInBoth(page, 'English');
  await pay(id);
  await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor();
  const time = page.getByText(/Paid on \d\d? \w{3,4} \d{4}, \d\d:\d\d/);
  await time.waitFor();
  const live = await time.innerText();
  await page.reload();
  assert.equal(await time.innerText(), live);
  await page.close();
});

test('embed.js shows several charges on a shop with a strict policy, in their height, and tells each change', async () => {
  const [paid, expiring] = [await createCharge(), await createCharge({ expires_in: 60 })];
  const shop = createServer(({ url }, response) => {
    const isScript = url === '/shop.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${gateway.url}; frame-src ${gateway.url}`,
    );
    response.end(isScript ? SHOP_SCRIPT : shopPage(paid.id, expiring.id));
  });
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  after(() => shop.close());
  const page = await openPage(browser, { viewport: SMALL_PHONE });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}`);
  const first = page.frameLocator('#first iframe');
  const second = page.frameLocator('#second iframe');
  await first.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await second.getByRole('button', { name: 'Copy Pix code' }).waitFor();
  // The frame has the height of its content, so it doesn't scroll.
  await until('the frame has its height', async () => {
    const height = await first
      .locator('main')
      .evaluate((main) => (main as HTMLElement).offsetHeight);
    const frame = await page.locator('#first iframe').boundingBox();
    return height > 640 && frame?.height === height;
  });
  await pay(paid.id);
  gateway.clock.advance(60_000);
  await page.evaluate(`postMessage({ type: 'pix-gateway.paid', internal_id: 'forged' }, '*')`);
  await second.getByRole('heading', { name: 'This charge has expired' }).waitFor();
  const heard = await until('both changes are told', async () => {
    const told = await page.evaluate<string[]>('window.heard');
    return told.length >= 3 && told.toSorted();
  });
  const events = [`called expired ${expiring.id}`, `pix:expired ${expiring.id}`];
  assert.deepEqual(heard, [...events, `pix:paid ${paid.id}`].toSorted());
  assert.deepEqual(refused, []);
  await page.close();
});

test('the owner sees the preview change while typing, and payers get logo, colour and the way back', async () => {
  const owner = await signIn(gateway, merchant);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/pagina-de-pagamento`);
  const preview = page.frameLocator('iframe');
  await page.getByLabel('Descrição').fill('Camisetas feitas à mão');
  await preview.getByText('Camisetas feitas à mão').waitFor();
  await page.getByRole('switch', { name: 'Usar a minha cor nos botões' }).click();
  await page.getByLabel('Cor dos botões').fill('#ffcc00');
  await page.getByLabel('Endereço de retorno').fill('https://loja.example.com/obrigado');
  await page.getByLabel('Contato para ajuda').fill('ajuda@loja.example.com');
  await page.getByText('Paga', { exact: true }).click();
  await preview.getByRole('link', { name: 'Voltar à loja' }).waitFor();
  const logo = PNG.sync.write(new PNG({ width: 320, height: 80 }));
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: logo };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Trocar logotipo' }).waitFor();
  await preview.locator('.logo').waitFor();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Página de pagamento alterada.').waitFor();
  const { id, url } = await createCharge();
  const payer = await openPage(browser, { viewport: SMALL_PHONE });
  await payer.addInitScript(MEASURE_SHIFTS);
  await payer.goto(url);
  const button = payer.getByRole('button', { name: 'Copiar código Pix' });
  const colors = await button.evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one);
    return [color, backgroundColor];
  });
  assert.deepEqual(colors, ['rgb(0, 0, 0)', 'rgb(255, 204, 0)']);
  assert.ok((await boxOf(payer.locator('[data-time-left]'))).bottom <= SMALL_PHONE.height);
  await assertAccessibleInBoth(payer, 'own look');
  await pay(id);
  const back = payer.getByRole('link', { name: 'Voltar à loja' });
  await back.waitFor();
  const target = `https://loja.example.com/obrigado?internal_id=${id}`;
  assert.equal(await back.getAttribute('href'), target);
  assert.deepEqual(await shiftsOf(payer), []);
  await payer.close();
  await page.close();
});

const SHOP_SCRIPT = `window.heard = [];
  for (const kind of ['pix:paid', 'pix:expired'])
    document.addEventListener(kind, ({ detail }) => heard.push(kind + ' ' + detail.charge));
  const place = document.querySelector('#second');
  const onExpired = (charge) => heard.push('called expired ' + charge);
  PixEmbed.mount(place, { charge: place.dataset.charge, lang: 'en', onExpired });`;

function shopPage(first: string, second: string): string {
  return `<!doctype html><title>Loja</title><div id="first">
    <script src="${gateway.url}/embed.js" data-charge="${first}"></script></div>
    <div id="second" data-charge="${second}"></div><script src="/shop.js"></script>`;
}
