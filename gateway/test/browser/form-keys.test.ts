import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { CODE, continueSession, openBrowser, openLoaded, openPage } from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);
const { createPaid } = createRefunder(gateway);

const FIRST_ARRIVED = 'O primeiro envio, com os valores anteriores, já foi registrado.';

/** What happens to a request: its answer is lost, the gateway refuses it, or nothing. */
type Fate = 'lost' | 'refused' | 'sent';

/** Sends a form to a path; returns the idempotency key of its request, whose fate is given. */
async function keyOfSending(page: Page, path: string, fate: Fate, send: () => Promise<void>) {
  let key = '';
  const isIt = (url: URL) => url.pathname.endsWith(path);
  await page.route(isIt, async (route) => {
    key = route.request().headers()['idempotency-key'] ?? '';
    if (fate === 'refused') {
      const json = { error: 'Service Unavailable', message: 'Sobrecarga.', code: 'overloaded' };
      return route.fulfill({ status: 503, json });
    }
    if (fate === 'sent') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const ended =
    fate === 'lost'
      ? page.waitForEvent('requestfailed', (request) => isIt(new URL(request.url())))
      : page.waitForResponse((response) => isIt(new URL(response.url())));
  await send();
  await ended;
  await page.unroute(isIt);
  return key;
}

/** A form of a refund of R$ 100,00, and how its amount is sent. */
async function openRefund() {
  const { merchant, id } = await createPaid();
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByRole('button', { name: 'Devolver' }).click();
  const review = async (amount: string) => {
    await page.getByLabel('Valor a devolver').fill(amount);
    await page.getByRole('button', { name: 'Revisar' }).click();
    await page.getByLabel(CODE).fill(await session.code());
  };
  const send = (fate: Fate) =>
    keyOfSending(page, '/refund', fate, () =>
      page.getByRole('button', { name: 'Devolver agora' }).click(),
    );
  const correct = () => page.getByRole('button', { name: 'Corrigir' }).click();
  return { page, id, review, send, correct };
}

test('a refund whose answer was lost and whose amount is changed is made once', async () => {
  const { page, id, review, send, correct } = await openRefund();
  await review('1500');
  const first = await send('lost');
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await correct();
  await review('1600');
  assert.equal(await send('sent'), first);
  await page.getByText(FIRST_ARRIVED).waitFor();
  const rows = await gateway.sql('select amount_centavos from refunds where charge_id = $1', [id]);
  assert.deepEqual(rows, [{ amount_centavos: '1500' }]);
  await page.close();
});

test('a refused refund keeps its key with the same amount and has a new one with another', async () => {
  const { page, review, send, correct } = await openRefund();
  await review('1500');
  const first = await send('refused');
  await page.getByText('Sobrecarga.').waitFor();
  await correct();
  await review('1500');
  assert.equal(await send('refused'), first);
  await page.getByText('Sobrecarga.').waitFor();
  await correct();
  await review('1600');
  assert.notEqual(await send('sent'), first);
  await page.getByText('Devolução solicitada').waitFor();
  await page.close();
});

/** The form with a reason of an adjustment, and how it is filled and sent. */
async function openAdjustment(session: PanelSession) {
  const { username, merchant } = await createMerchantWithKeys(gateway, 'live');
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/operador/lojistas/${username}`);
  await page.getByRole('button', { name: 'Ajustar saldo' }).click();
  const dialog = page.getByRole('dialog');
  const fill = async (amount: string) => {
    await dialog.getByLabel('Valor').fill(amount);
    await dialog.getByLabel('Motivo').fill('Acordo com o lojista');
    await dialog.getByLabel(CODE).fill(await session.code());
  };
  const send = (fate: Fate) =>
    keyOfSending(page, '/adjustments', fate, () =>
      dialog.getByRole('button', { name: 'Ajustar saldo' }).click(),
    );
  const amounts = async () =>
    (
      await gateway.sql('select amount_centavos from balance_adjustments where merchant_id = $1', [
        merchant.merchantId,
      ])
    ).map((row) => Number(row.amount_centavos));
  return { page, fill, send, amounts };
}

test('an adjustment whose answer was lost and whose amount is changed is made once', async () => {
  const { page, fill, send, amounts } = await openAdjustment(operator);
  await fill('1500');
  const first = await send('lost');
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await fill('1600');
  assert.equal(await send('sent'), first);
  await page.getByText(FIRST_ARRIVED).waitFor();
  assert.deepEqual(await amounts(), [1_500]);
  await page.close();
});

test('a refused adjustment has a new key with another amount, and else its own', async () => {
  const { page, fill, send, amounts } = await openAdjustment(operator);
  await fill('1500');
  const first = await send('refused');
  await page.getByText('Sobrecarga.').waitFor();
  await fill('1500');
  assert.equal(await send('refused'), first);
  await page.getByText('Sobrecarga.').waitFor();
  await fill('1600');
  assert.notEqual(await send('sent'), first);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(await amounts(), [1_600]);
  await page.close();
});
