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
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

/** The colour of faults, as the browser computes it. */
const RED = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--mantine-color-error)';
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
})()`;

async function openWebhookForm(): Promise<Page> {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await page.getByLabel('Endereço').waitFor();
  return page;
}

test('a refused form says all its faults in our words, with the focus on the first', async () => {
  const page = await openPage(browser);
  await openLoaded(page, `${gateway.url}/entrar`);
  const email = page.getByLabel('E-mail');
  const password = page.getByRole('textbox', { name: 'Senha' });
  await email.fill('maria');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const faultOf = (field: typeof email) =>
    field.evaluate((element) => {
      const [id] = (element.getAttribute('aria-describedby') ?? '').split(' ').slice(-1);
      return document.getElementById(id ?? '')?.textContent;
    });
  assert.equal(await faultOf(email), 'Digite um e-mail, como maria@exemplo.com.br.');
  assert.equal(await faultOf(password), 'Preencha este campo.');
  assert.equal(await email.evaluate((element) => element === document.activeElement), true);
  await assertAccessible(page, 'entrar');
  const borderOf = (field: typeof email) =>
    field.evaluate((element) => {
      const box = element.closest('.mantine-Input-wrapper')?.firstElementChild ?? element;
      return getComputedStyle(box).borderColor;
    });
  const red = await page.evaluate<string>(RED);
  assert.deepEqual([await borderOf(email), await borderOf(password)], [red, red]);
  // A form that is sent again without a change is refused again.
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  assert.equal(await faultOf(email), 'Digite um e-mail, como maria@exemplo.com.br.');
  await email.fill('maria@exemplo.com.br');
  assert.equal(await email.getAttribute('aria-invalid'), null);
  assert.equal(await password.getAttribute('aria-invalid'), 'true');
  assert.notEqual(await borderOf(email), red);
  await page.close();
});

test('Escape and a click beside a dialog ask before they drop what was typed', async () => {
  const page = await openWebhookForm();
  const url = page.getByLabel('Endereço');
  const question = page.getByRole('dialog', { name: 'Descartar o que foi digitado?' });
  await url.fill('https://exemplo.com.br/aviso');
  await page.keyboard.press('Escape');
  await question.waitFor();
  await assertAccessible(page, 'descartar');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.equal(await url.inputValue(), 'https://exemplo.com.br/aviso');
  await page.mouse.click(2, 2);
  await question.getByRole('button', { name: 'Continuar preenchendo' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await url.inputValue(), 'https://exemplo.com.br/aviso');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Descartar', exact: true }).click();
  await url.waitFor({ state: 'detached' });
  await page.close();
});

test('a dialog in which nothing was changed closes without a question', async () => {
  const page = await openWebhookForm();
  await page.keyboard.press('Escape');
  await page.getByLabel('Endereço').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.close();
});

test('the browser asks before a reload drops what was typed', async () => {
  const page = await openWebhookForm();
  const url = page.getByLabel('Endereço');
  await url.pressSequentially('exemplo.com.br');
  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => window.location.reload()).catch(() => {});
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await reload;
  assert.equal(await url.inputValue(), 'https://exemplo.com.br');
  await page.close({ runBeforeUnload: false });
});
