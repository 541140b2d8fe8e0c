import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { sendSheet } from '../support/send-sheet.ts';

const HEADER = 'favorecido;documento;tipo da chave;chave;valor;referência';
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

/** A file of 30 lines, of which two can't be paid. */
function fileOf(twelfth: string, thirtieth: string): string {
  const lines = [...Array(30)].map((_, index) => {
    const key = index === 29 ? thirtieth : `p${index + 1}@exemplo.com.br`;
    const amount = index === 11 ? twelfth : '1,00';
    return `Pessoa ${index + 1};529.982.247-25;e-mail;${key};${amount};ref-${index + 1}`;
  });
  return [HEADER, ...lines].join('\n');
}

test('errors of a batch come first and are corrected', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/saques-em-lote`);
  await sendSheet(page, 'folha.csv', Buffer.from(fileOf('1.234', 'sem-arroba')));
  await page.getByText('2 linhas com erro').waitFor();
  await page.getByText('Sem 1 linha cujo valor não foi lido.').waitFor();
  const rows = page.getByRole('row', { name: /Pessoa/ });
  assert.equal(await rows.count(), 30);
  assert.match(await rows.nth(0).innerText(), /Pessoa 12\b/);
  assert.match(await rows.nth(1).innerText(), /Pessoa 30\b/);
  await page.getByRole('switch', { name: 'Só linhas com erro' }).click();
  await page.getByRole('row', { name: /Pessoa 1\b/ }).waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 2);
  await assertOnDeskAndPhone(page, 'lote com erros', assertFitsWidth, assertAccessibleInBoth);

  await page.getByRole('button', { name: 'Corrigir a linha 13' }).click();
  const form = page.getByRole('dialog', { name: 'Corrigir a linha 13' });
  assert.equal(await form.getByLabel('Valor').inputValue(), '1.234');
  await form.getByText('Valor não reconhecido').waitFor();
  await form.getByLabel('Valor').fill('abc');
  await form.getByRole('button', { name: 'Conferir de novo' }).click();
  await form.getByText('Valor não reconhecido').waitFor();
  await assertOnDeskAndPhone(page, 'corrigir linha', assertFitsWidth, assertAccessibleInBoth);
  await form.getByLabel('Valor').fill('12,34');
  await form.getByRole('button', { name: 'Conferir de novo' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('1 linha com erro').waitFor();
  const before = page.url();
  await sendSheet(page, 'folha-certa.csv', Buffer.from(fileOf('12,34', 'p30@exemplo.com.br')));
  await page.getByRole('heading', { name: 'folha-certa.csv' }).waitFor();
  await page.getByRole('button', { name: 'Confirmar lote' }).waitFor();
  assert.notEqual(page.url(), before);
  await page.goto(before);
  await page.getByText('Lote de saques não encontrado').waitFor();
  await page.close();
});
