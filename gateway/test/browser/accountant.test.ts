import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, continueSession, openBrowser, openPage } from '../support/browser.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { sheetRows, unzip } from '../support/xlsx-cells.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const charge = await receivePayment(gateway, keys);
const page = await openPage(browser);
await continueSession(page, gateway.url, await signIn(gateway, merchant));

async function download(from: Page, name: string): Promise<Buffer> {
  const downloading = from.waitForEvent('download');
  await from.getByRole('link', { name }).click();
  return readFile(await (await downloading).path());
}

test('the accountant downloads the workbook and the closing of the month', async () => {
  await page.goto(`${gateway.url}/painel/fechamentos`);
  const period = page.getByLabel('Período', { exact: true });
  await period.waitFor();
  assert.equal(await period.inputValue(), 'last_month', 'the closed month is chosen');
  const before = pdfTexts(await download(page, 'Fechamento (PDF)'));
  assert.ok(before.includes('Nenhum movimento no período.'), before.join('\n'));
  await period.selectOption('this_month');
  await page.waitForURL(/periodo=this_month/);
  const files = unzip(await download(page, 'Planilha (XLSX)'));
  assert.equal(sheetRows(files.get('xl/worksheets/sheet1.xml') ?? '').length, 2);
  const texts = pdfTexts(await download(page, 'Fechamento (PDF)'));
  assert.ok(texts.includes(merchant.name) && texts.includes('R$ 98,02'), texts.join('\n'));
  await page.reload();
  await page.waitForFunction(() => document.querySelector('select')?.value === 'this_month');
  await period.selectOption('own');
  await page.waitForURL(/periodo=\d{4}-\d\d-01\.\./);
});

test('a receipt is downloaded at its transaction, and its code is verified by anybody', async () => {
  await page.goto(`${gateway.url}/painel/transacoes/${charge.internal_id}`);
  const texts = pdfTexts(await download(page, 'Comprovante'));
  const code = texts.filter((text) => /^[0-9A-Z]{6}-[0-9A-Z-]+$/.test(text)).join('');
  const visitor = await openPage(browser);
  await visitor.goto(`${gateway.url}/comprovante`);
  await assertAccessible(visitor, 'conferir comprovante');
  await visitor.getByLabel('Código de autenticação').fill(code);
  await visitor.getByRole('button', { name: 'Conferir' }).click();
  await visitor.getByRole('heading', { name: 'Este comprovante confere' }).waitFor();
  await visitor.getByText('R$ 100,00').waitFor();
  assert.equal(await visitor.getByText(CHARGE.payer.name).count(), 0);
  await assertAccessible(visitor, 'comprovante que confere');
  await visitor.close();
});

test('a printed page has its tables, and neither navigation nor buttons nor dark colours', async () => {
  const paper = await openPage(browser, { colorScheme: 'dark' });
  await continueSession(paper, gateway.url, await signIn(gateway, merchant));
  await paper.goto(`${gateway.url}/painel/extrato`);
  const cell = paper.getByRole('cell', { name: 'Cobrança recebida' });
  await cell.waitFor();
  const menu = paper.locator('#navigation');
  assert.equal(await menu.isVisible(), true);
  await paper.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await menu.isVisible(), false);
  assert.equal(await paper.getByRole('button').filter({ visible: true }).count(), 0);
  // A sheet of A4 is as narrow as a tablet.
  await paper.setViewportSize({ width: 700, height: 1_000 });
  assert.equal(await paper.getByRole('columnheader').first().isVisible(), true);
  const isSeen = await Promise.all(
    ['Baixar CSV', 'Baixar OFX'].map((name) => paper.getByText(name).isVisible()),
  );
  assert.deepEqual(isSeen, [false, false]);
  const colours = await cell.evaluate((element) => {
    const { color } = getComputedStyle(element);
    return [color, getComputedStyle(document.body).backgroundColor];
  });
  assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const sheet = await paper.pdf({ preferCSSPageSize: true });
  assert.equal(sheet.subarray(0, 5).toString(), '%PDF-');
  await paper.close();
});

after(() => page.close());
