import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  CODE,
  continueSession,
  logInByForm,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import { untilFocused } from '../support/keyboard.ts';
import { COMPANY, PERSON, signUpMerchant, submitKyc } from '../support/kyc.ts';
import { addDocuments, fillIn } from '../support/kyc-form.ts';
import { PASSWORD, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);

async function openAs(email: string, path: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(browser, options);
  if (email === operator.email) await continueSession(page, gateway.url, operator);
  else await logInByForm(page, gateway.url, { email, password: PASSWORD });
  await page.goto(gateway.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function reject(desk: Page, username: string) {
  await desk.getByText(`@${username}`).click();
  await desk.getByRole('heading', { name: PERSON.legal_name }).waitFor();
  await desk.getByRole('tab', { name: 'Comprovante de endereço' }).click();
  await desk.getByTitle('PDF: conta.pdf').waitFor();
  await desk.getByRole('button', { name: 'Rejeitar' }).click();
  await desk.getByRole('button', { name: /O endereço informado/ }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Rejeitar' }).click();
  await desk.getByText('Cadastro rejeitado. O lojista foi avisado.').waitFor();
}

test('a person sends the KYC application, is rejected, corrects it, and is approved', async () => {
  const { session, username } = await signUpMerchant(gateway);
  const page = await openAs(session.email, '/painel/cadastro');
  await fillIn(page);
  await addDocuments(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('529.982.247-25').waitFor();
  await page.getByRole('button', { name: 'Enviar para análise' }).click();
  await page.getByText('Cadastro em análise').waitFor();

  const desk = await openAs(operator.email, '/operador/cadastros');
  await reject(desk, username);

  await page.reload();
  await page.getByText('O endereço informado é diferente do endereço do comprovante.').waitFor();
  await page.getByRole('button', { name: 'Corrigir e reenviar' }).click();
  await page.getByText('Ajustes pedidos na última análise').waitFor();
  await page.getByRole('button', { name: 'Revisão e envio' }).click();
  await page.getByRole('button', { name: 'Enviar para análise' }).click();
  await page.getByText('Cadastro em análise').waitFor();

  await desk.reload();
  await desk.getByText(`@${username}`).click();
  await desk.getByText('Envio 2').waitFor();
  await desk.getByRole('button', { name: 'Aprovar' }).click();
  await desk.getByLabel(CODE).fill(await operator.code());
  await desk.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
  await desk.getByText('Cadastro aprovado.').waitFor();
  await page.reload();
  await page.getByText('Sua conta está pronta para receber').waitFor();
  await page.close();
  await desk.close();
});

test('a step that is not complete says what is missing, and the first of it has the focus', async () => {
  const { session } = await signUpMerchant(gateway);
  const page = await openAs(session.email, '/painel/cadastro');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await untilFocused(page, 'Nome completo');
  await page.getByText('Informe este dado').first().waitFor();
  await session.call('PUT', '/api/panel/kyc', { body: PERSON });
  await page.reload();
  await page.getByRole('button', { name: 'Continuar' }).click();
  const missing = page.getByText('Envie este documento');
  await missing.first().waitFor();
  assert.equal(await missing.count(), 4);
  await untilFocused(page, 'Escolher arquivo para Documento de identidade: frente');
  await assertAccessibleInBoth(page, 'missing documents');
  await page.close();
});

test('a file that is too large or of another type is refused in the upload field', async () => {
  const { session } = await signUpMerchant(gateway);
  await session.call('PUT', '/api/panel/kyc', { body: PERSON });
  const page = await openAs(session.email, '/painel/cadastro');
  await page.getByRole('button', { name: /^.? ?Documentos$/ }).click();
  const choosing = page.waitForEvent('filechooser');
  const button = page.getByRole('button', { name: 'Escolher arquivo para Selfie com o documento' });
  await button.press('Enter');
  const chooser = await choosing;
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await chooser.setFiles({ name: 'grande.png', mimeType: 'image/png', buffer: large });
  await page.getByText('grande.png tem mais de 5 MB. Envie um arquivo menor.').waitFor();
  await chooser.setFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await page.getByText('nota.txt não é um PDF, JPG ou PNG. Envie em um desses formatos.').waitFor();
  const buffer = Buffer.from('isto não é um png');
  await chooser.setFiles({ name: 'falso.png', mimeType: 'image/png', buffer });
  await page.getByText('O arquivo não é um PDF, JPG ou PNG, ou está corrompido.').waitFor();
  await page.close();
});

test('the KYC pages are accessible in light and in dark, and fit a phone', async () => {
  const { session } = await signUpMerchant(gateway);
  await session.call('PUT', '/api/panel/kyc', { body: COMPANY });
  const options = { viewport: PHONE };
  const page = await openAs(session.email, '/painel/cadastro', options);
  for (const step of ['Identificação', 'Endereço', 'Documentos', 'Revisão e envio']) {
    await page.getByRole('button', { name: new RegExp(`^.? ?${step}$`) }).click();
    await page.locator('p', { hasText: step }).filter({ visible: true }).first().waitFor();
    await assertAccessibleInBoth(page, step);
    await assertFitsWidth(page, step);
  }
  await page.close();
  const company = await signUpMerchant(gateway);
  const kinds = ['company_contract', 'identity_front', 'identity_back', 'proof_of_address'];
  await submitKyc(gateway, company.session, COMPANY, kinds);
  const desk = await openAs(operator.email, '/operador/cadastros', options);
  await desk.getByText(`@${company.username}`).waitFor();
  await assertAccessibleInBoth(desk, 'queue');
  await assertFitsWidth(desk, 'queue');
  await desk.getByText(`@${company.username}`).click();
  await desk.getByRole('heading', { name: 'Doceria da Ana Ltda.' }).waitFor();
  await assertAccessibleInBoth(desk, 'review');
  await assertFitsWidth(desk, 'review');
  await desk.getByRole('button', { name: 'Rejeitar' }).click();
  await desk.getByRole('dialog').waitFor();
  // During the fade-in the transparent dialog has no contrast.
  await desk.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
  await assertAccessibleInBoth(desk, 'rejection');
  await desk.close();
});
