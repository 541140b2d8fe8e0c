import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

const DUE = addDays(brazilianDayOf(Date.now()), 10);

/** Makes a link whose charges are due in ten days, with a fine and a discount, in the panel. */
async function makeLink(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/painel/links`);
  await page.getByRole('button', { name: 'Novo link' }).first().click();
  await page.getByLabel('Título').fill('Mensalidade');
  await page.getByLabel('Valor do link').fill('12345');
  await page.getByLabel('Estoque').fill('3');
  await page.getByText('Com vencimento').click();
  await page.getByLabel('Estoque').waitFor({ state: 'detached' });
  await page.getByLabel('Vence em quantos dias').fill('10');
  await page.getByLabel('Multa por atraso', { exact: true }).selectOption('Percentual');
  await page.getByLabel('Multa por atraso: Percentual').fill('2');
  const discount = 'Valor fixo até certo dia antes do vencimento';
  await page.getByLabel('Desconto por pagar antes').selectOption(discount);
  await page.getByLabel('1º desconto: Valor').fill('345');
  await page.getByLabel('1º desconto: Dias antes do vencimento').fill('11');
  await page.getByRole('button', { name: 'Criar link' }).click();
  await page.getByText('deve ser no máximo 10').waitFor();
  await page.getByLabel('1º desconto: Dias antes do vencimento').fill('5');
  const days = page.getByRole('table', { name: 'Quanto se paga em cada dia' });
  await days.getByRole('row', { name: 'hoje' }).getByText('R$ 120,00').waitFor();
  await days.getByText('Multa +R$ 2,46').first().waitFor();
  const name = 'novo link com vencimento';
  await assertOnDeskAndPhone(page, name, assertFitsWidth, assertAccessibleInBoth);
  await page.getByRole('button', { name: 'Criar link' }).click();
  await page.getByRole('heading', { name: 'Mensalidade' }).waitFor();
}

test('a link with a due date is made, and its payer sees the terms', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await makeLink(page);
  await page.getByText('10 dias depois da criação').waitFor();
  await page.getByText('R$ 3,45 até 5 dias antes do vencimento').waitFor();
  await assertOnDeskAndPhone(page, 'link com vencimento', assertFitsWidth, assertAccessible);
  const open = page.getByRole('link', { name: 'Abrir página do link' });
  const address = await open.getAttribute('href');
  const payer = await openPage(browser, { viewport: PHONE });
  await payer.goto(address ?? '');
  await payer.getByText(`Vence em ${brazilianDate(DUE)}, se você continuar hoje.`).waitFor();
  await payer.getByText('Depois do vencimento, multa de 2%.').waitFor();
  await assertOnDeskAndPhone(
    payer,
    'página do link com vencimento',
    assertFitsWidth,
    assertAccessibleInBoth,
  );
  await payer.getByLabel('Seu nome completo').fill('Maria Silva');
  await payer.getByLabel('Seu CPF ou CNPJ').fill('12345678909');
  await payer.getByRole('button', { name: 'Continuar para o Pix' }).click();
  await payer.waitForURL(/\/pagar\//);
  await payer.getByText(brazilianDate(DUE)).first().waitFor();
  await payer.getByText('R$ 120,00').first().waitFor();
  await page.getByRole('button', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar link' });
  const before = dialog.getByLabel('1º desconto: Dias antes do vencimento');
  assert.equal(await before.inputValue(), '5');
  await dialog.getByText('Na hora').click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await payer.goto(address ?? '');
  await payer.getByText('O código Pix vale por 30 minutos.').waitFor();
  await Promise.all([page.close(), payer.close()]);
});
