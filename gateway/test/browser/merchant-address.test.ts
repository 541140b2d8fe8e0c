import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);

test('a merchant enters its address, and the operator sees it', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/cadastro`);
  const section = page.getByRole('region', { name: 'Endereço da loja' });
  await section.getByText('Nenhum endereço informado.').waitFor();
  await section.getByRole('button', { name: 'Alterar endereço' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('CEP', { exact: true }).fill('2004');
  await form.getByRole('button', { name: 'Salvar endereço' }).click();
  await form.getByText('informe os 8 dígitos do CEP').waitFor();
  await assertOnDeskAndPhone(page, 'endereço', assertFitsWidth, assertAccessible);
  await form.getByLabel('CEP', { exact: true }).fill('20040002');
  await form.getByLabel('Rua ou avenida').fill('Avenida Rio Branco');
  await form.getByLabel('Número').fill('156');
  await form.getByLabel('Bairro').fill('Centro');
  await form.getByLabel('Cidade').fill('Rio de Janeiro');
  await form.getByLabel('Estado').selectOption('RJ');
  await form.getByRole('button', { name: 'Salvar endereço' }).click();
  const line = 'Avenida Rio Branco, 156, Centro, Rio de Janeiro, RJ, 20040-002';
  await section.getByText(line).waitFor();
  await assertOnDeskAndPhone(page, 'cadastro', assertFitsWidth);
  assert.equal(await form.count(), 0);
  await page.close();

  const desk = await openPage(browser, { viewport: DESK });
  await continueSession(desk, gateway.url, operator);
  await desk.goto(`${gateway.url}/operador/lojistas/${merchant.username}`);
  await desk.getByRole('region', { name: 'Conta' }).getByText(line).waitFor();
  await assertOnDeskAndPhone(desk, 'lojista', assertFitsWidth);
  await desk.close();
});
