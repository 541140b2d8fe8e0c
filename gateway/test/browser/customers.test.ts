import { after, test } from 'node:test';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import { addressDigest } from '#src/messages/payer-mails/payer-address.ts';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

const MARIA = { name: 'Maria Conceição', document: '12345678909', email: 'maria@casa.example' };
const OTHER = { name: 'Rosa Prado', document: '98765432100' };

test('one search says whether Maria paid, and she is charged again', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, amount: 12_300, payer: MARIA });
  await receivePayment(gateway, keys, { ...CHARGE, payer: OTHER });
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/clientes`);
  await page.getByRole('searchbox', { name: 'Buscar cliente' }).fill('concei');
  await page.getByText('Rosa Prado').waitFor({ state: 'detached' });
  await assertOnDeskAndPhone(page, 'clientes', assertFitsWidth, assertAccessibleInBoth);
  await page.getByRole('link', { name: MARIA.name }).click();
  await page.getByRole('heading', { name: MARIA.name, level: 1 }).waitFor();
  await page.locator('.stat-card', { hasText: 'Pagou' }).getByText('R$ 123,00').waitFor();
  // A phone shows the receipt on the page of the charge only.
  await page.getByRole('link', { name: 'Comprovante' }).waitFor();
  await assertOnDeskAndPhone(page, 'cliente', assertFitsWidth, assertAccessibleInBoth);

  await page.getByLabel('Nova anotação').fill('Prefere o WhatsApp.');
  await page.getByRole('button', { name: 'Anotar' }).click();
  await page.getByText('Prefere o WhatsApp.').last().waitFor();
  await page.getByRole('button', { name: 'Cobrar de novo' }).click();
  await page.getByLabel('Valor', { exact: true }).fill('4500');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const made = page.getByRole('dialog', { name: 'Cobrança criada' });
  await made.getByRole('img', { name: 'QR code para pagar R$ 45,00 por Pix' }).waitFor();
  await made.getByRole('button', { name: 'Fechar' }).click();
  await page.locator('.stat-card', { hasText: 'Em aberto' }).getByText('R$ 45,00').waitFor();
  await page.close();
});

test('an owner erases a customer, whose payment stays in the list without the name', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const paid = await receivePayment(gateway, keys, { ...CHARGE, payer: MARIA });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/transacoes/${paid.internal_id}`);
  await page.getByRole('link', { name: MARIA.name }).click();
  await page.getByRole('button', { name: 'Apagar os dados' }).click();
  await page.getByRole('button', { name: 'Apagar para sempre' }).click();
  await page.getByText('Nenhum cliente ainda').waitFor();
  await page.goto(`${gateway.url}/painel/transacoes`);
  await page.getByText('Dados apagados (LGPD)').first().waitFor();
  await page.goto(`${gateway.url}/painel/auditoria`);
  await page.getByText('Apagou os dados de um cliente').first().waitFor();
  await page.close();
});

test('a customer with an open charge is kept, and the page says why', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: { ...CHARGE, payer: MARIA } });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/clientes`);
  await page.getByRole('link', { name: MARIA.name }).click();
  await page.getByRole('button', { name: 'Apagar os dados' }).click();
  await page.getByRole('button', { name: 'Apagar para sempre' }).click();
  await page.getByText('o cliente tem cobrança ou assinatura em aberto').waitFor();
  await page.getByRole('heading', { name: MARIA.name, level: 1 }).waitFor();
  await page.close();
});

test('the search of the panel leads to a customer', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, payer: MARIA });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  await page.getByRole('button', { name: /^Buscar/ }).waitFor();
  await page.keyboard.press('Control+k');
  const field = { name: 'Buscar páginas, ações, clientes e transações' };
  await page.getByRole('combobox', field).fill('maria');
  await page.getByRole('option', { name: /Maria Conceição.*Cliente/ }).click();
  await page.getByRole('heading', { name: MARIA.name, level: 1 }).waitFor();
  await page.close();
});

test('the address of a customer that was refused is released', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, payer: MARIA });
  const { database, secretBox } = gateway.appContext;
  const { merchantId } = merchant;
  const digest = addressDigest(await readReceiptKey(database, secretBox), merchantId, MARIA.email);
  await gateway.sql(
    `insert into payer_mail_stops (merchant_id, address_digest, reason, stopped_at)
      values ($1, $2, 'refused', now())`,
    [merchantId, digest],
  );
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/clientes`);
  await page.getByRole('link', { name: MARIA.name }).click();
  const stop = page.getByText('O servidor de e-mail recusou este endereço');
  await stop.waitFor();
  await assertOnDeskAndPhone(page, 'endereço recusado', assertFitsWidth, assertAccessibleInBoth);
  await page.getByRole('button', { name: 'Liberar o endereço' }).click();
  const question = page.getByRole('dialog', { name: 'Liberar o endereço' });
  await question.getByText(MARIA.email).waitFor();
  await question.getByRole('button', { name: 'Liberar o endereço' }).click();
  await page.getByText('Endereço liberado.').waitFor();
  await stop.waitFor({ state: 'detached' });
  await page.close();
});
