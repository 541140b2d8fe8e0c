import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { continueSession, DESK, openBrowser, openLoaded, openPage } from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const PHONE = { width: 390, height: 844 };
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);
const sink = await startWebhookSink({ after });
const hook = await owner.call('POST', '/api/panel/test/webhooks', { body: { url: sink.url } });

/**
 * The buttons, fields, links and rows below a notice. On a phone it may cover the header for its
 * four seconds: a page has nothing else there. Below a dialog nothing can be used.
 */
const COVERED = `(() => {
  const notices = [...document.querySelectorAll('.mantine-Notifications-notification')]
    .map((one) => one.getBoundingClientRect());
  const dialogs = document.querySelectorAll('[role="dialog"]');
  const places = dialogs.length > 0 ? [...dialogs] : [document.querySelector('.shell')];
  return places.flatMap((place) =>
    [...place.querySelectorAll('a, button, input, select, textarea, tbody tr')])
    .filter((one) => one.checkVisibility() && !one.closest('.shell-header, .skip-link'))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return notices.some(({ left, right, top, bottom }) =>
        box.left < right && box.right > left && box.top < bottom && box.bottom > top);
    })
    .map((one) => one.textContent || one.outerHTML);
})()`;

async function assertCoversNothing(page: Page, name: string): Promise<void> {
  const notice = page.locator('.mantine-Notifications-notification').first();
  await notice.waitFor();
  // It stays while the pointer is on it.
  await notice.getByRole('button').hover();
  assert.deepEqual(await page.evaluate<string[]>(COVERED), [], name);
}

for (const [device, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
  const open = async (path: string) => {
    const page = await openPage(browser, { viewport });
    await continueSession(page, gateway.url, owner);
    await openLoaded(page, `${gateway.url}${path}?ambiente=teste`);
    return page;
  };

  test(`a notice on a ${device} covers no row of a list and nothing to press`, async () => {
    for (let row = 0; row < 12; row += 1)
      await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    const page = await open('/painel/transacoes');
    await page.locator('tbody tr').nth(11).waitFor();
    const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    await owner.call('POST', `/api/panel/test/charges/${charge.body.internal_id}/pay`);
    await page.locator('tbody tr').first().getByText('Pago').waitFor();
    await assertCoversNothing(page, `transactions on a ${device}`);
    await page.close();
  });

  test(`a notice on a ${device} covers nothing of an open dialog`, async () => {
    const page = await open('/painel/transacoes');
    await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
    await page.getByLabel('Valor', { exact: true }).fill('1990');
    await page.getByLabel('Nome do pagador').fill('Maria Silva');
    await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
    await page.getByRole('button', { name: 'Criar cobrança' }).click();
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await page.getByRole('dialog', { name: 'Cobrança paga' }).waitFor();
    await assertCoversNothing(page, `a paid charge on a ${device}`);
    await page.close();
  });

  test(`a notice on a ${device} covers nothing of a dialog at the side`, async () => {
    const path = `/api/panel/test/webhooks/${hook.body.id}`;
    await owner.call('POST', `${path}/test`);
    await until('a delivery is there', async () => {
      const { body } = await owner.call<{ data: unknown[] }>('GET', `${path}/deliveries`);
      return body.data.length > 0;
    });
    const page = await open(`/painel/webhooks/${hook.body.id}`);
    await page.locator('tbody tr').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).click();
    await assertCoversNothing(page, `a delivery on a ${device}`);
    await page.close();
  });
}

test('a phone shows the newest of several notices', async () => {
  const link = { title: 'Oficina', amount: 1_000 };
  const { body } = await gateway.call('POST', '/v1/payment-links', { keys, body: link });
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/links/${body.id}?ambiente=teste`);
  const notices = page.locator('.mantine-Notifications-notification');
  await page.getByRole('button', { name: 'Pausar' }).click();
  await notices.filter({ hasText: 'Link pausado' }).getByRole('button').hover();
  // A success would take the place of the one before.
  await page.route(
    ({ pathname }) => pathname.includes('/payment-links/'),
    (route) => route.abort(),
  );
  await page.getByRole('button', { name: 'Reativar' }).dispatchEvent('click');
  await page.locator('.mantine-Notifications-notification[role=alert]').waitFor();
  assert.equal(await notices.count(), 2);
  assert.equal(await notices.filter({ hasText: 'Link pausado' }).isVisible(), false);
  await page.close();
});
