import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertAccessibleInBoth,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway } from '../support/gateway.ts';
import { PASSWORD, signIn } from '../support/panel.ts';

const env = {
  BRAND_NAME: 'Pagadora Ltda',
  BRAND_COLOR: '#0b5cab',
  BRAND_SUPPORT: 'ajuda@pagadora.example',
  BRAND_TERMS_URL: 'https://pagadora.example/termos',
};
/** Each cookie comes after 300 others, which keeps the store of cookies busy for a while. */
const SLOW_COOKIES = `{
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    get,
    set(text) {
      for (let count = 0; count < 300; count += 1) set.call(this, 'other=' + count);
      set.call(this, text);
    },
  });
}`;

const gateway = await startGateway({ after }, { env });
const browser = await openBrowser({ after });

test('a member chooses English, logs in to the branded panel and goes back to Portuguese', async () => {
  const demo = await fillDemo(gateway, { after });
  const { email } = await signIn(gateway, demo.merchant);
  const page = await openPage(browser);
  await openLoaded(page, `${gateway.url}/entrar`);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  assert.equal(await page.title(), 'Log in · Pagadora Ltda');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  const support = page.getByRole('link', { name: 'Support' });
  assert.equal(await support.getAttribute('href'), 'mailto:ajuda@pagadora.example');
  await assertAccessibleInBoth(page, 'the English log-in with a brand');

  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('wrong password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Wrong e-mail or password.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByRole('link', { name: 'Pagadora Ltda' }).waitFor();
  await assertAccessible(page, 'the English home with a brand');
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor();
  await page.close();
});

test('a page is loaded in the chosen language where the browser stores cookies late', async () => {
  const page = await openPage(browser);
  await page.addInitScript(SLOW_COOKIES);
  await openLoaded(page, `${gateway.url}/entrar`);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await page.getByRole('button', { name: 'Português' }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await page.close();
});
