import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);

const entries = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Saques', exact: true });

test('the menu has at most ten entries; the pages of a section are its tabs, also on a phone', async () => {
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    const page = await openPage(browser);
    await page.setViewportSize(viewport);
    await continueSession(page, gateway.url, owner);
    await openLoaded(page, `${gateway.url}/painel`);
    const isPhone = viewport === PHONE;
    if (isPhone) await page.getByRole('button', { name: 'Abrir o menu' }).click();
    const payouts = entries(page).getByRole('link', { name: 'Saques', exact: true });
    await payouts.waitFor();
    assert.ok((await entries(page).getByRole('link').count()) <= 10);
    await payouts.click();
    await tabs(page).getByRole('link', { name: 'Limites de saque' }).click();
    await page.getByRole('heading', { level: 1, name: 'Limites de saque' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/painel/limites');
    await assertAccessible(page, `tabs at ${viewport.width}`);
    const open = tabs(page).locator('[aria-current=page]');
    assert.equal(await open.textContent(), 'Limites de saque');
    await page.close();
  }
});

test('the home shows the balance first, with a button that withdraws it', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel`);
  const cards = page.locator('.stat-card');
  await cards.filter({ hasText: 'Recebido hoje' }).waitFor();
  assert.match((await cards.first().textContent()) ?? '', /^Saldo disponível/);
  await cards.getByRole('button', { name: 'Sacar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Novo saque' }).waitFor();
  await page.close();
});

test('the page of one thing shows the tab and the entry of its list', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/saques-em-lote/${crypto.randomUUID()}`);
  const open = tabs(page).locator('[aria-current=page]');
  assert.equal(await open.textContent(), 'Saques em lote');
  const entry = entries(page).getByRole('link', { name: 'Saques', exact: true });
  assert.equal(await entry.getAttribute('data-active'), 'true');
  await page.close();
});
