import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFitsPhone,
  assertFitsWidth,
  assertOnDeskAndPhone,
  CODE,
  continueSession,
  DESK,
  holdBack,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
  waitUntilDrawn,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';

const DAY_MS = 24 * 60 * 60_000;
const { gateway, bank } = await startLiveGateway({ after });
const operator = await signInOperator(gateway);
const browser = await openBrowser({ after });

/** Payments in suspense; the numbers make txids that no charge has. */
async function hold(amount: bigint, number: number): Promise<string> {
  const txid = `deoutrosistema00000000000000${number}`;
  const { endToEndId } = bank.receiveWithoutCharge(amount, txid);
  await until('it is held', async () => {
    const rows = await gateway.sql('select from incoming_payments where end_to_end_id = $1', [
      endToEndId,
    ]);
    return rows.length === 1;
  });
  return endToEndId;
}

test('an operator pays the charge that a payment in suspense names, after a review', async () => {
  const { keys, merchant, username } = await createMerchantWithKeys(gateway, 'live');
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1, amount: 9_000n });
  const { endToEndId } = bank.pay(String(created.body.internal_id).replaceAll('-', ''));
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await until('it is held', async () => {
    const rows = await gateway.sql('select from incoming_payments where end_to_end_id = $1', [
      endToEndId,
    ]);
    return rows.length === 1;
  });
  await openLoaded(page, `${gateway.url}/operador/recebimentos`);
  const waiting = page.getByRole('table', { name: 'Recebimentos a identificar' });
  const row = waiting.getByRole('row', { name: new RegExp(endToEndId) });
  await row.getByRole('button', { name: 'Pagar a cobrança' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${merchant.name} (@${username})`).waitFor();
  for (const amount of ['R$ 100,00', 'R$ 90,00', 'R$ 88,17']) {
    await dialog.getByText(amount).first().waitFor();
  }
  await assertAccessible(page, 'pagamento de uma cobrança');
  await dialog.getByLabel('Motivo').fill('O banco confirmou o valor');
  await dialog.getByLabel(CODE).fill(await operator.code());
  await dialog.getByRole('button', { name: 'Pagar a cobrança' }).click();
  await page.getByText('Cobrança paga.').waitFor();
  await row.waitFor({ state: 'detached' });
  const taken = page.getByRole('table', { name: 'Pagas com outro valor' });
  await taken
    .getByRole('row', { name: new RegExp(endToEndId) })
    .getByText('R$ 90,00')
    .waitFor();
});

test('a payment in suspense shows the charges that fit it, and pays one after a review', async () => {
  const { keys, merchant, username } = await createMerchantWithKeys(gateway, 'live');
  const body = { ...CHARGE, amount: 4_567 };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const id = String(created.body.internal_id);
  const endToEndId = await hold(4_567n, 19);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/recebimentos`);
  const row = page
    .getByRole('table', { name: 'Recebimentos a identificar' })
    .getByRole('row', { name: new RegExp(endToEndId) });
  await row.getByText(/^Banco do pagador: .*ISPB \w{8}/).waitFor();
  const fitting = row.getByRole('listitem').filter({ hasText: merchant.name });
  await fitting.getByText(CHARGE.payer.name).waitFor();
  await assertFitsPhone(page, 'cobranças que combinam');
  await assertOnDeskAndPhone(page, 'cobranças que combinam', assertAccessibleInBoth);
  await fitting.getByRole('button', { name: `Pagar a cobrança de ${CHARGE.payer.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${merchant.name} (@${username})`).waitFor();
  await dialog.getByLabel('Motivo').fill('O pagador mostrou o comprovante');
  await dialog.getByLabel(CODE).fill(await operator.code());
  await dialog.getByRole('button', { name: 'Pagar a cobrança' }).click();
  await page.getByText('Cobrança paga.').waitFor();
  await row.waitFor({ state: 'detached' });
  const { body: paid } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(paid.end_to_end_id, endToEndId);
  await page.close();
});

