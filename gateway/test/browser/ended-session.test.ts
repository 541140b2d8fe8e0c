import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import {
  assertAccessibleInBoth,
  continueSession,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { PASSWORD, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

/** Ends all sessions, as another browser or an operator can. */
const endSessions = () => gateway.sql('delete from auth."session"');

/** Opens the form of a charge and fills it in. */
async function fillCharge(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/painel/transacoes`);
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).fill('1990');
  await page.getByLabel('Nome do pagador').fill('Maria Silva');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
}

function isChargeCreation(request: Request): boolean {
  return request.method() === 'POST' && /\/charges$/.test(new URL(request.url()).pathname);
}

test('a session that ends while a form is open loses neither the form nor its idempotency key', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await fillCharge(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isChargeCreation(request)) keys.push(request.headers()['idempotency-key']);
  });
  await endSessions();
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.waitFor();
  await assertAccessibleInBoth(page, 'sessão terminada');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Senha', { exact: true }).fill('outra-senha-qualquer');
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await dialog.getByText('E-mail ou senha incorretos.').waitFor();
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Nothing was sent by itself.
  const [before] = await gateway.sql('select count(*)::int as count from charges');
  assert.equal(before?.count, 0);
  await page.getByText('Nada foi enviado: sua sessão tinha terminado.').waitFor();
  assert.equal(await page.getByLabel('Nome do pagador').inputValue(), 'Maria Silva');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByRole('dialog', { name: 'Cobrança criada' }).waitFor();
  assert.equal(keys.length, 2);
  assert.ok(keys[0]);
  assert.equal(keys[0], keys[1]);
  await page.close();
});

test('a log-in as another person after the session has ended shows nothing of the first one', async () => {
  const [first, second] = await Promise.all([
    createMerchantWithKeys(gateway),
    createMerchantWithKeys(gateway),
  ]);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, first.merchant));
  await fillCharge(page);
  await endSessions();
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByRole('link', { name: /outra conta/ }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  const { email } = await signIn(gateway, second.merchant);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/painel/);
  assert.equal(await page.getByLabel('Nome do pagador').count(), 0);
  await page.close();
});

test('the log-in above the page asks for the second factor too', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await fillCharge(page);
  await endSessions();
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByRole('dialog').getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verificação em duas etapas' });
  await dialog.getByLabel('Código').fill(await session.code());
  await dialog.getByRole('button', { name: 'Verificar' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Nome do pagador').inputValue(), 'Maria Silva');
  await page.close();
});
