import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleInBoth,
  assertFitsPhone,
  continueSession,
  holdBack,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

/** The entry of the list that Enter opens, as a screen reader says it. */
async function chosenEntry(page: Page): Promise<string> {
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ });
  const id = await box.getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).innerText();
}

test('Ctrl-K opens pages, forms and transactions by keyboard alone', async () => {
  const payer = { name: 'Conceição Tavares', document: '12345678909' };
  const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, payer });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  await page.getByRole('button', { name: /^Buscar/ }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Buscar páginas, ações, clientes e transações' });
  await box.waitFor();
  await assertAccessibleInBoth(page, 'busca');
  await page.keyboard.type('saqu');
  await page.getByRole('option', { name: 'Novo saque' }).waitFor();
  assert.equal(await chosenEntry(page), 'Saques');
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await chosenEntry(page), 'Saques');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/painel\/saques/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('conceicao');
  await page.getByRole('option', { name: /Conceição Tavares · / }).waitFor();
  await page.getByText('3 resultados', { exact: true }).waitFor();
  // The customer is the first entry, and the transaction is the second.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/painel/transacoes/${id}`));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nova cobr');
  await page.getByRole('option', { name: 'Nova cobrança' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Nova cobrança' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('123.456.789');
  await page.getByRole('option', { name: /^Ver tudo/ }).click();
  await page.waitForURL(/busca=123\.456\.789/);
  await page.getByRole('row', { name: /Conceição Tavares/ }).waitFor();
  await page.close();
});

/** Follows a link, opens the search, and says what has the focus, all before anything else runs. */
async function followAndSearch(link: HTMLElement): Promise<string | null> {
  const init = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
  link.click();
  document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  await Promise.resolve();
  return document.activeElement?.getAttribute('role') ?? null;
}

test('the search has the focus at once and keeps it, so that no typed letter is lost', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/saques`);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ });
  await box.waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  const link = page.getByRole('link', { name: 'Relatórios' });
  assert.equal(await link.evaluate(followAndSearch), 'combobox');
  await page.locator('h1', { hasText: 'Extrato' }).waitFor();
  await page.keyboard.type('cobr');
  assert.equal(await box.inputValue(), 'cobr');
  await page.close();
});

test('what is typed before the code of the search is loaded is kept, and Escape gives up', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  const release = await holdBack(page, '**/assets/command-dialog-*.js');
  await openLoaded(page, `${gateway.url}/painel/saques`);
  const link = page.getByRole('link', { name: 'Relatórios' });
  await link.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('equipe');
  const early = page.getByRole('textbox', { name: /^Buscar páginas/ });
  assert.equal(await early.inputValue(), 'equipe');
  await assertAccessibleInBoth(page, 'busca sem o código');
  await page.keyboard.press('Escape');
  await early.waitFor({ state: 'detached' });
  assert.equal(await link.evaluate((one) => one === document.activeElement), true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('extq');
  await page.keyboard.press('Backspace');
  release();
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ });
  await box.waitFor();
  await page.keyboard.type('ra');
  assert.equal(await box.inputValue(), 'extra');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await until('the link has the focus again', () =>
    link.evaluate((one) => one === document.activeElement),
  );
  await page.close();
});

test('words that people use lead to our pages and actions for them', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ });
  for (const [typed, name, title] of [
    ['estorno', 'Devoluções', 'Devoluções'],
    ['reemb', 'Devoluções', 'Devoluções'],
    ['senha', 'Minha conta', 'Minha conta'],
    ['duas etapas', 'Minha conta', 'Minha conta'],
    ['carnê', 'Cobranças em lote', 'Cobranças em lote'],
    ['carne', 'Cobranças em lote', 'Cobranças em lote'],
    ['segunda via', 'Transações', 'Transações'],
    ['mensalidades', 'Assinaturas', 'Assinaturas'],
    ['boleto', 'Nova cobrança', 'Nova cobrança'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await box.fill(typed);
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await box.waitFor({ state: 'detached' });
  }
  await page.close();
});

test('a viewer is offered no change, and an operator finds merchants', async () => {
  const viewer = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, viewer);
  await openLoaded(page, `${gateway.url}/painel`);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Transações' }).waitFor();
  assert.equal(await page.getByRole('option', { name: /Nova cobrança|Novo saque/ }).count(), 0);
  await page.close();
  const other = await openPage(browser);
  await continueSession(other, gateway.url, await signInOperator(gateway));
  await openLoaded(other, `${gateway.url}/operador`);
  await other.keyboard.press('Control+k');
  const field = other.getByRole('combobox', { name: 'Buscar páginas, ações e lojistas' });
  for (const [word, name] of [
    ['alerta', 'Saúde'],
    ['KYC', 'Cadastros'],
    ['estorno', 'Retidos'],
    ['e-mail', 'Mensagens'],
  ] as const) {
    await field.fill(word);
    await other.getByRole('option', { name, exact: true }).waitFor();
  }
  await field.fill(merchant.username);
  await other.getByRole('option', { name: `@${merchant.username}` }).waitFor();
  await other.keyboard.press('Enter');
  await other.waitForURL(new RegExp(`/operador/lojistas/${merchant.username}`));
  await other.close();
});

test('the home page compares the chosen days and creates a charge', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel`);
  await page.getByText(/^Sem comparação: sua primeira cobrança é de/).waitFor();
  await page.getByLabel('Período').selectOption('Outro período');
  const days = [page.getByLabel('De', { exact: true }), page.getByLabel('Até', { exact: true })];
  const last = await days[1]?.inputValue();
  await days[0]?.fill(last ?? '');
  await assertAccessibleInBoth(page, 'outro período');
  await assertFitsPhone(page, 'outro período');
  await days[0]?.fill('2020-01-01');
  await page.getByText('Escolha até 366 dias, terminando até hoje.').waitFor();
  await page.getByRole('button', { name: 'Nova cobrança' }).click();
  await page.getByRole('dialog', { name: 'Nova cobrança' }).waitFor();
  await page.close();
});
