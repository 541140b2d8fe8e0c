import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertAccessibleInBoth,
  CODE,
  continueSession,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { sendSheet } from '../support/send-sheet.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

async function openMember() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  return { merchant, session, page };
}

test('a member saves a beneficiary with a limit and pays to it without typing the key', async () => {
  const { session, page, merchant } = await openMember();
  await page.goto(`${gateway.url}/painel/favorecidos`);
  await page.getByRole('button', { name: 'Salvar favorecido' }).click();
  const form = page.getByRole('dialog', { name: 'Salvar favorecido' });
  await form.getByLabel('Tipo da chave').selectOption('email');
  await form.getByLabel('Chave Pix', { exact: true }).fill('joao@exemplo.com.br');
  await form.getByLabel('Nome do favorecido').fill('João Souza');
  await form.getByLabel('CPF ou CNPJ do favorecido').fill('529.982.247-25');
  await form.getByLabel('Limite por saque').fill('2000');
  await form.getByLabel(CODE).fill(await session.code());
  await assertAccessible(page, 'salvar favorecido');
  await form.getByRole('button', { name: 'Salvar' }).click();
  const saved = page.getByRole('row', { name: /João Souza.*joao@exemplo\.com\.br.*20,00/ });
  await saved.getByRole('button', { name: 'Alterar' }).click();
  await page.getByRole('dialog', { name: /João Souza/ }).waitFor();
  await assertAccessible(page, 'alterar favorecido');
  await page.goto(`${gateway.url}/painel/saques`);
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  const payout = page.getByRole('dialog');
  await payout.getByLabel('Valor').fill('1500');
  await payout.getByRole('combobox', { name: 'Favorecido' }).click();
  await page.getByRole('option', { name: /João Souza/ }).click();
  assert.equal(await payout.getByLabel('Nome do favorecido').count(), 0);
  await assertAccessible(page, 'novo saque a um favorecido');
  await payout.getByRole('button', { name: 'Revisar' }).click();
  await payout.getByText('joao@exemplo.com.br').waitFor();
  await payout.getByLabel(CODE).fill(await session.code());
  await payout.getByRole('button', { name: 'Enviar Pix' }).click();
  await page.getByRole('row', { name: /João Souza.*15,00/ }).waitFor();
  const rows = await gateway.sql(
    'select pix_key, beneficiary_id is not null as is_saved from payouts where merchant_id = $1',
    [merchant.merchantId],
  );
  assert.deepEqual(rows, [{ pix_key: 'joao@exemplo.com.br', is_saved: true }]);
  await page.close();
});

test('a typed key offers its saved beneficiary, and one button takes the whole balance', async () => {
  const { session, page } = await openMember();
  const beneficiary = { name: 'João Souza', document: '52998224725' };
  const saved = await session.call('POST', '/api/panel/test/beneficiaries', {
    body: {
      pix_key: 'joao@exemplo.com.br',
      pix_key_type: 'email',
      per_payout: null,
      per_day: null,
      beneficiary,
      code: await session.code(),
    },
  });
  assert.equal(saved.status, 201, saved.text);
  await page.goto(`${gateway.url}/painel/saques`);
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  const form = page.getByRole('dialog', { name: 'Novo saque' });
  await form.getByRole('button', { name: 'Usar todo o saldo' }).click();
  const { body } = await session.call<{ balance: { available: number } }>(
    'GET',
    '/api/panel/test/overview',
  );
  const amount = Number((await form.getByLabel('Valor').inputValue()).replaceAll(/\D/g, ''));
  assert.ok(amount > 0 && amount <= body.balance.available);
  await form.getByLabel('Chave Pix', { exact: true }).fill('joao@exemplo.com.br');
  await form.getByText('Reconhecida como E-mail.').waitFor();
  await form.getByRole('button', { name: 'Usar o favorecido salvo: João Souza' }).click();
  assert.equal(await form.getByLabel('Nome do favorecido').count(), 0);
  await assertAccessibleInBoth(page, 'novo saque ao favorecido salvo');
  await form.getByRole('button', { name: 'Revisar' }).click();
  await page.getByRole('row', { name: /^Saldo após o saque\s*R\$\s0,00/ }).waitFor();
  await page.close();
});

test('a member uploads a file with errors, corrects it, and confirms all payouts once', async () => {
  const { session, page } = await openMember();
  await page.goto(`${gateway.url}/painel/saques-em-lote`);
  await page.getByText('Nenhum lote ainda').waitFor();
  const header = 'favorecido;documento;tipo da chave;chave;valor;descrição';
  const send = (...lines: string[]) =>
    sendSheet(page, 'folha.csv', Buffer.from([header, ...lines].join('\n'), 'latin1'));
  await send(
    'Ana Lima;529.982.247-25;e-mail;ana@exemplo.com.br;10,00;Comissão',
    'Bruno Sá;529.982.247-25;celular;123;1.234;',
  );
  await page.getByText('1 linha com erro').waitFor();
  await page.getByText('Informe um telefone com DDD').waitFor();
  await page.getByText('Valor não reconhecido.').waitFor();
  await page.getByText('Comissão').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Confirmar lote' }).count(), 0);
  await assertAccessibleInBoth(page, 'lote com erros');
  await page.getByRole('link', { name: 'Saques em lote' }).last().click();
  await send(
    'Ana Lima;529.982.247-25;e-mail;ana@exemplo.com.br;10,00;Comissão',
    'Bruno Sá;529.982.247-25;celular;(11) 98765-4321;12,34;',
  );
  await page.getByRole('button', { name: 'Confirmar lote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmar lote' });
  await dialog.getByText(/2 saques, no total de R\$\s22,34/).waitFor();
  await dialog.getByLabel(CODE).fill(await session.code());
  await assertAccessible(page, 'confirmar lote');
  await dialog.getByRole('button', { name: 'Confirmar lote' }).click();
  await page.getByText('Lote confirmado.').waitFor();
  await page.getByRole('link', { name: 'Baixar resultado' }).waitFor();
  await page
    .getByRole('row', { name: /Bruno Sá.*12,34/ })
    .getByRole('link')
    .waitFor();
  await assertAccessible(page, 'lote confirmado');
  await page.close();
});
