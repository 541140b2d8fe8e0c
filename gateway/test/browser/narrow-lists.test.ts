import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, continueSession, openBrowser, openPage } from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const ROWS = 12;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);
for (let row = 0; row < ROWS; row += 1) {
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
}

test('a phone shows seven payments at once, in two lines each, and a tablet shows a table', async () => {
  const page = await openPage(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await continueSession(page, gateway.url, owner);
  await page.goto(`${gateway.url}/painel/transacoes`);
  const rows = page.locator('tbody tr');
  await rows.nth(ROWS - 1).waitFor();
  const seventh = await rows.nth(6).boundingBox();
  assert.ok(seventh && seventh.y + seventh.height <= 844, JSON.stringify(seventh));
  const places = ['name', 'amount', 'time', 'state'].map(async (place) => {
    const cell = rows.first().locator(`[data-place=${place}]`);
    return (await cell.boundingBox()) ?? { x: 0, y: 0 };
  });
  const [name, amount, time, state] = await Promise.all(places);
  assert.ok(name && amount && time && state);
  assert.ok(name.x < amount.x && time.x < state.x && name.y < time.y && amount.y < state.y);
  await assertAccessible(page, 'payments on a phone');

  await page.setViewportSize({ width: 768, height: 1024 });
  const heads = page.locator('thead th:visible');
  await page.getByRole('columnheader', { name: 'Valor', exact: true }).waitFor();
  assert.equal(await heads.count(), 4);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('columnheader', { name: 'Paga em' }).waitFor();
  await page.close();
});
