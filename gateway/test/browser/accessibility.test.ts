import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFitsLargeText,
  assertFitsPhone,
  assertStill,
  continueSession,
  holdBack,
  logInByForm,
  openBrowser,
  openLoaded,
  openPage,
  showPage,
} from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway, until } from '../support/gateway.ts';
import { assertDialogWorksByKeyboard, focusedName } from '../support/keyboard.ts';
import { PASSWORD, signIn, signInOperator } from '../support/panel.ts';
import { merchantPages, OPERATOR_PAGES } from '../support/panel-pages.ts';

const gateway = await startGateway({ after });
const demo = await fillDemo(gateway, { after });
const browser = await openBrowser({ after });
const person = await signIn(gateway, demo.merchant);
const operator = await signInOperator(gateway, { hasSecondFactor: false });

const SIDES = [
  { side: 'merchant', email: person.email, pages: merchantPages(demo) },
  { side: 'operator', email: operator.email, pages: OPERATOR_PAGES },
] as const;

for (const { side, email, pages } of SIDES) {
  const name = `every page of a ${side} is accessible, fits a phone and large text, and is still`;
  test(name, async () => {
    const page = await openPage(browser);
    await logInByForm(page, gateway.url, { email, password: PASSWORD });
    for (const one of pages) {
      await showPage(page, one.path);
      await assertAccessibleInBoth(page, one.name);
      await assertFitsPhone(page, one.name);
      await assertFitsLargeText(page, one.name);
      await assertStill(page, one.name);
    }
    await page.close();
  });
}

/** Pages with a button for each kind of dialog: forms, questions with a code, side dialogs. */
const DIALOGS = {
  '/painel': ['Buscar', 'Nova cobrança'],
  '/painel/produtos': ['Novo produto'],
  '/painel/saque-automatico': ['Configurar'],
  '/painel/transferencias': ['Nova transferência'],
  '/painel/integracoes': ['Permissões', 'Revogar'],
  '/painel/limites': ['Pausar saques'],
  [`/painel/webhooks/${demo.webhookIds.at(-1)}`]: ['Editar'],
} as const;

test('dialogs keep the focus, close by Escape and return the focus, also when opened again', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, person);
  await openLoaded(page, `${gateway.url}/painel`);
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  for (const [path, names] of Object.entries(DIALOGS)) {
    await showPage(page, path);
    for (const name of names) await assertDialogWorksByKeyboard(page, name);
  }
  await page.close();
});

test('the menus of the account and of a charge are accessible, and a progress bar is shown while a page loads', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, person);
  await openLoaded(page, `${gateway.url}/painel/saques`);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  await assertAccessible(page, 'account menu');
  await page.keyboard.press('Escape');
  await showPage(page, '/painel/transacoes');
  await page.locator('tbody button[aria-haspopup="menu"]').first().click();
  await page.getByRole('menuitem', { name: 'Cancelar cobrança' }).waitFor();
  await assertAccessible(page, 'charge menu');
  await page.keyboard.press('Escape');
  const release = await holdBack(page, '**/assets/statement-page-*.js');
  await page.getByRole('link', { name: 'Relatórios' }).click();
  const bar = page.locator('.progress-bar');
  await until('the bar is shown', () =>
    bar.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).opacity === '1'),
  );
  await assertStill(page, 'progress bar');
  release();
  await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
  assert.equal(await bar.getAttribute('data-loading'), 'false');
  await until('the heading has the focus', async () => (await focusedName(page)) === 'Extrato');
  await page.close();
});
