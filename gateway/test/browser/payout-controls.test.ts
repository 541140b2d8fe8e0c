import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, continueSession, openBrowser, openPage } from '../support/browser.ts';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a payout above the approval amount that a member sets waits until one approves it', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/limites`);
  await page.getByRole('button', { name: 'Definir servidor' }).click();
  const server = page.getByRole('dialog', { name: 'Definir servidor' });
  await server.waitFor();
  await assertAccessible(page, 'definir servidor');
  await server.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Alterar limites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar limites' });
  await dialog.getByLabel('Aprovação acima de', { exact: true }).fill('1000');
  await dialog.getByLabel('Código do aplicativo').fill(await session.code());
  await assertAccessible(page, 'alterar limites');
  await dialog.getByRole('button', { name: 'Alterar limites' }).click();
  await page.getByRole('row', { name: /^Aprovação acima de\s.*10,00/ }).waitFor();
  await assertAccessible(page, 'limites de saque');
  const body = { ...PAYOUT, amount: 2_000 };
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(sent.body.status, 'awaiting_approval', sent.text);
  await page.goto(`${gateway.url}/painel/aprovacoes`);
  const row = page.getByRole('row', { name: /João Souza.*20,00/ });
  await row.waitFor();
  await assertAccessible(page, 'aprovações');
  await row.getByRole('button', { name: 'Aprovar' }).click();
  const confirm = page.getByRole('dialog', { name: 'Aprovar' });
  await confirm.getByLabel('Código do aplicativo').fill(await session.code());
  await assertAccessible(page, 'aprovar saque');
  await confirm.getByRole('button', { name: 'Aprovar' }).click();
  await page.getByText('Saque aprovado.').waitFor();
  await page.getByText('Nenhum saque aguarda aprovação').waitFor();
  const rows = await gateway.sql('select status from payout_approvals');
  assert.deepEqual(rows, [{ status: 'approved' }]);
  await page.close();
});

test('a limit of zero is entered, shown and removed; an empty amount is no limit', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/limites`);
  await page.getByRole('button', { name: 'Alterar limites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar limites' });
  await dialog.getByLabel('Por dia: R$ 0,00').check();
  await dialog.getByLabel('Código do aplicativo').fill(await session.code());
  await assertAccessible(page, 'limite de zero');
  await dialog.getByRole('button', { name: 'Alterar limites' }).click();
  await page.getByRole('row', { name: /^Por dia\s.*0,00/ }).waitFor();
  await page.getByRole('row', { name: /^Por saque\s.*Sem limite/ }).waitFor();
  const refused = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(refused.body.code, 'payout_limit_exceeded', refused.text);
  await page.getByRole('button', { name: 'Alterar limites' }).click();
  const again = page.getByRole('dialog', { name: 'Alterar limites' });
  assert.equal(await again.getByLabel('Por dia: R$ 0,00').isChecked(), true);
  await again.getByLabel('Por dia: R$ 0,00').uncheck();
  await again.getByLabel('Código do aplicativo').fill(await session.code());
  await again.getByRole('button', { name: 'Alterar limites' }).click();
  await page.getByText('Aumento aguardando').waitFor();
  await page.close();
});

test('an operator stops all payouts and resumes them with a code', async () => {
  const session = await signInOperator(gateway);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/operador/retidos`);
  await page.getByRole('button', { name: 'Pausar todos os saques' }).click();
  const confirm = page.getByRole('dialog', { name: 'Pausar todos os saques' });
  await confirm.waitFor();
  await assertAccessible(page, 'pausar todos os saques');
  await confirm.getByRole('button', { name: 'Pausar todos os saques' }).click();
  await page.getByText('Todos os saques em produção estão pausados').waitFor();
  await assertAccessible(page, 'saques pausados');
  await page.goto(`${gateway.url}/operador`);
  await page.getByText('Todos os saques da plataforma estão pausados').waitFor();
  await page.getByRole('link', { name: 'Ver retidos' }).click();
  await page.getByRole('button', { name: 'Retomar todos os saques' }).click();
  const resume = page.getByRole('dialog', { name: 'Retomar todos os saques' });
  await resume.getByLabel('Código do aplicativo').fill(await session.code());
  await resume.getByRole('button', { name: 'Retomar todos os saques' }).click();
  await page.getByText('Os saques da plataforma estão em operação.').waitFor();
  await page.close();
});
