import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import {
  assertAccessible,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { clockClient } from '../support/test-clocks.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

const TODAY = brazilianDayOf(Date.now());
const DUE = businessDayFrom(addDays(TODAY, 40));
const UNTIL = businessDayFrom(addDays(TODAY, 20));

/** Fills the form of a charge with a due date, a fine, interest and a discount. */
async function fillDueCharge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).fill('12345');
  await page.getByLabel('Nome do pagador').fill('Maria Silva');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  await page.getByText('Com vencimento').click();
  assert.equal(await page.getByLabel('Validade').count(), 0);
  await page.getByLabel('Vencimento', { exact: true }).fill(DUE);
  await page.getByLabel('Multa por atraso', { exact: true }).selectOption('Percentual');
  await page.getByLabel('Multa por atraso: Percentual').fill('2');
  await page.getByLabel('Juros por atraso', { exact: true }).selectOption('Percentual ao mês');
  await page.getByLabel('Juros por atraso: Percentual').fill('1');
  await page.getByLabel('Desconto por pagar antes').selectOption('Valor fixo até uma data');
  await page.getByLabel('1º desconto: Valor').fill('345');
  await page.getByLabel('1º desconto: Até o dia').fill(UNTIL);
}

/** Takes the fine away and halves the amount of a charge on its page. */
async function changeCharge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alterar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar cobrança' });
  await dialog.getByLabel('Valor original').fill('6000');
  await dialog.getByLabel('Multa por atraso', { exact: true }).selectOption('Sem multa');
  const days = dialog.getByRole('table', { name: 'Quanto se paga em cada dia' });
  await days.getByRole('row', { name: 'hoje' }).getByText('R$ 56,55').waitFor();
  await days.getByRole('row', { name: 'vencimento' }).getByText('R$ 60,00').waitFor();
  await days
    .getByRole('row', { name: 'último dia' })
    .getByText(/Juros \+R\$/)
    .waitFor();
  await assertOnDeskAndPhone(page, 'alterar cobrança', assertFitsWidth, assertAccessible);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: 'Valor de hoje' }).getByText('R$ 56,55').waitFor();
  const before = page.getByRole('table', { name: 'O que valia antes de cada alteração' });
  await before.getByText('R$ 123,45').waitFor();
}

/** Finds the charge by its due date with the keyboard's search, and in the list. */
async function findByDueDay(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/painel`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(`vence ${brazilianDate(DUE).slice(0, 5)}`);
  await dialog.getByRole('option', { name: /^Maria Silva · R\$ 60,00/ }).waitFor();
  await assertOnDeskAndPhone(page, 'busca pelo vencimento', assertFitsWidth);
  await dialog.getByRole('option', { name: /^Ver tudo/ }).click();
  await page.getByText(`Vence em ${brazilianDate(DUE)}`).waitFor();
}

test('a charge with a due date is made, shown, changed and found', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const partner = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes`);
  await fillDueCharge(page);
  const days = page.getByRole('table', { name: 'Quanto se paga em cada dia' });
  await days.getByText('R$ 120,00').first().waitFor();
  const dueDay = days.getByRole('row', { name: brazilianDate(DUE) });
  await dueDay.getByText('vencimento').waitFor();
  await days.getByText('Juros +R$ 0,41 · Multa +R$ 2,46').waitFor();
  await page.getByRole('button', { name: 'Adicionar lojista ao split' }).click();
  await page.getByLabel('Nome de usuário').fill(partner.username);
  await page.getByLabel('Percentual', { exact: true }).last().fill('10');
  const division = page.getByRole('table', { name: /Divisão do valor, do menor ao maior/ });
  await division.getByText('R$ 12,00').waitFor();
  await assertOnDeskAndPhone(page, 'nova cobrança', assertFitsWidth, assertAccessible);
  await page.getByRole('button', { name: 'Adicionar o endereço do pagador' }).click();
  await page.getByLabel('Rua e número').fill('Rua das Flores, 12');
  await page.getByLabel('Cidade').fill('São Paulo');
  await page.getByLabel('UF').selectOption('SP');
  await page.getByLabel('CEP').fill('01310-100');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cobrança criada' });
  await dialog.getByRole('link', { name: 'Ver a transação' }).click();
  await page.getByRole('heading', { name: /^Cobrança · R\$ 123,45/ }).waitFor();
  await page.getByText('2 % a partir do primeiro dia de atraso').waitFor();
  await page.getByText('1 % ao mês').waitFor();
  await page.getByText(`R$ 3,45 até ${brazilianDate(UNTIL)}`).waitFor();
  const today = page.getByRole('row', { name: 'Valor de hoje' });
  await today.getByText('R$ 120,00').waitFor();
  await assertOnDeskAndPhone(page, 'cobrança com vencimento', assertFitsWidth, assertAccessible);
  await changeCharge(page);
  await page.goto(`${gateway.url}/painel/transacoes`);
  await page.getByText(`Vence em ${brazilianDate(DUE)}`).waitFor();
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByLabel('Vence até').fill(TODAY);
  await page.getByText('Nenhuma transação encontrada').waitFor();
  await page.getByLabel('Vence até').fill(DUE);
  await page.getByText(`Vence em ${brazilianDate(DUE)}`).waitFor();
  await page.getByLabel('Só vencidas').check();
  await page.getByText('Nenhuma transação encontrada').waitFor();
  await assertOnDeskAndPhone(page, 'filtros do vencimento', assertFitsWidth);
  await findByDueDay(page);
  await page.close();
});

test('an open payment page follows midnight and the payment', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { post, createClock, advance } = clockClient(gateway);
  // A quarter of an hour before the midnight that ends the due date.
  const clock = await createClock(keys, { now: `${addDays(DUE, 1)}T02:45:00.000Z` });
  const created = await post(keys, '/v1/pix/qrcode', {
    ...CHARGE,
    amount: 12_345,
    due_date: DUE,
    clock_id: clock.id,
    fine: { type: 'percent', value: 200 },
    interest: { mode: 'percent_per_month', value: 100 },
  });
  const id = String(created.body.internal_id);
  const page = await openPage(browser, { viewport: PHONE });
  await page.goto(`${gateway.url}/pagar/${id}`);
  await page.getByText(`Vence em ${brazilianDate(DUE)}`).waitFor();
  await page.getByText('Amanhã o valor será R$\u00a0125,95').waitFor();
  await advance(keys, clock, 15 * 60);
  await page.getByText(`Venceu em ${brazilianDate(DUE)}`).waitFor();
  await page.getByText('R$\u00a0125,95', { exact: true }).waitFor();
  await assertOnDeskAndPhone(
    page,
    'página de pagamento em atraso',
    assertFitsWidth,
    assertAccessible,
  );
  await post(keys, `/v1/test/charges/${id}/pay`);
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  await page.getByText('R$\u00a0125,95', { exact: true }).waitFor();
  assert.equal(await page.getByText('Venceu em').isVisible(), false);
  await page.close();
});
