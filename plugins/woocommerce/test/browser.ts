import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { openBrowser, PHONE } from '../../../gateway/test/support/browser.ts';
import type { TestGateway } from '../../../gateway/test/support/gateway.ts';
import type { ShopKind } from './support/shop.ts';
import { loseWebhooks, openStore, payCharge, placeOrder } from './support/store.ts';

/** The page of an order in a real browser. A real WordPress draws it with its theme. */
export async function testBrowser(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
): Promise<void> {
  if (kind.wordpress !== undefined) return;
  await context.test(
    'the page of an order with a due date fits a phone and is accessible',
    (inner) => testDuePage(inner, gateway, kind),
  );
  await context.test('the open page of an order shows the payment by itself', async (inner) => {
    const store = await openStore(context, gateway, kind);
    await loseWebhooks(store);
    const order = await placeOrder(store);
    const { charge } = await store.shop.facts(order);
    const browser = await openBrowser(inner);
    const page = await (await browser.newContext({ permissions: ['clipboard-write'] })).newPage();
    await page.goto(`${store.shop.url}/index.php?order=${order}`);
    await page.getByRole('button', { name: 'Copiar código' }).click();
    await page.getByText('Código copiado.').waitFor();
    assert.equal(await page.getByLabel('Pix copia e cola').inputValue(), charge?.code);
    const image = page.getByRole('img', { name: 'QR code do Pix' });
    assert.ok((await image.evaluate('(one) => one.naturalWidth')) !== 0, 'the image is missing');
    await assertAccessible(page);
    await payCharge(store, order);
    await page.getByRole('status').filter({ hasText: 'Pagamento confirmado' }).waitFor();
    assert.equal(await image.count(), 0, 'the code can still be paid');
  });
}

async function testDuePage(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
): Promise<void> {
  const settings = { due_in_days: '3', fine_percent: '2', interest_percent: '1' };
  const store = await openStore(context, gateway, kind, settings);
  const order = await placeOrder(store);
  const browser = await openBrowser(context);
  const page = await browser.newPage({ viewport: PHONE });
  await page.goto(`${store.shop.url}/index.php?order=${order}`);
  await page.getByText(/^Vence em .* multa de 2% e juros de 1% ao mês\.$/).waitFor();
  await page.getByRole('link', { name: 'Ver quanto se paga hoje' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width);
  await assertAccessible(page);
}

async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<string[]>(
    "axe.run('.pix-gateway').then(({ violations }) => violations.map(({ id }) => id))",
  );
  assert.deepEqual(violations, []);
}
