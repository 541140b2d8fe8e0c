import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsPhone,
  logInByForm,
  openBrowser,
  openLoaded,
  openPage,
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
  test(`every page of a ${side} is accessible in light and in dark, and fits a phone`, async () => {
    const page = await openPage(browser);
    await logInByForm(page, gateway.url, { email, password: PASSWORD });
    for (const one of pages) {
      await openLoaded(page, gateway.url + one.path);
      await assertAccessibleInBoth(page, one.name);
      await assertFitsPhone(page, one.name);
    }
    await page.close();
  });
}
