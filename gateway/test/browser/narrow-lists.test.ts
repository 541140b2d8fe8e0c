import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const ROWS = 12;
const PHONE = { width: 390, height: 844 };
/** The rows that a phone shows at least, above the bar at its bottom. */
const GOALS = { transacoes: 7, saques: 7, extrato: 7, links: 5 } as const;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);
for (let row = 0; row < ROWS; row += 1) {
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  await owner.call('POST', `/api/panel/test/charges/${charge.body.internal_id}/pay`);
  await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const link = { title: `Oficina ${row}`, amount: 5_000 };
  await gateway.call('POST', '/v1/payment-links', { keys, body: link });
}

async function openPhone(): Promise<Page> {
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, owner);
  return page;
}

/** The rows of the list that are wholly above the bar. */
async function countRows(page: Page): Promise<number> {
  const bar = await page.locator('.shell-bar').boundingBox();
  assert.ok(bar);
  const rows = await page.locator('tbody tr').all();
  const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
  return boxes.filter((box) => box && box.y + box.height <= bar.y).length;
}

test('a phone shows seven payments, payouts and entries and five links above its bar', async () => {
  const page = await openPhone();
  const shown: Record<string, number> = {};
  for (const [list, goal] of Object.entries(GOALS)) {
    await openLoaded(page, `${gateway.url}/painel/${list}?ambiente=teste`);
    await page.locator('tbody tr').nth(goal).waitFor();
    shown[list] = await countRows(page);
    await assertAccessible(page, `${list} on a phone`);
  }
  process.stdout.write(`rows at 390 x 844: ${JSON.stringify(shown)}\n`);
  for (const [list, goal] of Object.entries(GOALS)) {
    assert.ok((shown[list] ?? 0) >= goal, `${list}: ${shown[list]} of ${goal}`);
  }
  await page.close();
});

test('a phone shows a payment in two lines below its day, and a tablet shows a table', async () => {
  const page = await openPhone();
  await openLoaded(page, `${gateway.url}/painel/transacoes?ambiente=teste`);
  const first = page.locator('tbody tr').first();
  const places = ['name', 'amount', 'time', 'state'].map(async (place) => {
    const cell = first.locator(`[data-place=${place}]`);
    return (await cell.boundingBox()) ?? { x: 0, y: 0 };
  });
  const [name, amount, time, state] = await Promise.all(places);
  assert.ok(name && amount && time && state);
  assert.ok(name.x < amount.x && time.x < state.x && name.y < time.y && amount.y < state.y);
  assert.match((await first.getAttribute('data-day')) ?? '', /^\d\d\/\d\d\/\d{4}$/);

  await page.setViewportSize({ width: 768, height: 1024 });
  const heads = page.locator('thead th:visible');
  await page.getByRole('columnheader', { name: 'Valor', exact: true }).waitFor();
  assert.equal(await heads.count(), 4);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('columnheader', { name: 'Paga em' }).waitFor();
  await page.close();
});

test('the bar of a phone leads to four places and to the menu, which the Escape key closes', async () => {
  const page = await openPhone();
  await openLoaded(page, `${gateway.url}/painel?ambiente=teste`);
  const bar = page.getByRole('navigation', { name: 'Acesso rápido' });
  assert.deepEqual(await bar.locator('a, button').allInnerTexts(), [
    'Início',
    'Cobrar',
    'Transações',
    'Saques',
    'Mais',
  ]);
  const cards = page.locator('.stat-card');
  assert.match((await cards.first().textContent()) ?? '', /Saldo disponível/);
  const more = bar.getByRole('button', { name: 'Mais' });
  await more.click();
  await page.getByRole('link', { name: 'Contestações' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await more.getAttribute('aria-expanded'), 'false');
  await bar.getByRole('link', { name: 'Saques' }).click();
  await page.getByRole('heading', { level: 1, name: 'Saques' }).waitFor();
  await page.close();
});

test('the filters and the files of the statement are behind one button of a phone', async () => {
  const page = await openPhone();
  await openLoaded(page, `${gateway.url}/painel/extrato?ambiente=teste`);
  const file = page.getByRole('link', { name: 'Baixar OFX' });
  assert.equal(await file.isVisible(), false);
  await page.getByRole('button', { name: 'Filtros e arquivos' }).click();
  await file.waitFor();
  await page.getByLabel('Conta', { exact: true }).waitFor();
  await page.close();
});

test('a filter of a list is kept by its name in the browser, without what was searched for', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/transacoes?situacao=paid&busca=maria`);
  await page.getByRole('button', { name: 'Salvar este filtro' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Pagas');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await openLoaded(page, `${gateway.url}/painel/saques?situacao=failed`);
  await page.getByRole('button', { name: 'Salvar este filtro' }).waitFor();
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  const saved = page.getByRole('button', { name: 'Pagas', exact: true, pressed: false });
  await assertAccessible(page, 'saved filters');
  await saved.click();
  await page.getByRole('button', { name: 'Pagas', pressed: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('situacao'), 'paid');
  assert.equal(new URL(page.url()).searchParams.get('busca'), null);
  await page.getByRole('button', { name: 'Remover o filtro Pagas' }).click();
  await page.getByRole('button', { name: 'Salvar este filtro' }).waitFor();
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  assert.equal(await page.getByRole('group', { name: 'Filtros salvos' }).count(), 0);
  await page.close();
});

for (const [list, title, status, name] of [
  ['contestacoes', 'Contestações', 'accepted', 'Aceitas'],
  ['assinaturas', 'Assinaturas', 'paused', 'Pausadas'],
  ['requisicoes', 'Requisições', '4', 'Recusadas'],
] as const) {
  test(`a filter of ${list} is kept by its name`, async () => {
    const page = await openPhone();
    await openLoaded(page, `${gateway.url}/painel/${list}?ambiente=teste&situacao=${status}`);
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByRole('button', { name: 'Salvar este filtro' }).click();
    await page.getByLabel('Nome', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await openLoaded(page, `${gateway.url}/painel/${list}?ambiente=teste`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByRole('button', { name, exact: true, pressed: false }).click();
    await page.getByRole('button', { name, pressed: true }).waitFor();
    await page
      .locator(`select >> option:checked[value="${status}"]`)
      .waitFor({ state: 'attached' });
    await page.close();
  });
}

test('one notice counts the payments that come while it is shown', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/links?ambiente=teste`);
  const sell = async () => {
    const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    await owner.call('POST', `/api/panel/test/charges/${charge.body.internal_id}/pay`);
  };
  await sell();
  const notice = page.locator('[id="charge.paid"]');
  await notice.getByText('Pix recebido', { exact: true }).waitFor();
  // It stays while the pointer is on it.
  await notice.getByRole('button').hover();
  await sell();
  await notice.getByText('Pix recebido (2)').waitFor();
  assert.equal(await notice.count(), 1);
  await page.close();
});
