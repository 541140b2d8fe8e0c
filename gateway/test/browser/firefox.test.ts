import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openPage } from '../support/browser.ts';
import { FIREFOX, openFirefox } from '../support/firefox.ts';
import { startGateway } from '../support/gateway.ts';
import { applicationIdOf, submitKyc } from '../support/kyc.ts';
import { readConfirmationLink } from '../support/mailed-link.ts';
import { logIn, PASSWORD, signInOperator } from '../support/panel.ts';

const EMAIL = 'ana@padaria.example';
const PAYOUT_DELAY_MS = 60_000;
const skip = FIREFOX === undefined && 'Firefox is not installed';

test('a shop signs up, is paid on the payment page and pays out in Firefox', { skip }, async () => {
  assert.ok(FIREFOX);
  const gateway = await startGateway({ after });
  const browser = await openFirefox({ after }, FIREFOX);
  const operator = await signInOperator(gateway);
  const page = await openPage(browser);
  await signUp(page, gateway.url);
  await page.goto(gateway.url + (await readConfirmationLink(operator, EMAIL)));
  await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
  await logInByTyping(page, gateway.url);
  await submitKyc(gateway, await logIn(gateway, EMAIL));
  const id = await applicationIdOf(operator, 'padaria-da-ana');
  const approved = await operator.callWithCode('POST', `/api/operator/kyc/${id}/approve`);
  assert.equal(approved.status, 200, approved.text);

  await page.goto(`${gateway.url}/painel/transacoes?ambiente=teste`);
  await sell(browser, page);
  await page.getByRole('link', { name: 'Saques', exact: true }).first().click();
  await payOut(page);
  gateway.clock.advance(PAYOUT_DELAY_MS);
  const payout = page.getByRole('row', { name: /Ana Souza.*R\$ 50,00/ });
  await payout.getByText('Pago').waitFor();
  await page.close();
});

// Text is typed: Playwright's `fill` does not reach React in Firefox.
async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/cadastrar`);
  await page.getByLabel('Nome da loja').pressSequentially('Padaria da Ana');
  await page.getByLabel('E-mail').pressSequentially(EMAIL);
  await page.getByLabel('Senha', { exact: true }).pressSequentially(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
}

async function logInByTyping(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/entrar`);
  await page.getByLabel('E-mail').pressSequentially(EMAIL);
  await page.getByLabel('Senha', { exact: true }).pressSequentially(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/painel/);
}

/** Creates a charge, opens its page as a payer, and pays it there as the simulated bank does. */
async function sell(browser: Browser, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000');
  await page.getByLabel('Nome do pagador').pressSequentially('Maria Silva');
  await page.getByLabel('CPF ou CNPJ do pagador').pressSequentially('123.456.789-09');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cobrança criada' });
  await dialog.getByRole('img', { name: 'QR code para pagar R$ 100,00 por Pix' }).waitFor();
  const link = dialog.getByRole('link', { name: 'Abrir página de pagamento' });
  const payer = await openPage(browser);
  await payer.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await payer.getByRole('heading', { name: 'Padaria da Ana' }).waitFor();
  assert.match(await payer.getByLabel('Pix copia e cola').inputValue(), /br\.gov\.bcb\.pix/);
  await dialog.getByRole('button', { name: 'Simular pagamento' }).click();
  await payer.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await payer.close();
  const paid = page.getByRole('dialog', { name: 'Cobrança paga' });
  await paid.getByText(/^Paga em /).waitFor();
  await paid.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('row', { name: /Maria Silva.*R\$ 100,00.*Pago/ }).waitFor();
}

async function payOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  await page.getByRole('dialog').getByLabel('Valor').pressSequentially('5000');
  await page.getByLabel('Chave Pix', { exact: true }).pressSequentially('ana@padaria.example');
  await page.getByLabel('Nome do favorecido').pressSequentially('Ana Souza');
  await page.getByLabel('CPF ou CNPJ do favorecido').pressSequentially('529.982.247-25');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByText('O Pix sai agora e não pode ser desfeito.').waitFor();
  await page.getByRole('button', { name: 'Enviar Pix' }).click();
  await page.getByText('Saque enviado').waitFor();
}
