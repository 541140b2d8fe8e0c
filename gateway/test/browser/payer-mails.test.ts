import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn } from '../support/panel.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { clockClient } from '../support/test-clocks.ts';

const server = await startMailServer({ after });
const gateway = await startGateway({ after }, { env: { SMTP_URL: server.url } });
const browser = await openBrowser({ after });
const { charge, states, turnOn } = payerMailClient(gateway);
const { createClock, advance } = clockClient(gateway);
const DAY_S = 86_400;

test('a merchant turns reminders on, and a payer unsubscribes', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, owner);
  await page.goto(`${gateway.url}/painel/emails-ao-pagador`);
  await page.getByLabel('Antes do vencimento', { exact: true }).check();
  await page.getByLabel('Dias: Antes do vencimento').fill('2');
  await page.getByLabel('Comprovante depois do pagamento').check();
  await assertOnDeskAndPhone(page, 'e-mails ao pagador', assertFitsWidth, assertAccessibleInBoth);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('E-mails ao pagador salvos.').waitFor();
  await page.reload();
  await page.getByLabel('Dias: Antes do vencimento').waitFor();

  const clock = await createClock(keys);
  const id = await charge(keys, owner.email, { expires_in: 6 * DAY_S, clock_id: clock.id });
  await advance(keys, clock, 5 * DAY_S);
  await until('the reminder is sent', async () => (await states(keys, id)).includes('before sent'));
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByText('Lembrete antes do vencimento').waitFor();
  await page.getByText('Enviado').first().waitFor();
  await page.getByRole('link', { name: /WhatsApp/ }).waitFor();
  await assertOnDeskAndPhone(page, 'a charge with mails', assertFitsWidth);

  const mail = server.messages.map(readMessage).find(({ text }) => text.includes(id));
  const link = /<(.*)>/.exec(mail?.header('List-Unsubscribe') ?? '')?.[1] ?? '';
  const payer = await openPage(browser, { viewport: DESK });
  await payer.goto(`${gateway.url}${new URL(link).pathname}`);
  await assertOnDeskAndPhone(payer, 'unsubscribe', assertFitsWidth, assertAccessibleInBoth);
  await payer.getByRole('button', { name: 'Não quero mais receber' }).click();
  await payer.getByRole('heading', { name: 'Pronto' }).waitFor();
  await payer.close();
  await page.reload();
  await page.getByText('Este pagador pediu para não receber mais e-mails seus.').waitFor();
  await assertOnDeskAndPhone(page, 'a charge with mails', assertAccessibleInBoth);
  await page.close();
});

test('the page of a subscription shows that its cancellation was told', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, { days_before: 2 });
  const shop = subscriptionClient(gateway, keys);
  const clock = await createClock(keys);
  const payer = { ...SUBSCRIPTION.payer, email: owner.email };
  const { internal_id: id } = await shop.create({ payer, clock_id: clock.id });
  await shop.authorize(id);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, owner);
  await page.goto(`${gateway.url}/painel/assinaturas/${id}`);
  await page.getByText('O aviso de cancelamento aparece aqui.').waitFor();
  await shop.cancel(id);
  await advance(keys, clock, 2 * DAY_S);
  await page.reload();
  const mails = page.getByRole('region', { name: 'E-mails ao pagador' });
  await mails.getByText('Assinatura cancelada').waitFor();
  await mails.getByText('Enviado').waitFor();
  await assertFitsWidth(page, 'a subscription with mails');
  await assertAccessibleInBoth(page, 'a subscription with mails');
  await page.close();
});
