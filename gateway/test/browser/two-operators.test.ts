import { after, test } from 'node:test';
import {
  assertAccessible,
  assertFitsWidth,
  CODE,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const second = await signInOperator(gateway);
const browser = await openBrowser({ after });

test('one operator proposes an adjustment, and another approves it', async () => {
  const { username } = await createMerchantWithKeys(gateway, 'live');
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/lojistas/${username}`);
  await page.getByRole('button', { name: 'Ajustar saldo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Valor').fill('200000');
  await dialog.getByLabel('Motivo').fill('Acordo com o lojista');
  await dialog.getByLabel(CODE).fill(await operator.code());
  await assertAccessible(page, 'ajuste');
  await dialog.getByRole('button', { name: 'Ajustar saldo' }).click();
  await page.getByText('Ajuste proposto. Outro operador precisa aprovar.').waitFor();
  await openLoaded(page, `${gateway.url}/operador/propostas`);
  await page.getByText('Outro operador precisa aprovar.').waitFor();
  await openLoaded(page, `${gateway.url}/operador`);
  await page.getByText('1 proposta aguarda um segundo operador').waitFor();
  await page.getByRole('link', { name: 'Ver propostas' }).waitFor();
  await page.close();

  const other = await openPage(browser);
  await continueSession(other, gateway.url, second);
  await openLoaded(other, `${gateway.url}/operador/propostas`);
  const waiting = other.getByRole('table', { name: 'Aguardando decisão' });
  await waiting.getByText('Acordo com o lojista').waitFor();
  await assertAccessible(other, 'propostas');
  await waiting.getByRole('button', { name: 'Aprovar' }).click();
  const question = other.getByRole('dialog');
  await question.getByText('R$ 2.000,00').waitFor();
  await question.getByLabel(CODE).fill(await second.code());
  await question.getByRole('button', { name: 'Aprovar' }).click();
  await other.getByText('Proposta aprovada e executada.').waitFor();
  await other.getByText('Nenhuma proposta aguardando').waitFor();

  await openLoaded(other, `${gateway.url}/operador/lojistas/${username}`);
  await other.getByRole('button', { name: 'Bloquear valor' }).click();
  await question.getByLabel('Valor').fill('50000');
  await question.getByLabel('Motivo').fill('Ordem judicial');
  await question.getByLabel(CODE).fill(await second.code());
  await question.getByRole('button', { name: 'Bloquear valor' }).click();
  await other.getByText('Valor bloqueado.').waitFor();
  const holds = other.getByRole('table', { name: 'Bloqueios abertos' });
  await holds.getByText('Ordem judicial').waitFor();
  await assertAccessible(other, 'bloqueios');
  await holds.getByRole('button', { name: 'Desbloquear' }).click();
  await question.getByLabel('Motivo').fill('Ordem cumprida');
  await question.getByLabel(CODE).fill(await second.code());
  await question.getByRole('button', { name: 'Desbloquear' }).click();
  await other.getByText('Nenhum bloqueio aberto').waitFor();
  await other.close();
});

test('the pages of corrections fit on a phone', async () => {
  const { username } = await createMerchantWithKeys(gateway, 'live');
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, operator);
  for (const path of ['propostas', 'retidos', `lojistas/${username}`]) {
    await openLoaded(page, `${gateway.url}/operador/${path}`);
    await assertFitsWidth(page, path);
  }
  await page.close();
});
