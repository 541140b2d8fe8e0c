import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { continueSession, openBrowser, openLoaded, openPage } from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway } from '../support/gateway.ts';
import { assertComesSteadily, observe } from '../support/page-walk.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const SCRIPT_BYTES_MAX = 230 * 1_024;
/** Scripts, data (eleven lists on the home page of operators), style sheet, font and icon. */
const REQUESTS_MAX = 32;
/** Of the list of transactions, with all that comes when the browser is idle. */
const LIST_REQUESTS_MAX = 21;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const demo = await fillDemo(gateway, { after });
const owner = await signIn(gateway, demo.merchant);
// A page that begins to listen hears of the last ten seconds, and would read its list again.
gateway.clock.advance(MINUTE_MS);

/** Follows the requests of a page: how many, and the compressed bytes of its scripts. */
function countRequests(page: Page) {
  const sizes: Promise<number>[] = [];
  const addresses: string[] = [];
  page.on('request', (request) => {
    addresses.push(new URL(request.url()).pathname);
  });
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize)
        // The page may be closed by then.
        .catch(() => 0),
    );
  });
  return {
    addresses,
    scriptBytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
  };
}

test('the list of transactions needs few requests in all', async () => {
  const page = await openPage(browser);
  await observe(page);
  await continueSession(page, gateway.url, owner);
  const { addresses } = countRequests(page);
  await assertComesSteadily(page, `${gateway.url}/painel/transacoes`);
  assert.ok(addresses.includes('/api/panel/test/notices/unread'), 'the bell has come');
  const lists = addresses.filter((one) => one === '/api/panel/test/transactions');
  assert.equal(lists.length, 1, 'the page takes the list that was asked for early');
  assert.ok(addresses.length <= LIST_REQUESTS_MAX, `${addresses.length}: ${addresses.join(' ')}`);
  await page.close();
});

for (const { path, session } of [
  { path: '/entrar', session: undefined },
  { path: '/painel', session: owner },
  { path: '/operador', session: await signInOperator(gateway) },
]) {
  test(`the first load of ${path} is small, and asks for nothing twice`, async () => {
    const page = await openPage(browser);
    if (session) await continueSession(page, gateway.url, session);
    // What waits for an idle moment is not of the first load, however slow the machine makes that.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    const { addresses, scriptBytes } = countRequests(page);
    await openLoaded(page, gateway.url + path);
    const shown = [...addresses];
    const bytes = await scriptBytes();
    assert.ok(bytes > 0 && bytes < SCRIPT_BYTES_MAX, `${bytes} bytes`);
    assert.ok(shown.length <= REQUESTS_MAX, `${shown.length} requests: ${shown.join(' ')}`);
    // The page takes the answers that its first script asked for.
    assert.deepEqual(
      shown.filter((one, index) => shown.indexOf(one) !== index),
      [],
    );
    await page.close();
  });
}