test('on a phone a payment in suspense opens with the charges that fit it, and pays one', async () => {
  const { keys } = await createMerchantWithKeys(gateway, 'live');
  const body = { ...CHARGE, amount: 7_654 };
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const endToEndId = await hold(7_654n, 21);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/recebimentos`);
  const row = page
    .getByRole('table', { name: 'Recebimentos a identificar' })
    .getByRole('row', { name: /R\$ 76,54/ });
  await row.click();
  const detail = page.getByRole('dialog', { name: 'Recebimento de R$ 76,54' });
  await detail.getByText(endToEndId).waitFor();
  await assertOnDeskAndPhone(page, 'um recebimento', assertFitsWidth, assertAccessibleInBoth);
  await detail.getByRole('button', { name: 'Atribuir a um lojista' }).click();
  const above = page.getByRole('dialog', { name: 'Atribuir a um lojista' });
  await above.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await above.waitFor({ state: 'detached' });
  await detail.getByRole('button', { name: `Pagar a cobrança de ${CHARGE.payer.name}` }).click();
  const review = page.getByRole('dialog', { name: 'Pagar a cobrança com este Pix?' });
  await review.getByLabel('Motivo').fill('O pagador mostrou o comprovante');
  await review.getByLabel(CODE).fill(await operator.code());
  await review.getByRole('button', { name: 'Pagar a cobrança' }).click();
  await page.getByText('Cobrança paga.').waitFor();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  await page.close();
});

/** Sums how far the layout moved while a page loaded (Layout Instability, web.dev/cls). */
const SHIFT = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
})()`;
const SHIFT_MAX = 0.05;
/** Each request of the operators' home that could be the last one to be answered. */
const PARTS_OF_HOME = [
  '**/api/operator/health',
  '**/api/operator/incoming-payments/count',
  '**/api/operator/ledger/live',
  '**/api/operator/payout-stops',
];

test('the operators’ home does not move while it loads, in any order of the answers', async () => {
  const endToEndId = await hold(1_234n, 20);
  for (const viewport of [DESK, PHONE]) {
    for (const last of PARTS_OF_HOME) {
      const page = await openPage(browser, { viewport });
      await continueSession(page, gateway.url, operator);
      const release = await holdBack(page, last);
      const others = page.waitForResponse(/\/api\/operator\/ledger-verifications/);
      await page.goto(`${gateway.url}/operador`);
      await others;
      await waitUntilDrawn(page);
      release();
      await page.getByRole('link', { name: 'Ver recebimentos' }).waitFor();
      await page.getByText('Última verificação do livro-razão').waitFor();
      await waitUntilDrawn(page);
      const shift = Number(await page.evaluate(SHIFT));
      assert.ok(shift <= SHIFT_MAX, `${last}: layout shift ${shift}`);
      await page.close();
    }
  }
  const returned = `/api/operator/incoming-payments/${endToEndId}/return`;
  assert.equal((await operator.callWithCode('POST', returned)).status, 200);
});

test('an operator sees money in suspense, assigns a payment and marks another as returned', async () => {
  const { merchant, username } = await createMerchantWithKeys(gateway, 'live');
  const first = await hold(12_345n, 10);
  const second = await hold(678n, 11);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador`);
  await page.getByText('2 recebimentos a identificar').waitFor();
  await page.getByText('A identificar', { exact: true }).first().waitFor();
  await page.getByText('R$ 130,23').first().waitFor();
  await page.getByRole('link', { name: 'Ver recebimentos' }).click();
  await page.getByRole('heading', { name: 'Recebimentos a identificar' }).waitFor();

  const waiting = page.getByRole('table', { name: 'Recebimentos a identificar' });
  const assigned = waiting.getByRole('row', { name: new RegExp(first) });
  await assigned.getByText('Cobrança não encontrada').waitFor();
  await assigned.getByRole('button', { name: 'Atribuir a um lojista' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Lojista' });
  await field.fill('ninguem');
  await page.keyboard.press('Enter');
  await dialog.getByText('Não existe lojista com este username.').waitFor();
  await field.fill(merchant.name);
  const option = page.getByRole('option', { name: new RegExp(`@${username} · CNPJ`) });
  await option.getByText('Ativo').waitFor();
  await assertAccessible(page, 'busca de um lojista');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), username);
  await page.keyboard.press('Enter');
  await dialog.getByText(`${merchant.name} (@${username})`).waitFor();
  await assertAccessible(page, 'atribuição');
  await dialog.getByLabel(CODE).fill(await operator.code());
  await dialog.getByRole('button', { name: 'Atribuir a um lojista' }).click();
  await page.getByText(`R$ 123,45 no saldo de ${merchant.name}.`).waitFor();
  await assigned.waitFor({ state: 'detached' });
  const assignments = page.getByRole('table', { name: 'Atribuídos a lojistas' });
  await assignments.getByRole('row', { name: new RegExp(first) }).waitFor();

  const returned = waiting.getByRole('row', { name: new RegExp(second) });
  await returned.getByRole('button', { name: 'Marcar como devolvido' }).click();
  await dialog.getByText('R$ 6,78').waitFor();
  await dialog.getByLabel(CODE).fill(await operator.code());
  await dialog.getByRole('button', { name: 'Marcar como devolvido' }).click();
  await page.getByText('Nenhum recebimento a identificar').waitFor();

  await page.getByRole('link', { name: 'Auditoria' }).click();
  await page.getByRole('row', { name: /Atribuiu um recebimento/ }).waitFor();
  await page.getByRole('row', { name: /Marcou um recebimento como devolvido.*R\$ 6,78/ }).waitFor();
  await page.close();
});

test('an operator reconciles a day with the bank and sees the discrepancies', async () => {
  const day = brazilianDayOf(gateway.clock.now());
  const [year, month, number] = day.split('-');
  const shown = `${number}/${month}/${year}`;
  const changed = await hold(500n, 12);
  await gateway.sql('update incoming_payments set amount_centavos = 501 where end_to_end_id = $1', [
    changed,
  ]);
  gateway.clock.advance(DAY_MS);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador/conciliacao`);
  const row = page.getByRole('row', { name: new RegExp(`^${shown}`) });
  await page.getByLabel('Dia').fill(day);
  await page.getByRole('button', { name: 'Conciliar agora' }).click();
  await page.getByText('Conciliação solicitada.').waitFor();
  await row.getByText('Com divergências').waitFor();
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('row', {
      name: new RegExp(`Valor do recebimento diferente.*${changed}.*5,01.*5,00`),
    })
    .waitFor();
  await assertAccessible(page, 'conciliação');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Início' }).click();
  // The balance of now differs in each report that is made after the change: just after midnight
  // the worker compares the day before too, and both are named.
  await page.getByText(new RegExp(`^As? concilia.*${shown}.* t[eê]m divergências$`)).waitFor();
  await page.close();
});

test('both pages with rows work on a phone in dark mode', async () => {
  await hold(99n, 13);
  const page = await openPage(browser, { viewport: PHONE, colorScheme: 'dark' });
  await continueSession(page, gateway.url, operator);
  for (const path of ['/operador', '/operador/recebimentos', '/operador/conciliacao']) {
    await openLoaded(page, gateway.url + path);
    await assertFitsWidth(page, path);
    await assertAccessible(page, path);
  }
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByText('Saldo no banco').waitFor();
  await assertFitsWidth(page, 'relatório');
  await page.close();
});
