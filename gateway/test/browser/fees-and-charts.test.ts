import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a click explains a fee, and another saves the chart’s numbers', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const paid = await receivePayment(gateway, keys, { ...CHARGE, amount: 123_456 });
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/transacoes/${paid.internal_id}`);
  await page.getByRole('button', { name: 'Como foi calculada' }).click();
  await page.getByText(/1,49 % de R\$\s1\.234,56 são R\$\s18,39/).waitFor();
  await assertOnDeskAndPhone(page, 'a fee', assertFitsWidth, assertAccessibleInBoth);

  await page.goto(`${gateway.url}/painel/`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const download = await saving;
  assert.match(download.suggestedFilename(), /^recebido-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines[0], '\u{FEFF}Dia;Recebido;Pagamentos;Cobranças criadas');
  assert.match(lines.at(-1) ?? '', /^\d\d\/\d\d\/\d{4};1234,56;1;1$/);
  await assertOnDeskAndPhone(page, 'the chart', assertFitsWidth);
  await page.close();
});
