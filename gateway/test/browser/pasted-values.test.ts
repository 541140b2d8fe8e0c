import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertAccessibleInBoth,
  continueSession,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
await receivePayment(gateway, keys);
const session = await signIn(gateway, merchant);

/** Pastes with the browser's clipboard and the keyboard. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByLabel(label, { exact: true }).press('ControlOrMeta+v');
}

async function openPayouts(): Promise<Page> {
  const page = await openPage(browser);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/saques`);
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  await page.getByRole('dialog').getByLabel('Valor').waitFor();
  return page;
}

test('a pasted amount is read, an ambiguous one is refused, and typed digits are centavos', async () => {
  const page = await openPayouts();
  const amount = page.getByRole('dialog').getByLabel('Valor');
  const shown = async () => (await amount.inputValue()).replaceAll('\u00a0', ' ');
  for (const [text, reais] of [
    ['99,9', 'R$ 99,90'],
    ['1500.5', 'R$ 1.500,50'],
    ['R$ 1.234,56', 'R$ 1.234,56'],
    ['1,234.56', 'R$ 1.234,56'],
  ] as const) {
    await paste(page, 'Valor', text);
    assert.equal(await shown(), reais, text);
  }
  await paste(page, 'Valor', '1.500');
  await page.getByText('“1.500” pode ter dois sentidos.').waitFor();
  assert.equal(await shown(), 'R$ 1.234,56');
  await assertAccessibleInBoth(page, 'valor de dois sentidos');
  await page.getByRole('button', { name: /^R\$\s1\.500,00\?$/ }).click();
  assert.equal(await shown(), 'R$ 1.500,00');
  await paste(page, 'Valor', '1,5.0');
  await page.getByText('Não foi possível ler “1,5.0” como valor.').waitFor();
  await amount.fill('');
  await amount.pressSequentially('9990');
  assert.equal(await shown(), 'R$ 99,90');
  assert.equal(await page.getByText('Não foi possível ler').count(), 0);
  await page.close();
});

test('a Pix key finds its type, which can be changed; a wrong one is refused before the review', async () => {
  const page = await openPayouts();
  const type = page.getByLabel('Tipo da chave');
  const key = page.getByLabel('Chave Pix', { exact: true });
  await page.getByRole('dialog').getByLabel('Valor').fill('1000');
  await page.getByLabel('Nome do favorecido').fill('Ana Souza');
  await page.getByLabel('CPF ou CNPJ do favorecido').fill('529.982.247-25');
  await key.fill('ana@doceria.com.br');
  assert.equal(await type.inputValue(), 'email');
  await type.selectOption('cpf');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page
    .getByText('Informe um CPF válido. A chave parece ser de outro tipo: E-mail. Confira o tipo.')
    .waitFor();
  await assertAccessible(page, 'chave recusada');
  for (const [text, value, words] of [
    ['ana@doceria.com.br', 'email', 'Reconhecida como E-mail.'],
    ['(11) 98765-4321', 'phone', 'Reconhecida como Celular.'],
    ['529.982.247-25', 'cpf', 'Reconhecida como CPF.'],
    ['11.222.333/0001-81', 'cnpj', 'Reconhecida como CNPJ.'],
    ['123E4567-e89b-42d3-a456-426614174000', 'random', 'Reconhecida como Chave aleatória.'],
  ] as const) {
    await key.fill('');
    await paste(page, 'Chave Pix', text);
    await page.getByText(words).waitFor();
    assert.equal(await type.inputValue(), value);
  }
  await page.getByLabel('CPF ou CNPJ do favorecido').fill('529');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByText('Informe um CPF ou CNPJ válido.').waitFor();
  await page.getByLabel('CPF ou CNPJ do favorecido').fill('52998224725');
  await key.fill('');
  await paste(page, 'Chave Pix', '+55 (11) 98765-4321');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByRole('row', { name: 'Celular +55 (11) 98765-4321' }).waitFor();
  await page.close();
});

test('a pasted percentage keeps its decimals with a comma or a point', async () => {
  const page = await openPage(browser);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes`);
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByRole('button', { name: 'Adicionar lojista ao split' }).click();
  const label = 'Percentual';
  const share = page.getByLabel(label, { exact: true });
  for (const text of ['5.5', '5,5', '5,5 %']) {
    await share.fill('');
    await paste(page, label, text);
    assert.equal(await share.inputValue(), '5,5 %', text);
  }
  await share.fill('');
  await share.pressSequentially('5.5');
  assert.equal(await share.inputValue(), '5,5 %');
  await paste(page, label, '5,555');
  await page.getByText('Não foi possível ler “5,555” como percentual.').waitFor();
  await page.close();
});
