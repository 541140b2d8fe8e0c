import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertAccessibleInBoth,
  CODE,
  continueSession,
  logInByForm,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { addDocuments, fillIn } from '../support/kyc-form.ts';
import { PASSWORD, signIn, signInOperator } from '../support/panel.ts';

const PAYOUT_DELAY_MS = 60_000;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);
const email = 'ana@doceria.com.br';

test('a merchant signs up, is approved, receives a split payment, withdraws and exports its statement', async () => {
  const shop = await openPage(browser);
  const desk = await openPage(browser);
  await continueSession(desk, gateway.url, operator);
  await signUp(shop);
  await followMailedLink(desk, shop);
  await logInByForm(shop, gateway.url, { email, password: PASSWORD });
  await proveWhoItIs(shop);
  await approve(desk);

  await seeThatProductionNeedsSecondFactor(shop);
  const keys = await createKey(shop);
  assert.match(keys['client-id'], /^svc_pk_test_/);

  const courier = await createMerchantWithKeys(gateway, 'test', 'moto-express');
  const courierPage = await openPage(browser);
  await continueSession(courierPage, gateway.url, await signIn(gateway, courier.merchant));
  await courierPage.goto(`${gateway.url}/painel/splits`);
  await courierPage.getByText('Nenhum split neste período').waitFor();

  // The notice goes away after some seconds, which the other page may need.
  const isTold = courierPage.getByText('Você recebeu R$ 25,00 de uma cobrança.').waitFor();
  const share = courierPage.getByRole('row', { name: /pedido-1001/ }).getByText('R$ 25,00');
  await Promise.all([sellAndSeeItPaid(shop, keys), isTold, share.waitFor()]);
  await withdraw(shop);
  await exportStatement(shop);
  await Promise.all([shop, desk, courierPage].map((page) => page.close()));
});

async function signUp(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/cadastrar`);
  await page.getByLabel('Nome da loja').fill('Doceria da Ana');
  await page.getByLabel('Nome de usuário').fill('doceria-da-ana');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
}

/** Without a mail server the link is in the operator's outbox. */
async function followMailedLink(desk: Page, shop: Page): Promise<void> {
  await desk.goto(`${gateway.url}/operador/mensagens`);
  await desk.getByRole('row', { name: new RegExp(email) }).click();
  const link = desk.getByRole('dialog').getByRole('link');
  const { pathname, hash } = new URL(String(await link.getAttribute('href')));
  await desk.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).waitFor();
  await assertAccessibleInBoth(desk, 'mensagem');
  await shop.goto(gateway.url + pathname + hash);
  await shop.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
}

async function proveWhoItIs(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Preencher os dados' }).click();
  await fillIn(page);
  await addDocuments(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Enviar para análise' }).click();
  await page.getByText('Cadastro em análise').waitFor();
}

async function approve(desk: Page): Promise<void> {
  await desk.goto(`${gateway.url}/operador/cadastros`);
  await desk.getByText('@doceria-da-ana').click();
  await desk.getByRole('button', { name: 'Aprovar' }).click();
  await desk.getByLabel(CODE).fill(await operator.code());
  await desk.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
  await desk.getByText('Cadastro aprovado.').waitFor();
}

async function seeThatProductionNeedsSecondFactor(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/painel/integracoes`);
  await page.getByRole('button', { name: 'Nova chave', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'Nova chave' });
  await form.getByRole('radio', { name: 'Produção' }).check();
  await form.getByText('ative antes a verificação em duas etapas').waitFor();
  await assertAccessible(page, 'chave de produção');
}

async function createKey(page: Page): Promise<Keys> {
  await page.goto(`${gateway.url}/painel/integracoes`);
  await page.getByRole('button', { name: 'Nova chave', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'Nova chave' });
  await form.getByRole('radio', { name: 'Teste' }).check();
  await form.getByLabel('Nome').fill('Loja virtual');
  await page.getByRole('button', { name: 'Criar chave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua nova chave' });
  await dialog.getByText('Guarde agora').waitFor();
  await assertAccessible(page, 'chave nova');
  const [clientId = '', clientSecret = ''] = await dialog.locator('code').allInnerTexts();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('cell', { name: 'Loja virtual' }).waitFor();
  return { 'client-id': clientId, 'client-secret': clientSecret };
}

/** A charge created by the API appears in the open list, and so does its payment. */
async function sellAndSeeItPaid(page: Page, keys: Keys): Promise<void> {
  await page.getByRole('link', { name: 'Transações' }).click();
  await page.getByText('Nenhuma transação ainda').waitFor();
  const split = [{ username: 'moto-express', percentage: 25 }];
  const body = { ...CHARGE, split, external_id: 'pedido-1001' };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(created.status, 201, created.text);
  const row = page.getByRole('row', { name: /pedido-1001/ });
  await row.getByText('Pendente').waitFor();
  const path = `/v1/test/charges/${created.body.internal_id}/pay`;
  assert.equal((await gateway.call('POST', path, { keys })).status, 200);
  await row.getByText('Pago').waitFor();
  await page.getByText('Uma cobrança de R$ 100,00 foi paga.').waitFor();
  await row.click();
  await page.getByRole('heading', { name: 'Cobrança · R$ 100,00' }).waitFor();
  await page.getByRole('row', { name: /moto-express.*25 %.*R\$ 25,00.*Pago/ }).waitFor();
}

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Saques', exact: true }).click();
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  await page.getByRole('dialog').getByLabel('Valor').fill('5000');
  await page.getByLabel('Tipo da chave').selectOption('email');
  await page.getByLabel('Chave Pix', { exact: true }).fill('ana@doceria.com.br');
  await page.getByLabel('Nome do favorecido').fill('Ana Souza');
  await page.getByLabel('CPF ou CNPJ do favorecido').fill('529.982.247-25');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByText('O Pix sai agora e não pode ser desfeito.').waitFor();
  await assertAccessible(page, 'saque a conferir');
  await page.getByRole('button', { name: 'Enviar Pix' }).click();
  await page.getByText('Saque enviado').waitFor();
  gateway.clock.advance(PAYOUT_DELAY_MS);
  await page
    .getByRole('row', { name: /Ana Souza.*R\$ 50,00/ })
    .getByText('Pago')
    .waitFor();
}

async function exportStatement(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Relatórios' }).click();
  await page.getByRole('cell', { name: 'Cobrança recebida' }).waitFor();
  const csv = await download(page, 'Baixar CSV');
  // 100,00 less the share of 25,00 and the fee of 1,49 % + 0,49.
  assert.match(csv, /Cobrança recebida.*;73,02;/);
  assert.match(csv, /Saque.*;-50,00;/);
  const ofx = await download(page, 'Baixar OFX');
  assert.match(ofx, /<TRNAMT>73\.02/);
  assert.match(ofx, /<TRNAMT>-50\.00/);
}

async function download(page: Page, name: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  return readFile(await (await downloading).path(), 'utf8');
}
