import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  continueSession,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createPayers, type Link } from '../support/payment-links.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const WIDTHS = [
  { width: 360, height: 640 },
  { width: 1_440, height: 900 },
];
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

for (const viewport of WIDTHS) {
  test(`the buyers of a link are on its page and in the list at ${viewport.width} px`, async () => {
    const { link, session } = await openShop();
    // On a phone a buyer is two lines; the payment's page has the rest.
    const isWide = viewport.width > 1_000;
    const page = await openPage(browser, { viewport });
    await continueSession(page, gateway.url, session);
    await page.goto(`${gateway.url}/painel/links/${link.id}`);
    const buyers = page.getByRole('region', { name: 'Compradores' });
    const ana = buyers.getByRole('row', {
      name: isWide ? /Ana Lima.*ana@example\.com.*Pago/ : /Ana Lima.*Pago/,
    });
    await ana.waitFor();
    await buyers.getByRole('row', { name: /Bia Reis.*Pendente/ }).waitFor();
    await assertFitsWidth(page, 'compradores');
    await assertAccessibleInBoth(page, 'compradores');
    const file = page.waitForEvent('download');
    await buyers.getByRole('link', { name: 'CSV' }).click();
    await (await file).cancel();

    await buyers.getByRole('link', { name: 'Ver em Transações' }).click();
    await page.getByRole('row', { name: /Bia Reis/ }).waitFor();
    await page.getByLabel('Link de pagamento').waitFor();
    await page.getByLabel('Situação').selectOption('Pago');
    await page.getByRole('row', { name: /Bia Reis/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Ana Lima/ }).waitFor();
    await assertFitsWidth(page, 'transações de um link');
    await page.getByLabel('Paga em', { exact: true }).selectOption('own');
    await page.getByLabel('Paga a partir de').fill('2020-01-01');
    await page.getByLabel('Paga até').fill('2020-01-01');
    await page.getByText('Nenhuma transação encontrada').waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
    await page.getByRole('searchbox').fill('ceramica');
    await page.getByRole('row', { name: /Ana Lima/ }).waitFor();
    await page.close();
  });
}
