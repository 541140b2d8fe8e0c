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
import { startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { createPaid, endRefunds } = createRefunder(gateway);

test('a payment is refunded in parts after a review and a second-factor code', async () => {
  const { merchant, id } = await createPaid();
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByRole('button', { name: 'Devolver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devolver este pagamento' });
  const amount = dialog.getByLabel('Valor a devolver');
  await amount.fill('20000');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await dialog.getByText('Informe no máximo o valor disponível para devolução.').waitFor();
  await amount.fill('2500');
  await dialog.getByLabel('Motivo').fill('Produto em falta');
  await assertAccessible(page, 'devolução');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  const review = page.getByRole('dialog', { name: 'Confira antes de devolver' });
  await review.getByText('Maria Silva').waitFor();
  await assertAccessible(page, 'devolução, conferência');
  await review.getByLabel('Código do aplicativo').fill(await session.code());
  await review.getByRole('button', { name: 'Devolver agora' }).click();
  await page.getByText('Devolução solicitada').waitFor();
  await page.getByRole('row', { name: /Produto em falta.*Em andamento.*25,00/ }).waitFor();
  await endRefunds();
  await page.getByText(/^O pagador recebeu R\$\s25,00 de volta\.$/).waitFor();
  await page.getByRole('row', { name: /Produto em falta.*Devolvida.*25,00/ }).waitFor();
  await page.getByText('Devolvido parcialmente').waitFor();
  await assertAccessible(page, 'transação devolvida em parte');
  const rows = await gateway.sql('select reason from refunds where charge_id = $1', [id]);
  assert.deepEqual(rows, [{ reason: 'Produto em falta' }]);
  await page.close();
});

test('a refund whose answer was lost may be sent again after a look back, and is made once', async () => {
  const { merchant, id } = await createPaid();
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByRole('button', { name: 'Devolver' }).click();
  await page.getByLabel('Valor a devolver').fill('1500');
  await page.getByRole('button', { name: 'Revisar' }).click();
  const send = async () => {
    await page.getByLabel('Código do aplicativo').fill(await session.code());
    await page.getByRole('button', { name: 'Devolver agora' }).click();
  };
  await page.route('**/refund', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send();
  await page
    .getByText('Pode tentar de novo aqui, sem mudar nada: nada é feito em dobro.')
    .waitFor();
  await page.unroute('**/refund');
  await page.getByRole('button', { name: 'Corrigir' }).click();
  await page.getByRole('button', { name: 'Revisar' }).click();
  await send();
  await page.getByText('Devolução solicitada').waitFor();
  const rows = await gateway.sql('select count(*)::int from refunds where charge_id = $1', [id]);
  assert.deepEqual(rows, [{ count: 1 }]);
  await page.close();
});

test('the payment page shows that the payment was refunded', async () => {
  const { keys, id } = await createPaid();
  await createRefunder(gateway).refund(keys, id);
  await endRefunds();
  const page = await openPage(browser, { viewport: PHONE });
  await page.goto(`${gateway.url}/pagar/${id}`);
  await page.getByRole('heading', { name: 'Pagamento devolvido' }).waitFor();
  await assertAccessible(page, 'página de pagamento devolvida');
  await page.close();
});

test('the tab of refunds lists, filters and exports them, on a phone and a large screen', async () => {
  const { keys, merchant, id } = await createPaid();
  await createRefunder(gateway).refund(keys, id, { amount: 2_500, reason: 'Produto em falta' });
  await endRefunds();
  await createRefunder(gateway).refund(keys, id, { amount: 700 });
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes`);
  const tabs = page.getByRole('navigation', { name: 'Transações', exact: true });
  await tabs.getByRole('link', { name: 'Devoluções' }).click();
  const done = page.getByRole('row', { name: /Maria Silva.*Devolvida.*25,00/ });
  const waiting = page.getByRole('row', { name: /Maria Silva.*Em andamento.*7,00/ });
  await done.waitFor();
  await waiting.waitFor();
  await assertOnDeskAndPhone(page, 'devoluções', assertAccessible);
  await page.getByLabel('Situação').selectOption('done');
  await waiting.waitFor({ state: 'detached' });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar CSV' }).click();
  assert.match((await download).suggestedFilename(), /devolucoes/);
  await done.getByRole('link').click();
  await page.waitForURL((address) => address.pathname === `/painel/transacoes/${id}`);
  await page.close();
});
