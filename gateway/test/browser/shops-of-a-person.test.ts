import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
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
import { startGateway } from '../support/gateway.ts';
import { acting, choose, invite, join, openShop } from '../support/memberships.ts';
import { PASSWORD, type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

/** A person with a role in a shop of its own name, who is also the accountant of another one. */
async function openTwoShops() {
  const [bakery, bookshop] = [await openShop(gateway), await openShop(gateway)];
  const names = [
    [bakery.merchant.merchantId, 'Padaria Aurora'],
    [bookshop.merchant.merchantId, 'Livraria do Largo'],
  ];
  for (const values of names) {
    await gateway.sql('update merchants set name = $2 where merchant_id = $1', values);
  }
  const person = await signIn(gateway, bakery.merchant, { memberRole: 'finance' });
  await join(gateway, bookshop, { person, role: 'accountant' });
  return { bakery, bookshop, person };
}

async function openPanel(person: PanelSession, viewport: { width: number; height: number }) {
  const page = await openPage(browser, { viewport });
  await continueSession(page, gateway.url, person);
  await openLoaded(page, `${gateway.url}/painel`);
  return page;
}

/** The line that names the shop: in the menu, on a phone above the page. */
function shopLine(page: Page, name: string, role: string) {
  return page.getByRole('link', { name: new RegExp(`^Loja: ${name}.*${role}`) });
}

/** Submits the form also if another request of the page has opened the dialog above it already. */
async function submitCharge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Criar cobrança' }).dispatchEvent('click');
}

test('an accountant accepts with her log-in and switches shops', async () => {
  const { bakery } = await openTwoShops();
  const other = await openShop(gateway);
  await gateway.sql("update merchants set name = 'Oficina Sol' where merchant_id = $1", [
    other.merchant.merchantId,
  ]);
  const person = await signIn(gateway, bakery.merchant, { memberRole: 'viewer' });
  const token = await invite(gateway, other, { email: person.email, role: 'accountant' });
  const page = await openPage(browser, { viewport: DESK });
  await page.goto(`${gateway.url}/convite#${token}`);
  await page.getByText('já tem uma conta neste painel').waitFor();
  await assertOnDeskAndPhone(page, 'invitation of an account', assertAccessibleInBoth);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText(`Você entrou como ${person.email}`).waitFor();
  await assertOnDeskAndPhone(page, 'acceptance', assertAccessibleInBoth);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  await shopLine(page, 'Oficina Sol', 'Contador').first().waitFor();
  await assertOnDeskAndPhone(page, 'panel of two shops', assertFitsWidth);
  await page.getByRole('button', { name: /^Conta de / }).click();
  await page.getByRole('menuitem', { name: 'Padaria Aurora Leitura' }).click();
  await shopLine(page, 'Padaria Aurora', 'Leitura').first().waitFor();
  await page.close();
});

test('on a phone the list of shops opens one and leaves one', async () => {
  const { person } = await openTwoShops();
  const page = await openPanel(person, PHONE);
  await shopLine(page, 'Padaria Aurora', 'Financeiro').first().click();
  await page.getByRole('heading', { name: 'Minhas lojas' }).waitFor();
  await assertOnDeskAndPhone(page, 'shops', assertFitsWidth, assertAccessibleInBoth);
  await page.getByRole('button', { name: 'Abrir Livraria do Largo' }).click();
  await shopLine(page, 'Livraria do Largo', 'Contador').first().waitFor();
  await page.goto(`${gateway.url}/painel/lojas`);
  const row = page.getByRole('row').filter({ hasText: 'Livraria do Largo' });
  await row.getByRole('button', { name: 'Sair da loja' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sair da loja' });
  await dialog.getByText('Você deixa de ver Livraria do Largo agora').waitFor();
  await dialog.getByRole('button', { name: 'Sair da loja' }).click();
  await page.waitForURL(/\/painel(\?|$)/);
  await page.getByRole('button', { name: /^Conta de / }).waitFor();
  assert.equal(await page.getByRole('link', { name: /^Loja: / }).count(), 0);
  await page.close();
});

test('a page of a shop that another tab left keeps what was typed', async () => {
  const { bakery, bookshop, person } = await openTwoShops();
  const page = await openPanel(person, DESK);
  await page.goto(`${gateway.url}/painel/transacoes`);
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).fill('1990');
  await page.getByLabel('Nome do pagador').fill('Maria Silva');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  assert.equal((await choose(person, bookshop.merchant.username)).status, 200);
  await submitCharge(page);
  const dialog = page.getByRole('dialog', { name: 'Você trocou de loja em outra aba' });
  await dialog.waitFor();
  await assertOnDeskAndPhone(page, 'switched shop', assertAccessibleInBoth);
  assert.deepEqual(await gateway.sql("select from charges where payer_name = 'Maria Silva'"), []);
  await dialog.getByRole('button', { name: 'Voltar para Padaria Aurora' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await acting(person), [bakery.merchant.username, 'finance']);
  assert.equal(await page.getByLabel('Nome do pagador').inputValue(), 'Maria Silva');
  await choose(person, bookshop.merchant.username);
  await submitCharge(page);
  await dialog.getByRole('button', { name: 'Recarregar na outra loja' }).click();
  await shopLine(page, 'Livraria do Largo', 'Contador').first().waitFor();
  await page.close();
});

test('a page that is looked at again says at once that its shop was left', async () => {
  const { bookshop, person } = await openTwoShops();
  const page = await openPanel(person, DESK);
  assert.equal((await choose(person, bookshop.merchant.username)).status, 200);
  const look = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await look('hidden');
  await look('visible');
  await page.getByRole('dialog', { name: 'Você trocou de loja em outra aba' }).waitFor();
  await page.close();
});

test('a link of a mail of another shop asks which shop to open', async () => {
  const { bookshop, person } = await openTwoShops();
  const page = await openPanel(person, PHONE);
  const link = `${gateway.url}/painel/extrato?loja=${bookshop.merchant.username}`;
  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Este link é de outra loja sua' });
  await dialog.waitFor();
  await assertAccessibleInBoth(page, 'link of another shop');
  await dialog.getByRole('button', { name: 'Ficar em Padaria Aurora' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(link);
  await dialog.getByRole('button', { name: 'Abrir Livraria do Largo' }).click();
  await shopLine(page, 'Livraria do Largo', 'Contador').first().waitFor();
  assert.equal(new URL(page.url()).pathname, '/painel/extrato');
  assert.equal(await dialog.count(), 0);
  await page.close();
});

test('the search by keyboard opens another shop', async () => {
  const { person } = await openTwoShops();
  const page = await openPanel(person, DESK);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Buscar páginas/ }).fill('abrir livraria');
  await page.getByRole('option', { name: /Abrir Livraria do Largo/ }).waitFor();
  await page.keyboard.press('Enter');
  await shopLine(page, 'Livraria do Largo', 'Contador').first().waitFor();
  await page.close();
});

test('a person with one shop sees no switcher', async () => {
  const { merchant } = await openShop(gateway);
  const page = await openPanel(await signIn(gateway, merchant), DESK);
  await page.getByRole('button', { name: /^Conta de / }).click();
  await page.getByRole('menuitem', { name: 'Minha conta' }).waitFor();
  assert.equal(await page.getByText('Trocar de loja').count(), 0);
  assert.equal(await page.getByRole('link', { name: /^Loja: / }).count(), 0);
  await page.close();
});
