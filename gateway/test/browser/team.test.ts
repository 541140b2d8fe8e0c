import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  CODE,
  continueSession,
  logInByForm,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { mailedToken, type PanelSession, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const EMAIL = 'fabio@loja.example';
const PASSWORD = 'quatro palavras sem nexo';

test('an owner invites a finance member, who accepts and sees no keys; a viewer sees no buttons', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/equipe`);
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  const form = page.getByRole('dialog', { name: 'Convidar pessoa' });
  await form.getByLabel('E-mail').fill(EMAIL);
  await form.getByLabel('Papel').selectOption('finance');
  await form.getByText('Não vê chaves nem webhooks').waitFor();
  await assertAccessible(page, 'convite');
  await form.getByLabel(CODE).fill(await owner.code());
  await form.getByRole('button', { name: 'Enviar convite' }).click();
  await page.getByRole('row', { name: new RegExp(EMAIL) }).waitFor();

  const guest = await openPage(browser);
  const token = await mailedToken(gateway, EMAIL, 'convite');
  await guest.goto(`${gateway.url}/convite#${token}`);
  await guest.getByText(merchant.name).waitFor();
  await guest.getByLabel('Seu nome').fill('Fábio Lima');
  await guest.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await assertAccessible(guest, 'aceite do convite');
  await guest.getByRole('button', { name: 'Aceitar convite' }).click();
  await guest.getByText('Convite aceito').waitFor();
  await logInByForm(guest, gateway.url, { email: EMAIL, password: PASSWORD });
  await guest.getByRole('link', { name: 'Saques', exact: true }).waitFor();
  await hasNone(guest.getByRole('link', { name: 'Chaves de API' }));
  await guest.goto(`${gateway.url}/painel/integracoes`);
  await guest.getByText('Seu papel não mostra esta página').waitFor();
  await guest.goto(`${gateway.url}/painel/equipe`);
  await guest.getByText('Só proprietários convidam').waitFor();

  await becomesViewerAndIsRemoved(page, guest, owner);
});

/** The owner makes the guest a viewer, who sees no buttons, and then removes it. */
async function becomesViewerAndIsRemoved(page: Page, guest: Page, owner: PanelSession) {
  await page.reload();
  const row = page.getByRole('row', { name: /Fábio Lima/ });
  await row.getByRole('button', { name: 'Mudar papel' }).click();
  const change = page.getByRole('dialog', { name: 'Papel de Fábio Lima' });
  await change.getByLabel('Papel').selectOption('viewer');
  await assertAccessible(page, 'papel');
  await change.getByLabel(CODE).fill('000000');
  await change.getByRole('button', { name: 'Salvar' }).click();
  // The dialog keeps what was chosen.
  await change.getByText('Código de verificação incorreto').waitFor();
  await change.getByLabel(CODE).fill(await owner.code());
  await change.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Papel alterado.').waitFor();

  await openLoaded(guest, `${gateway.url}/painel/saques`);
  await guest.getByText('Seu papel: Leitura').waitFor();
  await hasNone(guest.getByRole('button', { name: 'Novo saque' }));
  await row.getByRole('button', { name: 'Remover' }).click();
  const removal = page.getByRole('dialog', { name: 'Remover da equipe' });
  await removal.getByLabel(CODE).fill('000000');
  await removal.getByRole('button', { name: 'Remover' }).click();
  await removal.getByText('Código de verificação incorreto').waitFor();
  await removal.getByLabel(CODE).fill(await owner.code());
  await removal.getByRole('button', { name: 'Remover' }).click();
  await page.getByText('Pessoa removida.').waitFor();
  // The page may be on its way to the log-in already, which aborts this.
  await guest.goto(`${gateway.url}/painel`).catch(() => undefined);
  await guest.getByRole('heading', { name: 'Entrar' }).waitFor();
  await guest.close();
  await page.close();
}

test('an admin adds an operator and changes its role', async () => {
  const admin = await signInOperator(gateway);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, admin);
  await openLoaded(page, `${gateway.url}/operador/operadores`);
  await page.getByRole('button', { name: 'Novo operador' }).click();
  const form = page.getByRole('dialog', { name: 'Novo operador' });
  await form.getByLabel('Nome').fill('Olga Suporte');
  await assertAccessible(page, 'novo operador');
  await form.getByLabel('E-mail').fill('olga@operador.example');
  await form.getByLabel(CODE).fill(await admin.code());
  await form.getByRole('button', { name: 'Novo operador' }).click();
  const row = page.getByRole('row', { name: /Olga Suporte/ });
  await row.getByText('Suporte', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Mudar papel' }).click();
  const change = page.getByRole('dialog', { name: 'Papel de Olga Suporte' });
  await change.getByLabel('Papel').selectOption('finance');
  await change.getByLabel(CODE).fill(await admin.code());
  await change.getByRole('button', { name: 'Salvar' }).click();
  await row.getByText('Financeiro', { exact: true }).waitFor();
  await page.close();
});

/** Fails if an element is on the page. */
async function hasNone(found: { count(): Promise<number> }): Promise<void> {
  const count = await found.count();
  if (count > 0) throw new Error(`found ${count} on the page`);
}
