import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { subscriptionClient } from '../support/subscriptions.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const shop = subscriptionClient(gateway, keys);

test('the page changes without a reload when authorized', async () => {
  const { internal_id: id } = await shop.create();
  const page = await openPage(browser, { viewport: PHONE });
  await page.goto(`${gateway.url}/assinar/${id}`);
  await page.getByRole('img', { name: 'QR code para autorizar a assinatura' }).waitFor();
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await page.getByRole('button', { name: 'Código copiado' }).waitFor();
  await assertOnDeskAndPhone(page, 'assinatura', assertFitsWidth, assertAccessibleInBoth);
  await page.evaluate('window.isTheSame = true');
  await shop.authorize(id);
  await page.getByRole('heading', { name: 'Assinatura autorizada' }).waitFor();
  await page.getByText(/Próximo débito: R\$/).waitFor();
  await page.getByRole('status').getByText('Assinatura autorizada').waitFor();
  assert.equal(await page.getByRole('textbox').count(), 0);
  assert.equal(await page.title(), `Assinatura autorizada: ${merchant.name}`);
  assert.equal(await page.evaluate('window.isTheSame'), true);
  await assertOnDeskAndPhone(
    page,
    'assinatura autorizada',
    assertFitsWidth,
    assertAccessibleInBoth,
  );
  await page.close();
});

test('each other state and journey is accessible on the narrowest phone', async () => {
  const refused = await shop.create();
  await shop.call('POST', `/v1/test/subscriptions/${refused.internal_id}/reject`, {});
  const paused = await shop.create();
  await shop.authorize(paused.internal_id);
  await shop.pause(paused.internal_id);
  const canceled = await shop.create();
  await shop.cancel(canceled.internal_id);
  const account = { ispb: '60746948', number: '123456' };
  const payer = { name: 'Maria Silva', document: '12345678909', account };
  const push = await shop.create({ journey: 'bank_push', payer });
  const offer = await shop.create({ journey: 'offer' });
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  const ended = new Set([refused.internal_id, canceled.internal_id]);
  for (const { internal_id: id } of [refused, paused, canceled, push, offer]) {
    await page.goto(`${gateway.url}/assinar/${id}`);
    const terms = ended.has(id) ? 'Condições' : 'O que é autorizado';
    await page.getByRole('heading', { name: terms }).waitFor();
    await assertFitsWidth(page, id);
    await assertAccessibleInBoth(page, id);
  }
  await page.close();
});

test('the panel opens the payer’s page of a subscription', async () => {
  const { internal_id: id } = await shop.create();
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
  const link = page.getByRole('link', { name: 'Abrir a página do pagador' });
  assert.equal(await link.getAttribute('href'), `/assinar/${id}`);
  await page.close();
});
