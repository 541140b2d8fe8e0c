import { after, test } from 'node:test';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const sink = await startWebhookSink({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

test('a webhook is made, tested, paused, resumed, and sends again what failed', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await page.getByLabel('Endereço').fill(`${sink.url}/pedidos`);
  await page.getByLabel('Cobrança expirada').uncheck();
  await page.getByRole('button', { name: 'Criar webhook' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .waitFor();
  await assertAccessible(page, 'webhook criado');
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('cell', { name: `${sink.url}/pedidos` }).click();

  await page.getByRole('button', { name: 'Enviar teste' }).click();
  const tested = page.getByRole('row', { name: /Teste/ });
  await tested.getByText('Entregue').waitFor();

  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByText('Pausado: o que acontecer fica guardado').waitFor();
  await receivePayment(gateway, keys);
  const paid = page.getByRole('row', { name: /Cobrança paga/ });
  await paid.getByText('Pendente').waitFor();
  // 410 says that nobody is there any more, so no other try follows.
  sink.answerWith((_webhook, response) => response.writeHead(410).end('mudou de lugar'));
  await page.getByRole('button', { name: 'Retomar' }).click();
  await paid.getByText('Falhou').waitFor();

  await paid.click();
  const delivery = page.getByRole('dialog', { name: 'Entrega' });
  await delivery.getByText('mudou de lugar').first().waitFor();
  await delivery.getByText('"event": "deposit.paid"').waitFor();
  await assertAccessible(page, 'entrega');
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await delivery.getByRole('button', { name: 'Enviar de novo' }).click();
  await delivery.getByText('Entregue').waitFor();
  await page.keyboard.press('Escape');
  await paid.getByText('Entregue').waitFor();

  await page.getByRole('button', { name: 'Trocar segredo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar segredo' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .waitFor();
  await page.close();
});
