import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { confirmPayments } from '#src/charges/confirm-payments.ts';
import { createId } from '#src/ground/ids.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFitsWidth,
  assertStill,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { pdfTexts } from '../support/pdf-texts.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);

async function createCharge(body: object = CHARGE) {
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const id = String(answer.body.internal_id);
  return { id, qrcode: String(answer.body.qrcode), url: `${gateway.url}/pagar/${id}` };
}

async function pay(id: string): Promise<void> {
  const answer = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(answer.status, 200);
}

function codeOn(page: Page): Promise<string> {
  return page.getByLabel('Pix copia e cola').inputValue();
}

test('a payer on a phone copies the code and sees the payment', async () => {
  const { id, qrcode, url } = await createCharge();
  const page = await openPage(browser, { viewport: PHONE });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(url);
  await page.getByRole('heading', { name: merchant.name }).waitFor();
  await page.getByText('Cobrança de teste').waitFor();
  await page
    .getByRole('timer')
    .getByText(/^(23|24):/)
    .waitFor();
  assert.equal(await codeOn(page), qrcode);
  await assertAccessibleInBoth(page, 'pending');
  await assertFitsWidth(page, 'pending');
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await page.getByRole('button', { name: 'Código copiado' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), qrcode);
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await pay(id);
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await page.getByRole('status').getByText('Pagamento confirmado').waitFor({ state: 'attached' });
  assert.match(await page.title(), /^Pagamento confirmado/);
  assert.equal(await page.getByLabel('Pix copia e cola').isVisible(), false);
  await page.getByText(/Pago em \d\d\/\d\d\/\d{4}/).waitFor();
  await assertAccessibleInBoth(page, 'paid');
  await assertStill(page, 'paid');
  await assertFitsWidth(page, 'paid');
  await page.close();
});

test('the time of a payment is shown in Brasília time in every time zone', async () => {
  const { id, url } = await createCharge();
  const page = await openPage(browser, { timezoneId: 'Asia/Tokyo' });
  await page.goto(url);
  await pay(id);
  const words = page.getByText(/Pago em \d\d\/\d\d\/\d{4}/);
  await words.waitFor();
  const live = await words.innerText();
  await page.reload();
  assert.equal(await words.innerText(), live);
  await page.close();
});

test('the code is copied in a browser without the clipboard API', async () => {
  const { qrcode, url } = await createCharge();
  const page = await openPage(browser);
  await page.addInitScript('delete Navigator.prototype.clipboard');
  await page.goto(url);
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await page.getByRole('button', { name: 'Código copiado' }).waitFor();
  assert.equal(await page.evaluate('getSelection().toString()'), qrcode);
  await page.close();
});

test('a page that receives no events polls the state', async () => {
  const { id, url } = await createCharge();
  const page = await openPage(browser);
  await page.route('**/events', (route) => route.fulfill({ status: 503 }));
  await page.goto(url);
  await page.getByRole('timer').waitFor();
  await pay(id);
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await page.close();
});

test('the page shows that the charge was canceled, and a payment that crossed it', async () => {
  const { id, url } = await createCharge();
  const page = await openPage(browser);
  await page.clock.install();
  await page.goto(url);
  await page.getByRole('timer').waitFor();
  const canceled = await gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys });
  assert.equal(canceled.status, 200);
  await page.getByRole('heading', { name: 'Esta cobrança foi cancelada' }).waitFor();
  assert.equal(await page.getByLabel('Pix copia e cola').isVisible(), false);
  assert.match(await page.title(), /^Cobrança cancelada/);
  await assertAccessible(page, 'canceled');
  const { merchantId } = merchant;
  const endToEndId = `E99999999202611201200${id.replaceAll('-', '').slice(0, 11)}`;
  const payment = {
    merchantId,
    environment: 'test',
    id,
    endToEndId,
    acceptsExpired: true,
  } as const;
  await confirmPayments(gateway.appContext, [payment]);
  await page.clock.fastForward('00:15');
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await page.close();
});

