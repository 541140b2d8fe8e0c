import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createPayers, type Link } from '../support/payment-links.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { env: BEHIND_PROXY });
const browser = await openBrowser({ after });
const { visitor } = createPayers(gateway.url);

/** A shop with a link that two payers have opened, of whom one has paid. */
async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const body = { title: 'Oficina de cerâmica', amount: 9_990 };
  const { body: link } = await gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
  const ana = await visitor().buy(link, { name: 'Ana Lima', email: 'ana@example.com' });
  gateway.clock.advance(1_000);
  await visitor().buy(link, { name: 'Bia Reis' });
  await gateway.call('POST', `/v1/test/charges/${ana.chargeId}/pay`, { keys, body: {} });
  return { link, session: await signIn(gateway, merchant) };
}

test('the buyers of a link are on its page and in the list', async () => {
  const { link, session } = await openShop();
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/links/${link.id}`);
  const buyers = page.getByRole('region', { name: 'Compradores' });
  await buyers.getByRole('row', { name: /Ana Lima.*ana@example\.com.*Pago/ }).waitFor();
  await buyers.getByRole('row', { name: /Bia Reis.*Pendente/ }).waitFor();
  await assertOnDeskAndPhone(page, 'compradores', assertFitsWidth, assertAccessibleInBoth);
  const file = page.waitForEvent('download');
  await buyers.getByRole('link', { name: 'CSV' }).click();
  await (await file).cancel();

  await buyers.getByRole('link', { name: 'Ver em Transações' }).click();
  await page.getByRole('row', { name: /Bia Reis/ }).waitFor();
  await page.getByLabel('Link de pagamento').waitFor();
  await page.getByLabel('Situação').selectOption('Pago');
  await page.getByRole('row', { name: /Bia Reis/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Ana Lima/ }).waitFor();
  await assertOnDeskAndPhone(page, 'transações de um link', assertFitsWidth);
  await page.getByLabel('Paga em', { exact: true }).selectOption('own');
  await page.getByLabel('Paga a partir de').fill('2020-01-01');
  await page.getByLabel('Paga até').fill('2020-01-01');
  await page.getByText('Nenhuma transação encontrada').waitFor();
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
  await page.getByRole('searchbox').fill('ceramica');
  await page.getByRole('row', { name: /Ana Lima/ }).waitFor();
  await page.close();
});
