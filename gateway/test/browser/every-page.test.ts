import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { continueSession, DESK, openBrowser, openPage } from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway } from '../support/gateway.ts';
import { openMerchant } from '../support/operator-merchants.ts';
import {
  assertBeginsWithSkipLink,
  assertComesSteadily,
  assertTabWalksThrough,
  observe,
} from '../support/page-walk.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { LOGGED_OUT_PAGES, merchantPages, OPERATOR_PAGES } from '../support/panel-pages.ts';

const INCIDENT = {
  title: 'Webhooks atrasados',
  title_en: 'Webhooks are late',
  parts: ['webhooks'],
  impact: 'degraded',
  message: 'As entregas estão atrasadas.',
  message_en: 'Deliveries are late.',
};

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const demo = await fillDemo(gateway, { after });
const SIDES = [
  { side: 'a merchant', session: await signIn(gateway, demo.merchant), pages: merchantPages(demo) },
  {
    side: 'an operator',
    session: await signInOperator(gateway, { hasSecondFactor: false }),
    pages: OPERATOR_PAGES,
  },
  { side: 'a visitor', session: undefined, pages: LOGGED_OUT_PAGES },
];

for (const { side, session, pages } of SIDES) {
  test(`no page of ${side} moves while its answers come, and Tab walks through each`, async () => {
    const page = await openPage(browser, { viewport: DESK });
    await observe(page);
    if (session) await continueSession(page, gateway.url, session);
    for (const { name, path } of pages) {
      // A path with another token would be the same document.
      await page.goto('about:blank');
      await assertComesSteadily(page, gateway.url + path);
      if (session) await assertBeginsWithSkipLink(page, name);
      await assertTabWalksThrough(page, name);
    }
    await page.close();
  });
}

// Later than the others, so that they have no banner.
test('no page of a new shop moves when its first day, its application and an incident come', async () => {
  const operator = await signInOperator(gateway);
  const shop = await openMerchant(gateway, 'loja-nova', 'Loja Nova', undefined, false);
  const owner = await signIn(gateway, shop);
  const { status } = await operator.call('POST', '/api/operator/incidents', { body: INCIDENT });
  assert.equal(status, 201);
  const page = await openPage(browser, { viewport: DESK });
  await observe(page);
  await continueSession(page, gateway.url, owner);
  for (const path of ['/painel', '/painel/transacoes', '/painel/saques', '/painel/extrato']) {
    await assertComesSteadily(page, gateway.url + path);
    await page.getByText('Incidente em andamento').waitFor();
    const first = path === '/painel' ? 'Primeiro dia' : 'Complete seu cadastro';
    await page.getByText(first).first().waitFor();
  }
  await page.close();
});
