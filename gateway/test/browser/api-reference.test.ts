import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { folderWithSdk } from '../../../sdk/test/support/packed-sdk.ts';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { SANDBOX_KEYS, startGateway } from '../support/gateway.ts';

const run = promisify(execFile);
const PAGE_BYTES_MAX = 60 * 1_024;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const docs = `${gateway.url}/docs`;
const page = await openPage(browser);
await page.goto(`${docs}/cobrancas`);

/** The paths of all pages: what the first one links. */
async function pathsOf(): Promise<readonly string[]> {
  const index = await (await fetch(docs)).text();
  const linked = [...index.matchAll(/href="(\/docs(?:\/[a-z-]+)?)[#"]/g)];
  return [...new Set(linked.map(([, path = '']) => path))];
}

test('the API reference is in Portuguese, has a title and an icon, and fits a phone', async () => {
  const phone = await openPage(browser, { viewport: PHONE });
  await phone.goto(docs);
  assert.equal(await phone.locator('html').getAttribute('lang'), 'pt-BR');
  assert.equal(await phone.title(), 'Referência da API · pix-gateway');
  const icon = await phone.locator('link[rel=icon]').getAttribute('href');
  assert.equal((await fetch(gateway.url + icon)).status, 200);
  for (const path of await pathsOf()) {
    await phone.goto(gateway.url + path);
    await assertFitsWidth(phone, path);
  }
  await phone.close();
});

test('the pages of the API reference show every operation, webhook and error code of the document', async () => {
  const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
  const paths = await pathsOf();
  assert.ok(paths.length > 12);
  const texts = await Promise.all(
    paths.map(async (path) => (await fetch(gateway.url + path)).text()),
  );
  const placesOf = (part: string) => texts.filter((text) => text.includes(part)).length;
  for (const [path, operations] of Object.entries(document.paths)) {
    assert.ok(placesOf(path) > 0, path);
    for (const { operationId } of Object.values(operations)) {
      assert.equal(placesOf(`<article id="${operationId}"`), 1, operationId);
    }
  }
  const { webhooks } = document as unknown as { webhooks: object };
  for (const event of Object.keys(webhooks)) {
    assert.equal(placesOf(`<article id="webhook-${event.replaceAll('.', '-')}"`), 1, event);
  }
  for (const code of ['demo_cannot_split', 'idempotency_key_reused', 'rate_limited']) {
    assert.ok(placesOf(`/guia/erros/${code}`) > 0, code);
  }
});

test('an anchor of the one page that was before leads to the new page', async () => {
  const reader = await openPage(browser);
  const moved = {
    createRefund: '/docs/devolucoes',
    'webhook-deposit-paid': '/docs/webhooks-recebidos',
  };
  for (const [anchor, path] of Object.entries({ ...moved, erros: '/docs/erros' })) {
    await reader.goto(`${docs}#${anchor}`);
    await reader.waitForURL(`${gateway.url}${path}#${anchor}`);
    assert.equal(await reader.locator(`#${anchor}`).count(), 1);
    await reader.goto('about:blank');
  }
  await reader.close();
});

