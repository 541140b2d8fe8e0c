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
  resize,
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
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/assinaturas`);
  await page.getByLabel('Situação').selectOption('Aguarda autorização');
  await page.getByRole('link', { name: /Maria Silva/ }).click();
  await page.getByRole('heading', { name: 'Plano prata' }).waitFor();
  await page.getByText(String(waiting.authorization.code)).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Cobranças' }).count(), 0);
  await assertOnDeskAndPhone(page, 'assinatura que aguarda autorização', assertAccessible);
  await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
  await page.getByText('O pagador não tinha saldo no dia.').first().waitFor();
  await assertOnDeskAndPhone(page, 'assinatura com cobrança que falhou', assertAccessible);
  await resize(page, PHONE);
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
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await client.read(id)).status, 'authorized');
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await page.getByText('Assinatura cancelada').waitFor();
  const { status, ended_by } = await client.read(id);
  assert.deepEqual([status, ended_by], ['canceled', 'merchant']);
  await page.close();
});

test('in the test environment a member authorizes and refuses as the payer', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const session = await signIn(gateway, merchant);
  const { internal_id: agreed } = await client.create();
  const { internal_id: refused } = await client.create();
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/assinaturas/${agreed}`);
  await page.getByRole('heading', { name: 'Simular o pagador' }).waitFor();
  await assertOnDeskAndPhone(page, 'assinatura que se pode simular', assertAccessible);
  await page.getByRole('button', { name: 'Simular autorização' }).click();
  await page.getByText('Autorizada', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Simular recusa' }).count(), 0);
  assert.equal((await client.read(agreed)).status, 'authorized');
  await page.goto(`${gateway.url}/painel/assinaturas/${refused}`);
  await page.getByRole('button', { name: 'Simular recusa' }).click();
  await page.getByText('O pagador não reconheceu quem pediu a autorização.').waitFor();
  assert.equal((await client.read(refused)).status, 'rejected');
  await page.close();
});

test('a charge shows each attempt, when there was no balance, and when each one ended', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const due = SUBSCRIPTION.first_due_on;
  const clock = await client.createClock(daysAfter(due, -10));
  const created = await client.create({ clock_id: clock.id });
  const { internal_id: id } = await client.authorize(created.internal_id);
  await client.advanceTo(clock, `${daysAfter(due, -2)}T15:00:00.000Z`);
  const [cycle] = await client.cycles(id);
  assert.ok(cycle);
  await client.lackBalance(id, cycle.due_on, 'evening');
  await client.advanceTo(clock, `${cycle.due_on}T15:00:00.000Z`);
  const session = await signIn(gateway, merchant);
  const shown = async (texts: readonly RegExp[]) => {
    const page = await openPage(browser, { viewport: DESK });
    await continueSession(page, gateway.url, session);
    await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
    for (const text of texts) await page.getByText(text).first().waitFor();
    await assertOnDeskAndPhone(page, 'tentativas de uma cobrança', assertAccessible);
    await page.close();
  };
  const without = /^Sem saldo em .*06:/;
  await shown([without, /O banco tenta outra vez no mesmo dia, a partir das 18h\.$/]);
  await client.advanceTo(clock, `${daysAfter(cycle.due_on, 1)}T15:00:00.000Z`);
  await client.retry(id);
  await client.advanceTo(clock, `${daysAfter(cycle.due_on, 4)}T15:00:00.000Z`);
  assert.equal((await client.cycles(id))[0]?.status, 'paid');
  await shown([
    without,
    /O banco tentou outra vez no mesmo dia\.$/,
    /^Falhou em .*18:/,
    /^O pagador não tinha saldo no dia\.$/,
    /\(nova tentativa\)$/,
    /^Paga em .*06:/,
  ]);
});
