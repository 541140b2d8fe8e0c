import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
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
// The page is long, so most tests share one.
const page = await openPage(browser);
await page.goto(docs);

test('the API reference is in Portuguese, has a title and an icon, and fits a phone', async () => {
  const phone = await openPage(browser, { viewport: PHONE });
  await phone.goto(docs);
  assert.equal(await phone.locator('html').getAttribute('lang'), 'pt-BR');
  assert.equal(await phone.title(), 'Referência da API · pix-gateway');
  const icon = await phone.locator('link[rel=icon]').getAttribute('href');
  assert.equal((await fetch(gateway.url + icon)).status, 200);
  await assertFitsWidth(phone, 'docs');
  await phone.close();
});

test('the API reference shows every operation, webhook and error code of the document', async () => {
  const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
  const text = await page.locator('main').evaluate((main) => main.textContent ?? '');
  for (const [path, operations] of Object.entries(document.paths)) {
    assert.ok(text.includes(path), path);
    for (const { operationId } of Object.values(operations)) {
      assert.equal(await page.locator(`article#${operationId}`).count(), 1, operationId);
    }
  }
  const { webhooks } = document as unknown as { webhooks: object };
  for (const event of Object.keys(webhooks)) assert.ok(text.includes(event), event);
  for (const code of ['demo_cannot_split', 'idempotency_key_reused', 'rate_limited']) {
    assert.ok(await page.locator('#erros').getByText(code).count(), code);
  }
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
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    return { id: /internal_id: '([^']+)'/.exec(stdout)?.[1] ?? '', stdout };
  };
  const [first, second] = [await shown('createCharge'), await shown('createCharge')];
  assert.notEqual(first.id, second.id);
  await page.getByLabel('internal_id de uma cobrança').fill(first.id);
  assert.equal((await shown('getTransaction')).id, first.id);
  assert.match((await shown('cancelCharge')).stdout, /status: 'canceled'/);
});

test('the examples use the chosen language and the typed keys', async () => {
  const balance = page.locator('#getBalance');
  assert.ok(await balance.locator('[data-language=curl]').isVisible());
  await page.getByRole('radio', { name: 'Python' }).check();
  assert.ok(await balance.locator('[data-language=python]').isVisible());
  assert.ok(!(await balance.locator('[data-language=curl]').isVisible()));
  await page.getByLabel('client-id').fill('svc_pk_test_minha');
  const example = await balance.locator('[data-language=python] code').textContent();
  assert.match(String(example), /"client-id": "svc_pk_test_minha"/);
  await page.getByRole('radio', { name: 'curl' }).check();
});

test('the API reference breaks no accessibility rule in light and in dark', async () => {
  for (const details of await page.locator('details').all()) {
    await details.evaluate((element) => element.setAttribute('open', ''));
  }
  await assertAccessibleInBoth(page, 'docs');
});

for (const path of ['/docs', '/openapi.json']) {
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
