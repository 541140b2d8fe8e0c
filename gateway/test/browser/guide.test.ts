import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFitsWidth,
  continueSession,
  openBrowser,
  openPage,
  PHONE,
  waitUntilDrawn,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { blocksOf, withValues } from '../support/guide-programs.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const guide = `${gateway.url}/guia`;

for (const path of ['', '/primeira-cobranca']) {
  test(`the guide at /guia${path} breaks no accessibility rule and fits a phone`, async () => {
    const page = await openPage(browser, { viewport: PHONE });
    await page.goto(guide + path);
    await page.getByRole('button', { name: 'Tema: automático' }).waitFor();
    await assertFitsWidth(page, path);
    await assertAccessibleInBoth(page, path);
    await page.close();
  });
}

test('on a phone the menu is closed, opens without a script, and closes by Escape', async () => {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(guide);
  const menu = page.getByRole('navigation', { name: 'Guia', exact: true });
  assert.ok(!(await menu.isVisible()));
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Webhooks' }).waitFor();
  await page.keyboard.press('Escape');
  assert.ok(!(await menu.isVisible()));
  await context.close();
});

test('on a phone a page keeps its place while a slow script arrives', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  await page.route('**/guia/assets/guide-*.js', async (route) => {
    await page.locator('footer').waitFor();
    await waitUntilDrawn(page);
    await route.continue();
  });
  await page.goto(`${guide}/saques`);
  await page.getByText('Entre no painel para usar as suas').waitFor();
  await waitUntilDrawn(page);
  const shift = Number(await page.evaluate(SHIFT));
  assert.ok(shift < GOOD_SHIFT, `layout shift ${shift}`);
  await page.close();
});

/** The largest cumulative layout shift that web.dev calls good. */
const GOOD_SHIFT = 0.1;
const SHIFT = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
})()`;

test('a reader finds a page by its words without accents, by keyboard alone', async () => {
  const page = await openPage(browser);
  await page.goto(guide);
  await page.getByRole('button', { name: 'Tema: automático' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('devolucao parcial');
  const results = page.locator('.results');
  await results.getByRole('link').first().waitFor();
  assert.match(String(await results.getByRole('status').textContent()), /^\d+ resultados$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/guia\/devolucoes/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('idempotency_key_reused');
  await results.getByRole('link').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/guia\/erros\/idempotency_key_reused/);
  await page.close();
});

test('words that people use instead of those of the guide find its pages', async () => {
  const page = await openPage(browser);
  await page.goto(guide);
  const field = page.getByRole('searchbox', { name: 'Buscar no guia' });
  for (const [word, title] of [
    ['estorno', 'Devoluções'],
    ['segunda via', 'Página de pagamento'],
    ['boleto', 'Cobrança com vencimento'],
    ['recorrência', 'Assinaturas'],
    ['mensalidade', 'Assinaturas'],
    ['débito automático', 'Assinaturas'],
    ['assine', 'Assinaturas'],
    ['mora', 'Juros'],
    ['multa', 'Multa'],
    ['reembolsos', 'Devoluções'],
    ['chargeback', 'Contestações'],
    ['paginação', 'Paginação'],
    ['timeout', 'Idempotência'],
    ['ngrok', 'pix'],
  ] as const) {
    await field.fill(word);
    const first = page.locator('.results li a strong').first();
    await first.filter({ hasText: new RegExp(title, 'i') }).waitFor();
  }
  await page.close();
});

test('the chosen theme and language hold on the next page', async () => {
  const page = await openPage(browser);
  await page.goto(`${guide}/primeira-cobranca`);
  const theme = page.getByRole('button', { name: /^Tema/ });
  await theme.click();
  await theme.click();
  const first = page.locator('.tabs').first();
  await first.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const python = first.getByRole('tab', { name: 'Python' });
  assert.equal(await python.getAttribute('aria-selected'), 'true');
  assert.equal(await page.locator('.tabs > .code:visible').count(), 3);
  await page.goto(`${guide}/saques`);
  await page.getByRole('button', { name: 'Tema: escuro' }).waitFor();
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), DARK);
  assert.ok(await page.locator('.code[data-language=python]').isVisible());
  assert.ok(!(await page.locator('.code[data-language=php]').isVisible()));
  await page.close();
});

const DARK = 'rgb(20, 21, 23)';

test('a merchant gets a test key into the examples, and the secret stays in the tab', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${guide}/saques`);
  const example = page.locator('.code[data-language=curl]').first();
  await example.getByText(keys['client-id']).waitFor();
  assert.match(String(await example.textContent()), /client-secret: SEU_CLIENT_SECRET_DE_TESTE/);
  await page.getByRole('button', { name: 'Criar chave de teste' }).click();
  await page.getByText('Chave criada').waitFor();
  const id = await page.getByLabel('Chave de teste').inputValue();
  const secret = await page.getByLabel('client-secret').inputValue();
  assert.notEqual(id, keys['client-id']);
  assert.match(String(await example.textContent()), new RegExp(`${id}[\\s\\S]*${secret}`));
  const balance = await gateway.call('GET', '/v1/balance', {
    keys: { 'client-id': id, 'client-secret': secret },
  });
  assert.equal(balance.status, 200);
  // The public sandbox has no links: this example has no keys of its own.
  for (const name of ['devolucoes', 'links-de-pagamento']) {
    await page.goto(`${guide}/${name}`);
    await page.locator('.code', { hasText: secret }).filter({ hasText: id }).first().waitFor();
  }
  assert.deepEqual(
    requests.filter((url) => url.includes(secret)),
    [],
  );
  await page.context().clearCookies();
  await page.reload();
  await page.getByText('Entre no painel para usar as suas').waitFor();
  assert.ok(!String(await page.content()).includes(secret));
  await page.getByText('client-id: SEU_CLIENT_ID_DE_TESTE').first().waitFor();
  assert.equal(await page.evaluate('sessionStorage.length'), 0);
  await page.close();
});

