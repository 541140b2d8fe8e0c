import { after, test } from 'node:test';
import {
  assertAccessible,
  assertFitsWidth,
  logInByForm,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway } from '../support/gateway.ts';
import { PASSWORD, signIn, signInOperator } from '../support/panel.ts';
import { merchantPages, OPERATOR_PAGES } from '../support/panel-pages.ts';

const gateway = await startGateway({ after });
const demo = await fillDemo(gateway, { after });
const browser = await openBrowser({ after });
const person = await signIn(gateway, demo.merchant);
const operator = await signInOperator(gateway, { hasSecondFactor: false });

const SIDES = [
  { side: 'merchant', email: person.email, pages: merchantPages(demo) },
  { side: 'operator', email: operator.email, pages: OPERATOR_PAGES },
] as const;

for (const { side, email, pages } of SIDES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page of a ${side} breaks no accessibility rule in ${colorScheme}`, async () => {
      const page = await openPage(browser, { colorScheme });
      await logInByForm(page, gateway.url, { email, password: PASSWORD });
      for (const one of pages) {
        await openLoaded(page, gateway.url + one.path);
        await assertAccessible(page, one.name);
      }
      await page.close();
    });
  }

  test(`every page of a ${side} fits a phone`, async () => {
    const page = await openPage(browser, { viewport: PHONE });
    await logInByForm(page, gateway.url, { email, password: PASSWORD });
    for (const one of pages) {
      await openLoaded(page, gateway.url + one.path);
      await assertFitsWidth(page, one.name);
    }
    await page.close();
  });
}
