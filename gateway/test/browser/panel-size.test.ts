import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { continueSession, openBrowser, openLoaded, openPage } from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const SCRIPT_BYTES_MAX = 300 * 1_024;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const demo = await fillDemo(gateway, { after });

/** Counts the compressed bytes of the scripts that a page loads. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

for (const { path, session } of [
  { path: '/entrar', session: undefined },
  { path: '/painel', session: await signIn(gateway, demo.merchant) },
  { path: '/operador', session: await signInOperator(gateway) },
]) {
  test(`the first load of ${path} is under 300 KiB of script`, async () => {
    const page = await openPage(browser);
    if (session) await continueSession(page, gateway.url, session);
    const scripts = countScripts(page);
    await openLoaded(page, gateway.url + path);
    const bytes = await scripts();
    assert.ok(bytes > 0 && bytes < SCRIPT_BYTES_MAX, `${bytes} bytes`);
    await page.close();
  });
}
