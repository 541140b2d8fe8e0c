import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ALERT_CAUSES } from '#src/messages/alerts/operator-alert.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { createStuckOrders, SILENT_BANK } from '../support/stuck-orders.ts';

const HOUR_MS = 3_600_000;
const TITLE = 'Saques e devoluções sem resultado há mais de 1 h';
const live = await startLiveGateway({ after }, SILENT_BANK);
const { gateway } = live;
const browser = await openBrowser({ after });
const { operator, openShop, stuckPayout } = await createStuckOrders(live);
const shop = await openShop();
const payout = await stuckPayout(shop);
gateway.clock.advance(HOUR_MS);

async function readsWhatHappened(page: Page): Promise<void> {
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  await page.getByText('Alerta ativo').waitFor();
  await page.getByText(payout).waitFor();
  await page.getByRole('button', { name: 'Copiar Identificador' }).waitFor();
  await page.getByText('O banco conhece a operação e não disse o resultado.').waitFor();
  await page.getByText('Propor “O banco não pagou”').waitFor();
  await page.getByText(/Se o banco pagou, o dinheiro sai duas vezes/).waitFor();
  await page.getByRole('link', { name: 'Ler o procedimento completo' }).waitFor();
  await assertOnDeskAndPhone(page, 'alerta', assertFitsWidth, assertAccessibleInBoth);
}

test('an alert’s link shows what happened, silences it and leads on', async () => {
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/alertas/payouts_stuck`);
  await readsWhatHappened(page);

  await page.getByRole('button', { name: 'Silenciar por 1 hora' }).click();
  await page.getByText(`por ${operator.email}`).waitFor();
  await assertOnDeskAndPhone(page, 'alerta silenciado', assertFitsWidth);
  await openLoaded(page, `${gateway.url}/operador`);
  await page.getByText('1 alerta silenciado').waitFor();
  await page.getByText('Há saques ou devoluções sem resultado').waitFor({ state: 'detached' });
  await assertOnDeskAndPhone(page, 'início com alerta silenciado', assertAccessibleInBoth);
  await page.getByRole('link', { name: 'Ver saúde' }).first().click();
  const row = page.getByRole('row', { name: TITLE });
  await row.getByText(`por ${operator.email}`).waitFor();
  await assertOnDeskAndPhone(
    page,
    'saúde com alerta silenciado',
    assertFitsWidth,
    assertAccessibleInBoth,
  );
  await row.getByRole('link', { name: `O que fazer: ${TITLE}` }).click();
  await page.getByRole('button', { name: 'Voltar a avisar agora' }).click();
  await page.getByRole('button', { name: 'Silenciar por 1 hora' }).waitFor();
  await page.getByRole('link', { name: 'Abrir a página que resolve' }).click();
  await page.getByRole('row', { name: new RegExp(payout) }).waitFor();
  await page.close();
});

test('the page of each alert fits a phone', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, operator);
  for (const cause of ALERT_CAUSES) {
    await openLoaded(page, `${gateway.url}/operador/alertas/${cause}`);
    await page.getByRole('heading', { name: 'O que você pode fazer' }).waitFor();
    await assertFitsWidth(page, cause);
    await assertAccessible(page, cause);
  }
  await page.close();
});

test('an alert leads to its procedure in the manual, whose links stay in the panel', async () => {
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/alertas/payouts_stuck`);
  await page.getByRole('link', { name: 'Ler o procedimento completo' }).click();
  const procedure = page.getByRole('heading', { name: 'payouts_stuck', level: 3 });
  await procedure.waitFor();
  await until('it is in view', () => isInView(procedure));
  await assertOnDeskAndPhone(page, 'manual', assertFitsWidth, assertAccessibleInBoth);
  await page.getByRole('link', { name: 'Orders stuck at the bank' }).click();
  const orders = page.getByRole('heading', { name: 'Orders stuck at the bank' });
  await until('it is in view', () => isInView(orders));
  await openLoaded(page, `${gateway.url}/operador/manual/outra`);
  await page.getByText('O manual não tem esta página').waitFor();
  await page.close();
});

async function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

test('the link of an unknown alert leads to a page that says so', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/alertas/outro`);
  await page.getByText('Não é medido nesta instalação').waitFor();
  await page.close();
});
