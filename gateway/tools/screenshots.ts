import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { logInByForm, openBrowser, openLoaded, openPage, PHONE } from '../test/support/browser.ts';
import { fillDemo } from '../test/support/demo.ts';
import { startGateway } from '../test/support/gateway.ts';
import { PASSWORD, signIn, signInOperator } from '../test/support/panel.ts';
import {
  ENTRANCE_PAGES,
  merchantPages,
  OPERATOR_PAGES,
  type PanelPage,
} from '../test/support/panel-pages.ts';

const FOLDER = resolve(process.argv[2] ?? 'screenshots');
const LOOKS = [
  { look: 'claro', options: {} },
  { look: 'escuro', options: { colorScheme: 'dark' } },
  { look: 'celular', options: { viewport: PHONE } },
] as const;

/** Draws every page of the panel with a month of content: `npm run screenshots -- folder`. */
const cleanups: (() => unknown)[] = [];
const context = { after: (cleanup: () => unknown) => cleanups.unshift(cleanup) };
const gateway = await startGateway(context);
const demo = await fillDemo(gateway, context);
const person = await signIn(gateway, demo.merchant);
const operator = await signInOperator(gateway, { hasSecondFactor: false });
const browser = await openBrowser(context);
await mkdir(FOLDER, { recursive: true });
await drawAll(browser, ENTRANCE_PAGES);
await drawAll(browser, merchantPages(demo), person.email);
await drawAll(browser, OPERATOR_PAGES, operator.email);
await drawAll(browser, [{ name: 'pagar', path: `/pagar/${demo.chargeIds.at(-1)}` }]);
for (const cleanup of cleanups) await cleanup();

async function drawAll(
  browser: Browser,
  pages: readonly PanelPage[],
  email?: string,
): Promise<void> {
  for (const { look, options } of LOOKS) {
    const page = await openPage(browser, options);
    if (email) await logInByForm(page, gateway.url, { email, password: PASSWORD });
    for (const { name, path } of pages) {
      await openLoaded(page, gateway.url + path);
      await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
    }
    await page.context().close();
  }
}