test('the page shows when the charge expires', async () => {
  const { url } = await createCharge({ ...CHARGE, expires_in: 60 });
  gateway.clock.advance(58_000);
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Esta cobrança expirou' }).waitFor();
  assert.equal(await page.getByLabel('Pix copia e cola').isVisible(), false);
  await assertAccessible(page, 'expired');
  await page.close();
});

test('too many visits and a fault of the gateway show pages, in light and in dark', async () => {
  const { id, url } = await createCharge();
  await pay(id);
  const pdf = await fetch(`${url}/comprovante.pdf`);
  const lines = pdfTexts(Buffer.from(await pdf.arrayBuffer()));
  const code = lines.filter((line) => /^[0-9A-Z]{6}-[0-9A-Z-]+$/.test(line)).join('');
  const body = { title: 'Oficina', amount: 5_000 };
  const link = await gateway.call('POST', '/v1/payment-links', { keys, body });
  const page = await openPage(browser, { viewport: PHONE });
  const expect = async (path: string, status: number, title: string) => {
    const answer = await page.goto(gateway.url + path);
    await page.getByRole('heading', { name: title }).waitFor();
    assert.equal(answer?.status(), status, path);
    await assertAccessibleInBoth(page, `${path}: ${status}`);
    await assertFitsWidth(page, path);
  };
  await gateway.sql('alter table charges rename column amount_centavos to hidden_centavos');
  await gateway.sql('alter table payment_links rename column product_id to hidden_id');
  const paths = [`/pagar/${id}`, `/link/${link.body.id}`, `/comprovante/${code}`];
  for (const path of paths) await expect(path, 500, 'Voltamos em instantes');
  await page.goto(`${url}?lang=en`);
  const retry = page.getByRole('link', { name: 'Try again' });
  assert.equal(await retry.getAttribute('href'), `/pagar/${id}?lang=en`);
  await gateway.sql('alter table charges rename column hidden_centavos to amount_centavos');
  await gateway.sql('alter table payment_links rename column hidden_id to product_id');
  const unknown = createId(gateway.clock.now());
  for (const path of [`/pagar/${unknown}`, `/link/${unknown}`, '/comprovante/AAAA']) {
    for (let visit = 0; visit < 121; visit += 1) await fetch(gateway.url + path);
    await expect(path, 429, 'Muitas tentativas');
  }
  assert.match(gateway.logLines.join('\n'), /a request failed/);
  await page.close();
});

test('without JavaScript the page shows the QR code, a code to select and the current state', async () => {
  const { id, qrcode, url } = await createCharge();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
  assert.equal(await codeOn(page), qrcode);
  await page.getByText('Esta página se atualiza a cada 10 segundos.').waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
  await pay(id);
  // Chromium with scripts disabled does not apply the refresh in noscript, so
  // the test reloads the page.
  await page.reload();
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await context.close();
});

test('an embedded page reports the payment to the shop, and can be framed only when embedded', async () => {
  const { id, url } = await createCharge();
  const shop = createServer((request, response) => {
    const isPlain = request.url === '/plain';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Loja</title><script>
      window.heard = [];
      addEventListener('message', ({ origin, data }) => {
        if (data.type !== 'pix-gateway.height') heard.push([origin, data]);
      });
      </script>
      <iframe src="${url}${isPlain ? '' : '?embed=1'}" width="360" height="640"></iframe>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  after(() => shop.close());
  const shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
  const page = await openPage(browser);
  await page.goto(shopUrl);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('timer').waitFor();
  assert.equal(await frame.locator('footer').count(), 0);
  await pay(id);
  await frame.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  const heard = await until('the shop is notified', async () => {
    const messages = await page.evaluate<[string, object][]>('window.heard');
    return messages.length > 0 && messages;
  });
  assert.deepEqual(heard, [[gateway.url, { type: 'pix-gateway.paid', internal_id: id }]]);
  await page.goto(`${shopUrl}/plain`);
  assert.equal(await frame.getByRole('heading', { name: merchant.name }).count(), 0);
  await page.close();
});