test('a reader pastes the key of the account that the page’s command opens into the examples', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: PHONE });
  await page.goto(`${guide}/links-de-pagamento`);
  await page.getByText('Usar uma conta de teste só sua').click();
  const command = await page.locator('.reader pre').textContent();
  assert.match(String(command), /^npm run -s cli -- merchant create --with-test-key \\\n/);
  const example = page.locator('.code', { hasText: 'client-id' }).first();
  const shown = async () => String(await example.textContent());
  await page.getByLabel('client-id').fill(keys['client-id']);
  assert.match(await shown(), /SEU_CLIENT_ID_DE_TESTE/, 'both are needed');
  await page.getByLabel('client-secret').fill('svc_sk_live_segredo');
  assert.match(await shown(), /SEU_CLIENT_SECRET_DE_TESTE/);
  await page.getByLabel('client-secret').fill(keys['client-secret']);
  await example.getByText(keys['client-secret']).waitFor();
  await assertAccessibleInBoth(page, 'pasted keys');
  await assertFitsWidth(page, 'pasted keys');
  await page.goto(`${guide}/saques`);
  await page.locator('.code', { hasText: keys['client-secret'] }).first().waitFor();
  await page.getByLabel('client-id').fill('');
  await page.getByText('svc_sk_test_sandbox_publico').first().waitFor();
  assert.equal(await page.evaluate('sessionStorage.length'), 0);
  await page.close();
});

test('a secret of production is refused, and a member who may not create keys gets no button', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  await signIn(gateway, merchant);
  const session = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${guide}/saques`);
  const secret = page.getByLabel('client-secret');
  await secret.fill('svc_sk_live_segredo');
  assert.ok(!String(await page.locator('main').textContent()).includes('svc_sk_live'));
  assert.ok(!(await secret.evaluate((input) => (input as HTMLInputElement).checkValidity())));
  assert.equal(await page.getByRole('button', { name: 'Criar chave' }).count(), 0);
  await secret.fill('');
  await assertAccessible(page, 'own keys');
  await page.setViewportSize(PHONE);
  await assertFitsWidth(page, 'own keys');
  await page.close();
});

test('the shops of pagina-de-pagamento show the frame and the image, and learn of the payment', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(created.body.internal_id);
  const values = { url: gateway.url, others: { INTERNAL_ID: id } };
  const blocks = blocksOf('docs/guia/pagina-de-pagamento.md');
  const codeIn = (wanted: string) =>
    blocks.filter((one) => one.language === wanted).map((one) => withValues(one.code, values));
  const shops = codeIn('html');
  const shop = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
    // The policy of the page about embed.js; the shop by hand has a script of its own inside.
    const sources = `${gateway.url} 'self' ${url === '/0' ? '' : "'unsafe-inline'"}`;
    const policy = `default-src 'none'; script-src ${sources}; frame-src ${gateway.url}`;
    response.setHeader('content-security-policy', `${policy}; img-src ${gateway.url}`);
    response.end(isScript ? codeIn('js').join('') : shops[Number(url.slice(1))]);
  });
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  after(() => shop.close());
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const pages = [];
  for (const [index] of shops.entries()) {
    const page = await openPage(browser);
    await page.goto(`${url}/${index}`);
    pages.push(page);
  }
  const [scripted, byHand, image] = pages;
  assert.ok(scripted && byHand && image && pages.length === 3);
  for (const page of [scripted, byHand]) {
    await page.frameLocator('iframe').getByRole('timer').waitFor();
  }
  const code = image.getByRole('img', { name: 'QR code do Pix' });
  assert.ok(await code.evaluate((one) => (one as HTMLImageElement).naturalWidth > 200));
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  for (const page of [scripted, byHand]) await page.getByText('Recebemos o seu').waitFor();
  for (const page of pages) await page.close();
});
