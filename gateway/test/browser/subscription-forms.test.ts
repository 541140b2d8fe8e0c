import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

const shownDay = (day: string) => day.split('-').reverse().join('/');

test('a merchant creates a subscription by the form and gets its code', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/assinaturas`);
  await page.getByRole('button', { name: 'Nova assinatura' }).click();
  const form = page.getByRole('dialog', { name: 'Nova assinatura' });
  await form.getByLabel('Nome do pagador').fill('Rita Lee');
  await form.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  await form.getByLabel('E-mail do pagador').fill('rita@casa.example');
  await form.getByLabel('O que se paga').fill('Plano ouro');
  await form.getByLabel('Número do contrato').fill('contrato-1');
  await form.getByLabel('Valor de cada cobrança').fill('49,90');
  await form.getByRole('button', { name: 'Criar assinatura' }).click();
  await form.getByText('Escolha o primeiro vencimento').waitFor();
  await form.getByLabel('Primeiro vencimento').fill('2026-01-15');
  await form.getByText(/^Deve ser de /).waitFor();
  await form.getByLabel('Primeiro vencimento').fill(SUBSCRIPTION.first_due_on);
  await form.getByText('Primeiros vencimentos').waitFor();
  await form.getByLabel('Depois de pagar um Pix').check();
  await form.getByLabel('Valor do primeiro pagamento').fill('10,00');
  await form.getByRole('button', { name: 'Adicionar lojista ao split' }).waitFor();
  await assertOnDeskAndPhone(page, 'formulário de assinatura', assertAccessible);
  await form.getByRole('button', { name: 'Criar assinatura' }).click();
  await page.getByRole('heading', { name: 'Plano ouro' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const made = await client.read(id);
  assert.deepEqual([made.amount, made.journey, made.reference], [4_990, 'offer', 'contrato-1']);
  const { body: first } = await client.call('GET', `/v1/transactions/${made.first_transaction_id}`);
  assert.equal(first.amount, 1_000);
  assert.equal(Object(made.payer).email, 'rita@casa.example');
  await page.getByText('rita@casa.example').waitFor();
  await page.getByText(String(made.authorization.code)).waitFor();
  await page.getByLabel('QR code para autorizar a assinatura').waitFor();
  await page.close();
});

test('a refused field of the form says why at the field', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/assinaturas`);
  await page.getByRole('button', { name: 'Nova assinatura' }).click();
  const form = page.getByRole('dialog', { name: 'Nova assinatura' });
  await form.getByLabel('Nome do pagador').fill('Rita Lee');
  await form.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  await form.getByLabel('O que se paga').fill('Plano ouro');
  await form.getByLabel('Número do contrato').fill('contrato-7');
  await form.getByText('Valor variável', { exact: true }).click();
  await form.getByLabel('Menor valor de uma cobrança').fill('20,00');
  await form.getByLabel('Primeiro vencimento').fill(SUBSCRIPTION.first_due_on);
  await form.getByLabel('No aplicativo do banco, sem código').check();
  await form.getByLabel('Banco do pagador (ISPB)').fill('123');
  await form.getByLabel('Conta', { exact: true }).fill('4567');
  await form.getByRole('button', { name: 'Criar assinatura' }).click();
  const bank = form.getByLabel('Banco do pagador (ISPB)');
  await page.waitForFunction(
    (element) => element?.getAttribute('aria-invalid') === 'true',
    await bank.elementHandle(),
  );
  await bank.fill('60746948');
  await form.getByRole('button', { name: 'Criar assinatura' }).click();
  await page.getByRole('heading', { name: 'Plano ouro' }).waitFor();
  await page.getByText('A partir de').waitFor();
  await page.close();
});

test('a member creates the charge of a variable subscription on its page', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const variable = await client.create({ amount: null, min_amount: 2_000 });
  const { internal_id: id } = await client.authorize(variable.internal_id);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const form = page.getByRole('dialog', { name: 'Criar cobrança' });
  await form.getByLabel('Valor').fill('15,00');
  await form.getByLabel('Vencimento').fill(SUBSCRIPTION.first_due_on);
  await form.getByRole('button', { name: 'Criar cobrança' }).click();
  await form.getByText('O valor é menor do que o mínimo da assinatura.', { exact: true }).waitFor();
  assert.equal(await form.getByRole('alert').count(), 0);
  await form.getByLabel('Valor').fill('31,50');
  await assertAccessible(page, 'formulário de cobrança de assinatura');
  await form.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByText('Cobrança criada').waitFor();
  const [cycle] = await client.cycles(id);
  assert.equal(cycle?.amount, 3_150);
  await page.getByText(shownDay(cycle.due_on)).first().waitFor();
  await page.close();
});
