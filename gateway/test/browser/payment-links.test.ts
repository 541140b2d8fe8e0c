import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  continueSession,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const PHONE = { width: 360, height: 640 };
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a merchant creates a product and a link in the panel, a payer pays by it on a phone, and the panel counts it', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await createProduct(page);
  await page.goto(`${gateway.url}/painel/links`);
  await page.getByText('Nenhum link ainda').waitFor();
  await page.getByRole('button', { name: 'Novo link' }).first().click();
  await page.getByLabel('Título').fill('Oficina de cerâmica');
  await page.getByRole('radio', { name: 'Preço de um produto' }).check();
  await page.getByLabel('Produto', { exact: true }).selectOption('Caneca (R$\u00a099,90)');
  await page.getByLabel('Estoque').fill('2');
  await assertAccessibleInBoth(page, 'novo link');
  await page.getByRole('button', { name: 'Criar link' }).click();
  await page.getByRole('heading', { name: 'Oficina de cerâmica' }).waitFor();
  await page.getByText('0 de 2').waitFor();
  await assertAccessibleInBoth(page, 'link');
  const address = await page
    .getByRole('link', { name: 'Abrir página do link' })
    .getAttribute('href');

  const phone = await openPage(browser, { viewport: PHONE });
  await phone.goto(address ?? '');
  await phone.getByRole('img', { name: 'Caneca' }).waitFor();
  await leaveEmpty(phone);
  await phone.getByLabel('Seu nome completo').fill('Maria Silva');
  await phone.getByLabel('Seu CPF ou CNPJ').fill('123');
  await assertFitsWidth(phone, 'link no telefone');
  await phone.getByRole('button', { name: 'Continuar para o Pix' }).click();
  await phone.getByText('Informe um CPF ou CNPJ válido.').waitFor();
  await assertAccessibleInBoth(phone, 'link com erro');
  const charge = await correctAndComeBack(phone);
  await phone.goto(charge);

  await page.goto(phone.url().replace('/pagar/', '/painel/transacoes/'));
  await page.getByRole('link', { name: 'Ver link' }).waitFor();
  await page.getByRole('button', { name: 'Simular pagamento' }).click();
  await page.getByText('Cobrança paga').waitFor();
  await phone.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await page.getByRole('link', { name: 'Ver link' }).click();
  await page.getByText('1 de 2').waitFor();
  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByText('Pausado', { exact: true }).waitFor();
  await phone.goto(address ?? '');
  await phone.getByText('Este link não aceita mais pagamentos').waitFor();
  await Promise.all([page.close(), phone.close()]);
});

/** Sends the form empty: it shows all its faults in our words, each until it is corrected. */
async function leaveEmpty(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Continuar para o Pix' }).click();
  const fault = phone.getByText('Informe o seu nome.');
  await fault.waitFor();
  await phone.getByText('Informe um CPF ou CNPJ válido.').waitFor();
  const name = phone.getByLabel('Seu nome completo');
  assert.equal(await name.evaluate((field) => field === document.activeElement), true);
  await name.press('M');
  await fault.waitFor({ state: 'detached' });
  assert.equal(await name.getAttribute('aria-invalid'), null);
}

/** Corrects the form, and goes back from the charge to the link, which asks nothing again. */
async function correctAndComeBack(phone: Page): Promise<string> {
  const document = phone.getByLabel('Seu CPF ou CNPJ');
  await document.fill('');
  assert.equal(await document.getAttribute('inputmode'), 'numeric');
  await document.pressSequentially('12abc34501de35');
  assert.equal(await document.inputValue(), '12.ABC.345/01DE-35');
  await document.fill('');
  await document.pressSequentially('12345678909');
  assert.equal(await document.inputValue(), '123.456.789-09');
  await phone.getByRole('button', { name: 'Continuar para o Pix' }).click();
  await phone.waitForURL(/\/pagar\//);
  const charge = phone.url();
  await phone.goBack();
  await phone.getByRole('heading', { name: 'Oficina de cerâmica' }).waitFor();
  assert.equal(await document.inputValue(), '');
  return charge;
}

async function createProduct(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/painel/produtos`);
  await page.getByText('Nenhum produto ainda').waitFor();
  await page.getByRole('button', { name: 'Novo produto' }).first().click();
  await page.getByLabel('Nome').fill('Caneca');
  await page.getByLabel('Preço').pressSequentially('9990');
  const buffer = PNG.sync.write(new PNG({ width: 60, height: 40 }));
  const image = { name: 'caneca.png', mimeType: 'image/png', buffer };
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Imagem' }).click();
  await (await chooser).setFiles(image);
  await assertAccessibleInBoth(page, 'novo produto');
  await page.getByRole('button', { name: 'Criar produto' }).click();
  await page.getByRole('row', { name: /Caneca.*R\$ 99,90/ }).waitFor();
  await assertAccessibleInBoth(page, 'produtos');
}
