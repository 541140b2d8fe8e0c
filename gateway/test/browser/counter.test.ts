import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { untilFocused } from '../support/keyboard.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);
const till = await signIn(gateway, merchant, { memberRole: 'till' });

async function open(session: PanelSession, path: string): Promise<Page> {
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}${path}`);
  return page;
}

async function charge(page: Page): Promise<void> {
  await page.getByLabel('Valor').fill('34,90');
  await page.getByLabel('Pagador', { exact: true }).fill('Ana Lima');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('52998224725');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByRole('img', { name: 'QR code de R$ 34,90' }).waitFor();
}

/** A document that the server refuses: its field has the focus, so that it can be corrected. */
async function mistype(page: Page): Promise<void> {
  await page.getByLabel('Valor').fill('34,90');
  await page.getByLabel('Pagador', { exact: true }).fill('Ana Lima');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('529');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByText('Informe um CPF (11 dígitos)').waitFor();
  await untilFocused(page, 'CPF ou CNPJ do pagador');
}

async function payNewest(): Promise<void> {
  const { body } = await owner.call<{ data: { internal_id: string }[] }>(
    'GET',
    '/api/panel/test/counter/charges',
  );
  await owner.call('POST', `/api/panel/test/charges/${body.data[0]?.internal_id}/pay`);
}

test('a till sees the counter only, shows the code until it is paid, and charges again', async () => {
  const page = await open(till, '/painel');
  assert.equal(new URL(page.url()).pathname, '/painel/cobrar');
  const bar = page.getByRole('navigation', { name: 'Acesso rápido' });
  assert.deepEqual(await bar.locator('a, button').allInnerTexts(), ['Cobrar', 'Mais']);
  await assertAccessibleInBoth(page, 'the counter');
  await mistype(page);
  await charge(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Aguardando pagamento…').waitFor();
  await dialog.getByText('Ana Lima').waitFor();
  await dialog.getByText(/^Vale até \d\d:\d\d/).waitFor();
  await page.keyboard.press('Escape');
  await assertAccessibleInBoth(page, 'the code at the counter');
  await assertOnDeskAndPhone(page, 'the code at the counter', assertFitsWidth);
  await payNewest();
  await dialog.getByText('Pago', { exact: true }).waitFor();
  await assertAccessibleInBoth(page, 'a paid charge at the counter');
  await dialog.getByRole('button', { name: 'Nova cobrança' }).click();
  await page
    .getByRole('row', { name: /Ana Lima/ })
    .getByText('Pago')
    .waitFor();
  assert.equal(await page.getByLabel('Valor').inputValue(), '');
  await untilFocused(page, 'Valor');
  await page.goto(`${gateway.url}/painel/extrato`);
  await page.getByText('Seu papel não mostra esta página').waitFor();
  await page.close();
});

test('the code in full screen stays when full screen ends, and shows a payment after midnight', async () => {
  const midnight = startOfKnownDay(addDays(brazilianDayOf(gateway.clock.now()), 1));
  gateway.clock.set(midnight - 10 * MINUTE_MS);
  const page = await open(till, '/painel');
  await charge(page);
  const dialog = page.getByRole('dialog');
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await dialog.getByRole('button', { name: 'Tela cheia' }).click();
  await dialog.getByRole('button', { name: 'Sair da tela cheia' }).waitFor();
  assert.equal(await isFull(), true);
  // Escape, which a browser without a window does not hand to its full screen.
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.exitFullscreen());
  await dialog.getByRole('button', { name: 'Tela cheia' }).waitFor();
  await dialog.getByText('Aguardando pagamento…').waitFor();
  gateway.clock.set(midnight + MINUTE_MS);
  await payNewest();
  await dialog.getByText('Pago', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Tela cheia' }).click();
  await dialog.getByRole('button', { name: 'Nova cobrança' }).click();
  await page.waitForFunction(() => document.fullscreenElement === null);
  await page.close();
});
