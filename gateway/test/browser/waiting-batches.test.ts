import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
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
import { CHARGE, createMerchantWithKeys, until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const { gateway, bank } = await startLiveGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway, 'live');
const owner = await signIn(gateway, merchant);
const operator = await signInOperator(gateway);
bank.faults.add({ kind: 'error', operation: 'createCharge', status: 503 });
const path = '/v1/charges/batches';
const sent = await gateway.call('POST', path, {
  keys,
  headers: { 'idempotency-key': `lote-${randomUUID()}` },
  body: { external_id: 'mensalidades', charges: [CHARGE, CHARGE] },
});
assert.equal(sent.status, 201, sent.text);
const id = String(sent.body.id);
await until('the batch waits', async () => {
  gateway.clock.advance(1_000);
  const { body } = await gateway.call('GET', `${path}/${id}`, { keys });
  return body.waiting_for_bank_since ?? undefined;
});

test('the merchant and the operator see that a batch waits', async () => {
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/cobrancas-em-lote?ambiente=producao`);
  await page.getByText('Aguarda o banco').waitFor();
  await openLoaded(page, `${gateway.url}/painel/cobrancas-em-lote/${id}?ambiente=producao`);
  const notice = page.getByText('O banco não registra cobranças deste lote desde');
  await notice.locator('time').waitFor();
  await assertOnDeskAndPhone(page, 'waiting batch', assertFitsWidth, assertAccessibleInBoth);
  await page.close();

  const desk = await openPage(browser, { viewport: DESK });
  await continueSession(desk, gateway.url, operator);
  await openLoaded(desk, `${gateway.url}/operador/alertas/charge_batches_waiting`);
  await desk.getByText('Lote de cobranças', { exact: true }).waitFor();
  await desk.getByRole('link', { name: `@${merchant.username}` }).waitFor();
  await assertOnDeskAndPhone(
    desk,
    'alert of a waiting batch',
    assertFitsWidth,
    assertAccessibleInBoth,
  );
  await desk.close();
});

test('the page of a batch loses the notice when the bank is back', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/cobrancas-em-lote/${id}?ambiente=producao`);
  const notice = page.getByText('O banco não registra cobranças deste lote desde');
  await notice.waitFor();
  bank.faults.clear();
  await until('the batch is completed', async () => {
    gateway.clock.advance(1_000);
    return (await gateway.call('GET', `${path}/${id}`, { keys })).body.status === 'completed';
  });
  await notice.waitFor({ state: 'detached' });
  await page.close();
});
