import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  CODE,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { startLiveGateway } from '../support/live.ts';
import { createStuckOrders, END_TO_END_ID, SILENT_BANK } from '../support/stuck-orders.ts';

const live = await startLiveGateway({ after }, SILENT_BANK);
const { gateway } = live;
const browser = await openBrowser({ after });

test('an operator who says what the bank did sees the order, who gets it, and both consequences', async () => {
  const { operator, openShop, stuckPayout, stuckRefund } = await createStuckOrders(live);
  const shop = await openShop();
  const refund = await stuckRefund(shop, 500);
  const payout = await stuckPayout(shop);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/retidos`);
  const openOrder = async (id: string) => {
    const row = page.getByRole('row', { name: new RegExp(id) });
    await row.getByRole('button', { name: 'Propor resultado' }).click();
    return page.getByRole('dialog', { name: 'O que aconteceu no banco?' });
  };
  const refunded = await openOrder(refund);
  await refunded.getByText('Maria Silva').waitFor();
  await refunded.getByRole('button', { name: 'Copiar Cobrança devolvida' }).waitFor();
  await refunded.getByText(shop.charge).waitFor();
  await refunded.getByRole('button', { name: 'Fechar' }).click();

  const dialog = await openOrder(payout);
  await dialog.getByText('R$ 10,00').waitFor();
  await dialog.getByText(`${shop.merchant.name} (@${shop.merchant.username})`).waitFor();
  await dialog.getByText('João Souza').waitFor();
  await dialog.getByText('529.982.247-25').waitFor();
  await dialog.getByRole('button', { name: 'Copiar Identificador do saque' }).waitFor();
  await dialog.getByText(/o saque termina pago/).waitFor();
  await dialog.getByText(/o dinheiro sai duas vezes/).waitFor();
  assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0);
  await assertFitsWidth(page, 'o que aconteceu no banco');
  await assertAccessibleInBoth(page, 'o que aconteceu no banco');
  await dialog.getByLabel('Motivo').fill('O banco confirmou por telefone');
  await dialog.getByLabel(CODE).fill(await operator.code());
  await dialog.getByRole('button', { name: 'Propor resultado' }).click();
  // Nothing is sent before a result is chosen.
  await dialog.waitFor();
  assert.deepEqual(await gateway.sql('select from operator_proposals'), []);
  await dialog.getByRole('radio', { name: 'O banco pagou' }).check();
  await dialog.getByLabel('EndToEndId do Pix').fill(END_TO_END_ID);
  await dialog.getByRole('button', { name: 'Propor resultado' }).click();
  await page.getByText('Resultado proposto').waitFor();
  await page.close();
});
