import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
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
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);
const { merchant } = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);
const MESSAGE = 'As entregas estão atrasadas.\nNenhum aviso se perde.';

test('an operator opens and resolves an incident that merchants see', async () => {
  const title = 'Webhooks atrasados';
  const desk = await openPage(browser, { viewport: DESK });
  await continueSession(desk, gateway.url, operator);
  await openLoaded(desk, `${gateway.url}/operador/incidentes`);
  await assertOnDeskAndPhone(desk, 'incidentes', assertFitsWidth);
  await desk.getByRole('button', { name: 'Abrir incidente' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Abrir incidente' });
  await dialog.getByRole('button', { name: 'Abrir incidente' }).click();
  await dialog.getByText('Marque pelo menos um serviço.').waitFor();
  await assertOnDeskAndPhone(desk, 'novo incidente', assertFitsWidth, assertAccessibleInBoth);
  await dialog.getByLabel('Título', { exact: true }).fill(title);
  await dialog.getByLabel('Webhooks').check();
  await dialog.getByLabel('Impacto').selectOption('Com lentidão ou falhas');
  await dialog.getByLabel('Mensagem aos lojistas').fill(MESSAGE);
  await dialog.getByRole('button', { name: 'Abrir incidente' }).click();
  await desk.getByRole('heading', { name: title, level: 1 }).waitFor();
  await assertOnDeskAndPhone(desk, 'incidente', assertFitsWidth, assertAccessibleInBoth);

  const shop = await openPage(browser, { viewport: DESK });
  await continueSession(shop, gateway.url, member);
  await openLoaded(shop, `${gateway.url}/painel`);
  await shop.getByText(`Incidente em andamento: ${title}`).waitFor();
  await assertOnDeskAndPhone(shop, 'aviso de incidente', assertFitsWidth, assertAccessibleInBoth);
  const link = shop.getByRole('link', { name: 'Acompanhar' });
  assert.equal(await link.getAttribute('href'), '/status');

  const visitor = await openPage(browser, { viewport: DESK });
  await visitor.goto(`${gateway.url}/status`);
  await visitor.getByRole('heading', { name: 'Incidentes em andamento' }).waitFor();
  await visitor.getByRole('heading', { name: title }).waitFor();
  await assertOnDeskAndPhone(visitor, 'situação', assertFitsWidth, assertAccessibleInBoth);

  await desk.getByLabel('Situação').selectOption('Resolvido');
  await desk.getByRole('button', { name: 'Publicar atualização' }).click();
  await desk.getByText('Escreva um texto.').waitFor();
  await desk.getByLabel('Mensagem aos lojistas').fill('As entregas voltaram ao normal.');
  await desk.getByRole('button', { name: 'Publicar atualização' }).click();
  await desk.getByText('Incidente encerrado.').waitFor();
  await visitor.reload();
  await visitor.getByText('As entregas voltaram ao normal.').first().waitFor();
  assert.equal(await visitor.getByText('Incidentes em andamento').count(), 0);
  await openLoaded(shop, `${gateway.url}/painel`);
  await shop.getByText('Incidente em andamento').waitFor({ state: 'detached' });
  await Promise.all([desk.close(), shop.close(), visitor.close()]);
});

test('a visitor with an English browser reads the status in English, in dark', async () => {
  const page = await openPage(browser, { viewport: PHONE, locale: 'en-US', colorScheme: 'dark' });
  await page.goto(`${gateway.url}/status`);
  await page.getByRole('heading', { name: 'Service status' }).waitFor();
  await page.getByText('Payments received').waitFor();
  await assertFitsWidth(page, 'status in English');
  await page.close();
});
