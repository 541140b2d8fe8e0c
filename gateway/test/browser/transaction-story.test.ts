import assert from 'node:assert/strict';
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
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { openEndpoint } from '../support/webhook-sink.ts';

const ATTEMPTS = 3;
const HOUR_MS = 3_600_000;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('attempts of a webhook are one line that opens', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const sink = await openEndpoint({ after }, gateway, merchant);
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const { internal_id: id } = await receivePayment(gateway, keys);
  for (let count = 1; count <= ATTEMPTS; count += 1) {
    await until(`attempt ${count}`, async () => {
      const [row] = await gateway.sql(
        'select count(*) as n from webhook_attempts where merchant_id = $1',
        [merchant.merchantId],
      );
      return Number(row?.n) >= count;
    });
    if (count < ATTEMPTS) gateway.clock.advance(3 * HOUR_MS);
  }
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  const line = page.getByRole('button', { name: /^3 tentativas, última: resposta 500$/ });
  await line.waitFor();
  await page.getByText('tentativa 2').waitFor({ state: 'detached' });
  await assertOnDeskAndPhone(page, 'tentativas fechadas', assertAccessibleInBoth);
  await line.click();
  await page.getByText('tentativa 2 · resposta 500').waitFor();
  await assertOnDeskAndPhone(page, 'tentativas abertas', assertFitsWidth, assertAccessibleInBoth);
  await page.close();
});

test('the lines of a transaction stand in the order of the times that they show', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const sink = await openEndpoint({ after }, gateway, merchant);
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const { internal_id: id } = await receivePayment(gateway, keys);
  const attemptsReach = (wanted: number) =>
    until(`attempt ${wanted}`, async () => {
      const [row] = await gateway.sql(
        'select max(attempt) as n from webhook_attempts where merchant_id = $1',
        [merchant.merchantId],
      );
      return Number(row?.n) >= wanted;
    });
  await attemptsReach(1);
  const path = `/v1/test/charges/${id}/dispute`;
  gateway.clock.advance(1_000);
  await gateway.call('POST', path, { keys, body: { reason: 'fraud' } });
  gateway.clock.advance(3 * HOUR_MS);
  await attemptsReach(2);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page
    .getByText(/^2 tentativas/)
    .first()
    .waitFor();
  const shown = page.locator('.mantine-Timeline-root time:visible');
  const times = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('datetime')));
  assert.ok(times.length >= 4, String(times));
  assert.deepEqual(times, times.toSorted());
  await page.close();
});

test('Saques is searched by reference, name and state', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  for (const [name, reference] of [
    ["Rita D'Ávila", 'folha-11-01'],
    ['João Souza', 'folha-12-01'],
  ] as const) {
    const beneficiary = { name, document: '52998224725' };
    const body = { ...PAYOUT, amount: 100, external_id: reference, beneficiary };
    await gateway.call('POST', '/v1/pix/payout', { keys, body });
  }
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/saques`);
  const rita = page.getByRole('row', { name: /Rita D'Ávila/ });
  const joao = page.getByRole('row', { name: /João Souza/ });
  for (const text of ['davila', 'folha-11', '']) {
    await joao.waitFor();
    await page.getByRole('searchbox').fill(text);
    if (text !== '') await joao.waitFor({ state: 'detached' });
    await rita.waitFor();
    await page.getByRole('searchbox').fill('');
  }
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByLabel('Situação').selectOption('Aguarda aprovação');
  await page.getByText('Nenhuma transação encontrada').waitFor();
  await assertOnDeskAndPhone(page, 'saques filtrados', assertFitsWidth, assertAccessibleInBoth);
  await page.close();
});
