import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  assertAccessible,
  continueSession,
  holdBack,
  openBrowser,
  openLoaded,
  openPage,
  showPage,
} from '../support/browser.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
await receivePayment(gateway, keys);
const session = await signIn(gateway, merchant);

test('a row of a list is a link: by mouse, in a new tab and by keyboard', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  const row = page.getByRole('row', { name: /Maria Silva/ });
  const link = row.getByRole('link');
  assert.match(String(await link.getAttribute('href')), /\/painel\/transacoes\/[\w-]+/);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    row.click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.waitForURL(/\/painel\/transacoes\/[\w-]+/);
  await tab.close();
  assert.equal(new URL(page.url()).pathname, '/painel/transacoes');
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/painel\/transacoes\/[\w-]+/);
  await page.close();
});

test('the first Tab after a load is the link to the content, which takes the focus there', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  const focused = (fact: string) => page.evaluate<string>(`document.activeElement.${fact}`);
  for (const path of ['/painel', '/painel/transacoes', '/painel/saques', '/painel/conta']) {
    await openLoaded(page, `${gateway.url}${path}`);
    await page.keyboard.press('Tab');
    assert.equal(await focused('textContent'), 'Pular para o conteúdo', path);
    await page.keyboard.press('Enter');
    assert.equal(await focused('id'), 'content', path);
  }
  await page.close();
});

test('the test environment has an orange strip above a green panel, production has none', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel`);
  const strip = page.getByText('Ambiente de teste: nenhum dinheiro de verdade');
  await strip.waitFor();
  const colour =
    'getComputedStyle(document.documentElement).getPropertyValue("--mantine-primary-color-7")';
  const inTest = await page.evaluate<string>(colour);
  await page.getByRole('radiogroup', { name: 'Ambiente' }).getByText('Produção').click();
  await strip.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate<string>(colour), inTest);
  await page.close();
});

test('a document gets its punctuation while it is typed, and the cursor stays in its place', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  await page.getByRole('button', { name: 'Nova cobrança' }).click();
  const document = page.getByLabel('CPF ou CNPJ do pagador');
  assert.equal(await document.getAttribute('inputmode'), 'numeric');
  await document.pressSequentially('52998224725');
  assert.equal(await document.inputValue(), '529.982.247-25');
  for (let step = 0; step < 11; step += 1) await document.press('ArrowLeft');
  await document.press('Backspace');
  await document.press('1');
  assert.equal(await document.inputValue(), '521.982.247-25');
  await document.fill('');
  await document.pressSequentially('12abc34501de35');
  assert.equal(await document.inputValue(), '12.ABC.345/01DE-35');
  assert.equal(await document.getAttribute('inputmode'), 'text');
  await assertAccessible(page, 'nova cobrança');
  await page.close();
});

test('the next step of a dialog that was scrolled begins at its top', async () => {
  const page = await openPage(browser, { viewport: { width: 720, height: 450 } });
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  await page.getByRole('button', { name: 'Nova cobrança' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Valor', { exact: true }).fill('4990');
  await dialog.getByLabel('Nome do pagador').fill('Maria Silva');
  await dialog.getByLabel('CPF ou CNPJ do pagador').fill('12345678909');
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click();
  await dialog.getByRole('button', { name: 'Simular pagamento' }).waitFor();
  await until('the amount is shown', () => dialog.evaluate((one) => one.scrollTop === 0));
  await page.close();
});

test('what is done with a button of the header before its code is loaded counts', async () => {
  const accountOf = (page: Page) => page.getByRole('button', { name: /^Conta de/ });
  const hasFocus = (button: Locator) => button.evaluate((one) => one === document.activeElement);
  const first = await openWithoutMenus();
  await accountOf(first.page).focus();
  first.release();
  await first.page.locator('header button[aria-haspopup="menu"]').waitFor();
  assert.equal(await hasFocus(accountOf(first.page)), true);
  await first.page.close();

  const second = await openWithoutMenus();
  const bell = second.page.getByRole('button', { name: 'Notificações' });
  await bell.click();
  second.release();
  await second.page.getByRole('dialog', { name: 'Notificações' }).waitFor();
  await second.page.keyboard.press('Escape');
  await until('the bell has the focus again', () => hasFocus(bell));
  await second.page.close();

  const third = await openWithoutMenus();
  // Pages are shown while the menus are not.
  await showPage(third.page, '/painel/extrato');
  await accountOf(third.page).click();
  third.release();
  await third.page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  await third.page.keyboard.press('Escape');
  await until('the account has the focus again', () => hasFocus(accountOf(third.page)));
  await third.page.close();
});

test('a payment that arrives while a page is being opened is shown on it', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  const release = await holdBack(page, '**/api/panel/events');
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  await receivePayment(gateway, keys, { ...CHARGE, external_id: 'pedido-cedo' });
  release();
  await page.getByRole('row', { name: /pedido-cedo.*Pag/ }).waitFor();
  await page.close();
});

/** A page of the panel; the code of the menus of its header comes when it is released. */
async function openWithoutMenus() {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  const release = await holdBack(page, '**/assets/idle-parts-*.js');
  await openLoaded(page, `${gateway.url}/painel/saques`);
  return { page, release };
}