test('the search finds operations by their words, fields and paths, and by other words for them', async () => {
  const reader = await openPage(browser);
  await reader.goto(docs);
  const searched = {
    estorno: 'createRefund',
    expires_in: 'createCharge',
    '/v1/balance': 'getBalance',
  };
  for (const [words, id] of Object.entries(searched)) {
    await reader.getByLabel('Buscar na referência').fill(words);
    await reader.locator(`.results a[href$="#${id}"]`).waitFor();
  }
  await reader.getByLabel('Buscar na referência').fill('nada disto existe');
  await reader.getByText('Nada encontrado').waitFor();
  await assertAccessibleInBoth(reader, 'busca');
  await reader.getByLabel('Buscar na referência').fill('devoluções');
  await reader.locator('.results a').first().waitFor();
  await reader.keyboard.press('Enter');
  await reader.waitForURL(/\/docs\/devolucoes#/);
  await reader.close();
});

test('a reader creates a sandbox charge from the reference and sees its image', async () => {
  assert.equal(await page.getByLabel('client-id').inputValue(), SANDBOX_KEYS['client-id']);
  const charge = page.locator('#createCharge');
  await charge.getByText('Experimentar').click();
  await charge.getByLabel('Idempotency-Key').fill('pedido-da-referencia');
  await charge.getByRole('button', { name: 'Enviar' }).click();
  await charge.locator('output p', { hasText: '201' }).waitFor();
  const answer = JSON.parse((await charge.locator('output pre').textContent()) ?? '');
  assert.equal(answer.status, 'pending');

  const image = page.locator('#getQrImage');
  await image.getByText('Experimentar').click();
  assert.equal(await image.getByLabel('internal_id').inputValue(), answer.internal_id);
  await image.getByRole('button', { name: 'Enviar' }).click();
  await image.getByAltText('QR code').waitFor();
});

test('a shown program runs: it names the charge just made, and a repeat makes another', async () => {
  const shown = async (id: string) => {
    const code = await page.locator(`#${id} [data-language=javascript] code`).textContent();
    const program = String(code).replaceAll('http://localhost:3000', gateway.url);
    const args = ['--input-type=module', '-e', program];
    const { stdout } = await run(process.execPath, args, { cwd: folderWithSdk() });
    return { id: /internal_id: '([^']+)'/.exec(stdout)?.[1] ?? '', stdout };
  };
  const [first, second] = [await shown('createCharge'), await shown('createCharge')];
  assert.notEqual(first.id, second.id);
  await page.getByLabel('internal_id de uma cobrança').fill(first.id);
  assert.match((await shown('cancelCharge')).stdout, /status: 'canceled'/);
});

test('the examples use the chosen language and the typed keys', async () => {
  await page.goto(`${docs}/saldo`);
  const balance = page.locator('#getBalance');
  assert.ok(await balance.locator('[data-language=curl]').isVisible());
  await page.getByRole('radio', { name: 'Python' }).check();
  assert.ok(await balance.locator('[data-language=python]').isVisible());
  assert.ok(!(await balance.locator('[data-language=curl]').isVisible()));
  await page.getByLabel('client-id').fill('svc_pk_test_minha');
  const example = await balance.locator('[data-language=python] code').textContent();
  assert.match(String(example), /"svc_pk_test_minha"/);
  await page.goto(`${docs}/saques`);
  const payout = page.locator('#createPayout [data-language=python] code');
  assert.ok(await payout.isVisible());
  assert.match(String(await payout.textContent()), /"svc_pk_test_minha"/);
  await page.getByLabel('client-id').fill('svc_pk_live_minha');
  await page.reload();
  assert.equal(await page.getByLabel('client-id').inputValue(), SANDBOX_KEYS['client-id']);
  await page.getByRole('radio', { name: 'curl' }).check();
});

test('the API reference breaks no accessibility rule in light and in dark', async () => {
  for (const path of ['/docs', '/docs/cobrancas', '/docs/webhooks-recebidos', '/docs/erros']) {
    await page.goto(gateway.url + path);
    await page.locator('body').evaluate((body) => {
      for (const details of body.querySelectorAll('details')) details.open = true;
    });
    await assertAccessibleInBoth(page, path);
  }
});

for (const path of ['/docs', '/docs/cobrancas', '/docs/busca.json', '/openapi.json']) {
  test(`${path} is sent compressed and only once to a client with a cache`, async () => {
    const plain = await fetch(gateway.url + path, { headers: { 'accept-encoding': 'identity' } });
    const text = await plain.text();
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await get(path, encoding);
      assert.equal(answer.headers.get('content-encoding'), encoding);
      const bytes = Number(answer.headers.get('content-length'));
      assert.ok(bytes < PAGE_BYTES_MAX, `${bytes} bytes`);
      const etag = String(answer.headers.get('etag'));
      assert.equal((await get(path, encoding, etag)).status, 304);
      assert.notEqual(etag, plain.headers.get('etag'));
      assert.equal(await answer.text(), text);
    }
  });
}

function get(path: string, encoding: string, etag?: string): Promise<Response> {
  const headers = { 'accept-encoding': encoding, ...(etag && { 'if-none-match': etag }) };
  return fetch(gateway.url + path, { headers });
}
