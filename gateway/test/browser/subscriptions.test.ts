import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

import { daysAfter, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

/** A merchant with a subscription on a test clock, whose first charge failed for want of money. */
async function failedSubscription() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const start = daysAfter(SUBSCRIPTION.first_due_on, -10);
  const clock = await client.createClock(start);
  const created = await client.create({ clock_id: clock.id });
  const { internal_id: id } = await client.authorize(created.internal_id);
  await client.advanceTo(clock, `${daysAfter(SUBSCRIPTION.first_due_on, -2)}T15:00:00.000Z`);
  const [cycle] = await client.cycles(id);
  assert.ok(cycle);
  await client.fail(id, cycle.due_on);
  return { merchant, client, id };
}

test('a subscription shows its story, and its failed charge is tried again', async () => {
  const { merchant, client, id } = await failedSubscription();
  const waiting = await client.create({ reference: 'contrato-1002', description: 'Plano prata' });
  const session = await signIn(gateway, merchant);
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    const page = await openPage(browser, { viewport });
    await continueSession(page, gateway.url, session);
    await page.goto(`${gateway.url}/painel/assinaturas`);
    await page.getByLabel('Situação').selectOption('Aguarda autorização');
    await page.getByRole('link', { name: /Maria Silva/ }).click();
    await page.getByRole('heading', { name: 'Plano prata' }).waitFor();
    await page.getByText(String(waiting.authorization.code)).waitFor();
    await assertAccessible(page, 'assinatura que aguarda autorização');
    await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
    await page.getByText('O pagador não tinha saldo no dia.').first().waitFor();
    await assertAccessible(page, 'assinatura com cobrança que falhou');
    await page.close();
  }
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByText('Nova tentativa agendada').waitFor();
  assert.equal((await client.cycles(id))[0]?.status, 'retrying');
  await page.close();
});

test('a subscription is paused, resumed and canceled after a question', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const { internal_id: id } = await client.authorize((await client.create()).internal_id);
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByText('Assinatura pausada.').waitFor();
  assert.equal((await client.read(id)).status, 'paused');
  await page.getByRole('button', { name: 'Retomar' }).click();
  await page.getByText('Assinatura retomada').waitFor();
  assert.equal((await client.read(id)).status, 'authorized');
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar assinatura' });
  await dialog.getByText('até as 22h da véspera').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await page.getByText('Assinatura cancelada').waitFor();
  const { status, ended_by } = await client.read(id);
  assert.deepEqual([status, ended_by], ['canceled', 'merchant']);
  await page.close();
});
