import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  logInByForm,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import { mailedToken, PASSWORD } from '../support/panel.ts';
import { LOGGED_OUT_PAGES } from '../support/panel-pages.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a user signs up, confirms the e-mail and turns on the second factor', async () => {
  const page = await openPage(browser);
  const email = 'ana@doceria.com.br';
  await page.goto(gateway.url);
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome da loja').fill('Doceria da Ana');
  await page.getByLabel('Nome de usuário').fill('sandbox');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByText('Já existe um lojista com este username.').waitFor();
  await page.getByLabel('Nome de usuário').fill('doceria-da-ana');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
  await page.goto(
    `${gateway.url}/confirmar-email#${await mailedToken(gateway, email, 'confirmar-email')}`,
  );
  await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
  await logInByForm(page, gateway.url, { email, password: PASSWORD });
  await page.getByText('Primeiro dia').waitFor();

  await page.goto(`${gateway.url}/painel/conta`);
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await page.getByText('Digite sua senha para continuar.').waitFor();
  await page.getByLabel('Senha atual').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor();
  const key = await page.locator('code').first().innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar códigos' }).click();
  assert.match((await download).suggestedFilename(), /^codigos-de-recuperacao/);
  await page.getByLabel('Código', { exact: true }).fill(totp.generate());
  // The form isn't sent until the person has confirmed that the codes are saved.
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await page.getByLabel('Guardei os códigos em lugar seguro').check();
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await page.getByText('Ativa: pedimos um código').waitFor();

  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  // The address changes before the page does, and the page of the account has the same fields.
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  await gateway.sql('delete from auth.used_codes');
  await page.getByLabel('Código').fill(totp.generate());
  await page.getByRole('button', { name: 'Verificar' }).click();
  await page.waitForURL(/\/painel/);
  await page.close();
});

test('what is wrong in a sign-up stands at its field, in the words of the panel', async () => {
  const page = await openPage(browser);
  await page.goto(`${gateway.url}/cadastrar`);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const isMarked = (label: string) => field(label).getAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  for (const fault of ['Informe o nome da loja.', 'Escolha um nome de usuário.']) {
    await page.getByText(fault).waitFor();
  }
  await page.getByText('Informe um e-mail válido, como ana@loja.com.br.').waitFor();
  assert.ok(await field('Nome da loja').evaluate((one) => one === document.activeElement));
  await assertAccessibleInBoth(page, 'cadastrar com erros');
  await field('Nome da loja').fill('Loja da Ana');
  await field('Nome de usuário').fill('Loja da Ana');
  await field('E-mail').fill('ana@loja');
  await field('Senha').fill('curta');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByText('Use ao menos 10 caracteres.').waitFor();
  await field('E-mail').fill('ana@loja.com.br');
  await field('Senha').fill('1234567890');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByText(/^O username deve ter de 3 a 30 caracteres/).waitFor();
  assert.equal(await isMarked('Nome de usuário'), 'true');
  await field('Nome de usuário').fill('loja-da-ana');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByText(/^Esta senha é fácil de adivinhar/).waitFor();
  assert.equal(await isMarked('Senha'), 'true');
  assert.ok(await field('Senha').evaluate((one) => one === document.activeElement));
  await page.close();
});

test('a page that needs a log-in returns to itself after it', async () => {
  const page = await openPage(browser);
  await page.goto(`${gateway.url}/painel/conta`);
  await page.waitForURL(/\/entrar\?voltar=/);
  await page.getByRole('button', { name: 'Entrar na demonstração' }).click();
  await page.waitForURL(/\/painel\/conta/);
  await page.getByText('Conta de demonstração', { exact: true }).waitFor();
  await page.getByText('e-mail, senha e sessões não podem ser alterados').waitFor();
  await page.close();
});

test('a wrong password shows a message that reveals nothing else', async () => {
  const page = await openPage(browser);
  await page.goto(`${gateway.url}/entrar`);
  await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br');
  await page.getByLabel('Senha', { exact: true }).fill('qualquer-coisa');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('E-mail ou senha incorretos.').waitFor();
  assert.match(page.url(), /\/entrar$/);
  await page.close();
});

test('the log-in pages are accessible in light and in dark, and fit a phone', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  for (const { name, path } of LOGGED_OUT_PAGES) {
    await page.goto(gateway.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertAccessibleInBoth(page, name);
    await assertFitsWidth(page, name);
  }
  await page.close();
});
