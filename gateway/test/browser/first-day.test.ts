import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { MemberRole } from '#src/ground/access/roles.ts';
import {
  assertAccessible,
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
import { addDocuments, fillIn } from '../support/kyc-form.ts';
import { readConfirmationLink } from '../support/mailed-link.ts';
import { openMerchant } from '../support/operator-merchants.ts';
import { PASSWORD, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);

/** Signs up, and confirms the e-mail in another tab of the same browser. */
async function signUp(page: Page, shop: string, email: string): Promise<void> {
  await page.goto(`${gateway.url}/cadastrar`);
  await page.getByLabel('Nome da loja').fill(shop);
  const username = page.getByLabel('Nome de usuário');
  assert.match(await username.inputValue(), /^cafe-da-ana-\d+$/);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
  await assertOnDeskAndPhone(page, 'confira seu e-mail', assertFitsWidth, assertAccessible);
  await page.getByRole('button', { name: 'Já confirmei: entrar' }).click();
  await page.getByText('Confirme seu e-mail').first().waitFor();
  await page.getByRole('button', { name: 'Reenviar o link de confirmação' }).click();
  await page.getByText('enviamos um novo link').waitFor();
  const mail = await page.context().newPage();
  await mail.goto(gateway.url + (await readConfirmationLink(operator, email)));
  await mail.waitForURL(/\/painel/);
  await mail.close();
  await page.waitForURL(/\/painel/);
}

test('a shop goes from its sign-up to the wait for approval', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  await signUp(page, 'Café da Ana 1', 'ana1@cafe.example');
  const list = page.getByRole('region', { name: 'Primeiro dia' });
  await list.getByText('1 de 7 feitos').waitFor();
  await assertOnDeskAndPhone(page, 'primeiro dia', assertFitsWidth, assertAccessible);

  await list.getByRole('link', { name: 'Preparar links e produtos' }).click();
  await page.getByText('Só você vê o que criar aqui').waitFor();
  await page.getByRole('button', { name: 'Novo link' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Título').fill('Bolo de pote');
  await form.getByRole('radio', { name: 'O pagador escreve o valor' }).check();
  await form.getByRole('button', { name: 'Criar link' }).click();
  await page.getByRole('heading', { name: 'Bolo de pote' }).first().waitFor();

  await page.goto(`${gateway.url}/painel`);
  await list.getByRole('link', { name: 'Preencher os dados' }).click();
  await fillIn(page);
  await addDocuments(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Enviar para análise' }).click();
  await page.getByText('Cadastro em análise').waitFor();

  await page.goto(`${gateway.url}/painel`);
  await list.getByText('4 de 7 feitos').waitFor();
  await list.getByText('Seu cadastro está em análise').waitFor();
  await assertOnDeskAndPhone(page, 'aguardando aprovação', assertFitsWidth);
  await list.getByRole('button', { name: 'Entrar na demonstração' }).click();
  await page.getByText('Conta de demonstração').first().waitFor();
  await page.close();
});

test('a username that the person typed stays when the name changes', async () => {
  const page = await openPage(browser);
  await page.goto(`${gateway.url}/cadastrar`);
  await page.getByLabel('Nome da loja').fill('Pão & Cia. São José');
  const username = page.getByLabel('Nome de usuário');
  assert.equal(await username.inputValue(), 'pao-cia-sao-jose');
  await username.fill('padaria');
  await page.getByLabel('Nome da loja').fill('Outro nome');
  assert.equal(await username.inputValue(), 'padaria');
  await page.close();
});

test('a confirmed link in another browser logs nobody in', async () => {
  const page = await openPage(browser);
  const email = 'ana4@cafe.example';
  await page.goto(`${gateway.url}/cadastrar`);
  await page.getByLabel('Nome da loja').fill('Café da Ana 4');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
  const other = await openPage(browser);
  await other.goto(gateway.url + (await readConfirmationLink(operator, email)));
  await other.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
  await other.goto(`${gateway.url}/painel`);
  await other.getByLabel('Senha', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Já confirmei: entrar' }).click();
  await page.waitForURL(/\/painel/);
  await Promise.all([page.close(), other.close()]);
});

test('the first day has the steps of the member’s role', async () => {
  const merchant = await openMerchant(
    gateway,
    'padaria-da-equipe',
    'Equipe',
    '11222333000181',
    false,
  );
  await signIn(gateway, merchant);
  const open = async (memberRole: MemberRole) => {
    const page = await openPage(browser, { viewport: DESK });
    await continueSession(page, gateway.url, await signIn(gateway, merchant, { memberRole }));
    await openLoaded(page, `${gateway.url}/painel`);
    return page;
  };
  const page = await open('finance');
  const list = page.getByRole('region', { name: 'Primeiro dia' });
  await list.getByText('1 de 3 feitos').waitFor();
  await list.getByRole('link', { name: 'Ativar a verificação em duas etapas' }).waitFor();
  const data = list.getByRole('listitem').filter({ hasText: 'Preencher os dados' });
  assert.match((await data.textContent()) ?? '', /Quem é dono da loja faz\./);
  assert.equal(await list.getByRole('link', { name: 'Preencher os dados' }).count(), 0);
  const key = list.getByRole('listitem').filter({ hasText: 'Criar a primeira chave' });
  assert.match((await key.textContent()) ?? '', /Quem é dono da loja faz\./);
  await assertOnDeskAndPhone(
    page,
    'primeiro dia de quem não é dono',
    assertFitsWidth,
    assertAccessible,
  );
  await page.close();
  const reader = await open('viewer');
  await reader.getByText('Conta ainda não aprovada').waitFor();
  assert.equal(await reader.getByRole('region', { name: 'Primeiro dia' }).count(), 0);
  await reader.close();
});
