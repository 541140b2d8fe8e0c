import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { runDueSubscriptions } from '#src/subscriptions/due-subscriptions.ts';
import {
  assertAccessible,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
  PHONE,
  resize,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const browser = await openBrowser({ after });
const { merchant, username, keys } = await createMerchantWithKeys(gateway);
const client = subscriptionClient(gateway, keys);

/** Two active subscriptions, one that the payer canceled, and a charge that failed. */
async function prepare(): Promise<void> {
  const { internal_id: monthly } = await client.authorize((await client.create()).internal_id);
  const yearly = { reference: 'anual', amount: 120_000, interval: 'annual' };
  await client.authorize((await client.create(yearly)).internal_id);
  const due = businessDayFrom(SUBSCRIPTION.first_due_on);
  gateway.clock.advance(startOfKnownDay(addDays(due, -2)) - gateway.clock.now());
  while (await runDueSubscriptions({ ...gateway.appContext, tellPayers }, 100));
  const [cycle] = await client.cycles(monthly);
  await client.fail(monthly, cycle?.due_on ?? '');
  const later = { reference: 'cancelada', first_due_on: addDays(due, 40) };
  const { internal_id: left } = await client.authorize((await client.create(later)).internal_id);
  await client.call('POST', `/v1/test/subscriptions/${left}/cancel`, { code: 'SLDB' });
}
await prepare();

test('the list shows what subscriptions bring in a month, and who stopped and why', async () => {
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/assinaturas`);
  // 100.00 each month and 1,200.00 each year.
  await page.getByText('R$ 200,00', { exact: true }).waitFor();
  await page.getByText('Das ativas, na média de um mês.').waitFor();
  await page.getByText('Novas: 1 · Encerradas: 1 · Não autorizadas: 0').waitFor();
  await page.getByText('O pagador cancelou').first().waitFor();
  await page.getByText('90 dias').click();
  await page.getByText('Novas: 3 · Encerradas: 1 · Não autorizadas: 0').waitFor();
  await assertOnDeskAndPhone(page, 'assinaturas em números', assertAccessible);
  await page.close();
});

test('an operator sees all subscriptions and why attempts failed, and opens a merchant’s', async () => {
  const operator = await signInOperator(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, operator);
  await page.goto(`${gateway.url}/operador/assinaturas`);
  await page.getByText('Nenhuma tentativa falhou').waitFor();
  await page.getByText('Teste', { exact: true }).click();
  await page.getByText('O pagador não tinha saldo no dia.').first().waitFor();
  await page.getByText('R$ 200,00', { exact: true }).waitFor();
  await assertOnDeskAndPhone(page, 'assinaturas de todos os lojistas', assertAccessible);
  const view = await operator.call('POST', `/api/operator/merchants/${username}/view`);
  assert.equal(view.status, 200, view.text);
  await resize(page, PHONE);
  await page.goto(`${gateway.url}/painel/assinaturas`);
  await page.getByText('R$ 200,00', { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /Maria Silva/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Plano ouro' }).waitFor();
  for (const act of ['Cancelar assinatura', 'Pausar', 'Tentar de novo', 'Nova assinatura']) {
    assert.equal(await page.getByRole('button', { name: act }).count(), 0, act);
  }
  await page.close();
});
