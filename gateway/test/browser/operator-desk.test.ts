import { after, test } from 'node:test';
import {
  assertAccessible,
  CODE,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('an operator sets fees and limits, suspends and reinstates a merchant, and the audit log records it', async () => {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser);
  const operator = await signInOperator(gateway);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/lojistas`);
  await page.getByRole('searchbox').fill(username);
  await page.getByRole('cell', { name: username }).first().click();
  await page.getByRole('heading', { name: merchant.name }).waitFor();

  await page.getByRole('button', { name: 'Alterar tarifas' }).click();
  await page.getByLabel('Por cobrança, parte fixa').fill('35');
  await assertAccessible(page, 'tarifas');
  await page.getByRole('dialog').getByRole('button', { name: 'Alterar tarifas' }).click();
  await page.getByText('Tarifas alteradas.').waitFor();

  await page.getByRole('button', { name: 'Alterar limite', exact: true }).click();
  await page.getByLabel('Requisições por minuto').fill('7');
  await assertAccessible(page, 'limite da chave');
  await page.getByRole('dialog').getByRole('button', { name: 'Alterar limite' }).click();
  await page.getByText('Limite alterado.').waitFor();

  await page.getByRole('button', { name: 'Suspender' }).click();
  await page.getByLabel('Motivo').fill('Reclamações de clientes.');
  await assertAccessible(page, 'suspensão');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click();
  await page.getByText('Reclamações de clientes.').waitFor();

  const shop = await openPage(browser);
  await continueSession(shop, gateway.url, await signIn(gateway, merchant));
  await openLoaded(shop, `${gateway.url}/painel`);
  await shop.getByText('Conta suspensa').waitFor();
  const refused = await gateway.call('GET', '/v1/balance', { keys });
  if (refused.body.code !== 'account_suspended') throw new Error(refused.text);

  await page.getByRole('button', { name: 'Reativar' }).click();
  await page.getByLabel(CODE).fill(await operator.code());
  await page.getByRole('dialog').getByRole('button', { name: 'Reativar' }).click();
  await page.getByText('Conta reativada.').waitFor();

  await page.getByRole('link', { name: 'Auditoria' }).click();
  await page.getByRole('combobox', { name: 'Lojista' }).fill(merchant.name);
  await page.getByRole('option', { name: new RegExp(`@${username}`) }).click();
  await page.getByRole('row', { name: /Reativou a conta/ }).waitFor();
  await page.getByRole('row', { name: /motivo: Reclamações de clientes/ }).waitFor();
  await page.getByRole('row', { name: /Alterou as tarifas.*parte fixa: R\$ 0,35/ }).waitFor();
  await page.close();
  await shop.close();
});

test('an operator delays the settlement of a merchant, who sees what waits for which day', async () => {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser);
  const operator = await signInOperator(gateway);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/lojistas/${username}`);
  await page.getByRole('button', { name: 'Alterar liquidação' }).click();
  await page.getByLabel('Dias até a liquidação').fill('2');
  await page.getByLabel('Contar só dias úteis bancários').check();
  await page.getByLabel('Reserva sobre cada pagamento').fill('5');
  await page.getByLabel('Dias corridos da reserva').fill('30');
  await page.getByLabel(CODE).fill(await operator.code());
  await assertAccessible(page, 'liquidação');
  await page.getByRole('dialog').getByRole('button', { name: 'Alterar liquidação' }).click();
  await page.getByText('Liquidação alterada.').waitFor();
  await page.getByText('2 dias úteis após o pagamento').waitFor();
  await page.close();

  await receivePayment(gateway, keys);
  const shop = await openPage(browser);
  await continueSession(shop, gateway.url, await signIn(gateway, merchant));
  await openLoaded(shop, `${gateway.url}/painel`);
  await shop.getByText('A liquidar').waitFor();
  await shop.getByText('5 % de cada pagamento por 30 dias').waitFor();
  await shop.getByText('Próximas liquidações').waitFor();
  await assertAccessible(shop, 'saldo a liquidar');
  await shop.close();
});

test('an operator with a second factor starts a ledger verification', async () => {
  const page = await openPage(browser);
  const careless = await signInOperator(gateway, { hasSecondFactor: false });
  await continueSession(page, gateway.url, careless);
  await openLoaded(page, `${gateway.url}/operador/livro`);
  await page.getByText('Ative a verificação em duas etapas').waitFor();
  await page.getByRole('button', { name: 'Verificar agora' }).click();
  await page.getByText('Ative a verificação em duas etapas para').waitFor();
  await page.close();

  const desk = await openPage(browser);
  await continueSession(desk, gateway.url, await signInOperator(gateway));
  await openLoaded(desk, `${gateway.url}/operador/livro`);
  await desk.getByRole('button', { name: 'Verificar agora' }).click();
  const asked = desk.getByRole('row', { name: /Sob demanda/ });
  await asked.getByText('Tudo certo').waitFor();
  await asked.click();
  await desk.getByRole('cell', { name: 'Cada lançamento soma zero' }).waitFor();
  await assertAccessible(desk, 'conferência');
  await desk.close();
});

test('an operator reads the revenue, notes a call, sees the merchant’s panel, and drops failed work', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const page = await openPage(browser);
  const operator = await signInOperator(gateway);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/receita`);
  await page.getByText('Teste', { exact: true }).click();
  await page.getByRole('link', { name: merchant.name }).waitFor();

  await page.getByRole('link', { name: merchant.name }).click();
  await page.getByLabel('Nova anotação').fill('Ligou sobre o limite.');
  await page.getByRole('button', { name: 'Anotar' }).click();
  await page.getByText('Ligou sobre o limite.').waitFor();

  await page.getByRole('button', { name: 'Ver como o lojista' }).click();
  await page.getByText(`Você vê a conta de ${merchant.name} como o lojista a vê`).waitFor();
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  await page.getByText('R$ 98,02').first().waitFor();
  await assertAccessible(page, 'visita');
  await page.getByRole('button', { name: 'Encerrar a visita' }).click();
  await page.getByRole('heading', { name: 'Lojistas' }).waitFor();

  await gateway.sql(
    `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
      values ('refund', $1, 3, 'bad row', now(), now() + interval '1 hour')`,
    [merchant.merchantId],
  );
  await page.getByRole('link', { name: 'Saúde' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  const dialog = page.getByRole('dialog', { name: /./ });
  await dialog.waitFor();
  await assertAccessible(page, 'drop of failed work');
  await dialog.getByLabel('Motivo').fill('Combinado com o lojista.');
  await dialog.getByLabel(CODE).fill(await operator.code());
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('Descartado: Combinado com o lojista.').waitFor();
  await page.close();
});
