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
import { startVerifyingShop } from '../support/verifying-shop.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const sink = await startWebhookSink({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

test('a webhook is created, tested, paused and resumed, and failed deliveries are sent again', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await page.getByLabel('Endereço').fill(`${sink.url}/pedidos`);
  await page.getByLabel('Todos os eventos').uncheck();
  await page.getByRole('button', { name: 'Criar webhook' }).click();
  await page.getByText('Escolha ao menos um evento.').waitFor();
  await page.getByLabel('Cobrança paga').check();
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
  await page.getByText('Pausado: os eventos ficam guardados').waitFor();
  await receivePayment(gateway, keys);
  const paid = page.getByRole('row', { name: /Cobrança paga/ });
  await paid.getByText('Aguardando retomada').waitFor();
  // 410 means that the receiver is gone, so there is no retry.
  sink.answerWith((_webhook, response) => response.writeHead(410).end('mudou de lugar'));
  await page.getByRole('button', { name: 'Retomar' }).click();
  await paid.getByText('Não entregue: tentativas esgotadas').waitFor();
  await page.getByText('Falhando').first().waitFor();

  await paid.click();
  const delivery = page.getByRole('dialog', { name: 'Entrega' });
  await delivery.getByText('mudou de lugar').first().waitFor();
  await delivery.getByText('"event": "deposit.paid"').waitFor();
  await assertAccessible(page, 'entrega');
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await delivery.getByRole('button', { name: 'Reenviar' }).click();
  await delivery.getByText('Entregue').waitFor();
  await page.keyboard.press('Escape');
  await paid.getByText('Entregue').waitFor();

  await page.getByRole('button', { name: 'Gerar novo segredo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gerar novo segredo' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .waitFor();
  await page.close();
});

test('waiting deliveries show their next attempt and can be sent at once', async () => {
  const page = await openPage(browser);
  const receiver = await startWebhookSink({ after });
  receiver.answerWith((_webhook, response) =>
    response.writeHead(503, { 'retry-after': '3600' }).end('em manutenção'),
  );
  const { body: hook } = await session.call('POST', '/api/panel/test/webhooks', {
    body: { url: `${receiver.url}/estoque`, events: ['deposit.paid'] },
  });
  await continueSession(page, gateway.url, session);
  for (let payment = 0; payment < 3; payment++) await receivePayment(gateway, keys);
  await openLoaded(page, `${gateway.url}/painel/webhooks/${hook.id}`);
  const waiting = page.getByText(/^Nova tentativa: (\d{2}\/\d{2}\/\d{4}, )?\d{2}:\d{2}:\d{2}$/);
  await waiting.nth(2).waitFor();
  await page.getByText('Entregas aguardando nova tentativa: 3.').waitFor();
  await assertAccessible(page, 'webhook que falha');
  await page.goto(`${gateway.url}/painel/webhooks`);
  const row = page.getByRole('row', { name: /estoque/ });
  await row.getByText('Falhando').waitFor();
  await row.click();

  receiver.answerWith((_webhook, response) => response.writeHead(204).end());
  await page.getByRole('row').filter({ has: waiting }).first().click();
  const delivery = page.getByRole('dialog', { name: 'Entrega' });
  await delivery.getByRole('button', { name: 'Reenviar' }).click();
  await delivery.getByText('Entregue', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reenviar não entregues' }).click();
  await page.getByText('2 entregas reenviadas para a fila.').waitFor();
  await page.getByText('Ativo', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Entregue' }).nth(2).waitFor();
  await page.close();
});

test('a webhook is examined, and the report says what to mend', async () => {
  const page = await openPage(browser);
  const shop = await startVerifyingShop({ after }, () => gateway.clock.now());
  const { body: hook } = await session.call('POST', '/api/panel/test/webhooks', {
    body: { url: `${shop.url}/exame` },
  });
  shop.configure({ secret: String(hook.secret), ignoresTime: true });
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/webhooks/${hook.id}`);
  await page.getByText('Nenhum exame ainda.').waitFor();
  await page.getByRole('button', { name: 'Examinar' }).click();
  await page.getByText('Há o que corrigir').waitFor();
  const old = page.getByRole('group', { name: 'Assinatura de 301 segundos atrás' });
  await old.getByText('Errado').waitFor();
  await old.getByText('Seu programa aceitou uma assinatura antiga').waitFor();
  await old.getByRole('link', { name: /^Como corrigir/ }).waitFor();
  await assertAccessible(page, 'exame de webhook');
  shop.configure({ secret: String(hook.secret) });
  await page.getByRole('button', { name: 'Examinar' }).click();
  await page.getByText('Aprovado').waitFor();
  await page.close();
});
