import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import {
  createMerchantWithKeys,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a visitor on a phone creates and pays a charge, and can’t change shared settings', async () => {
  const page = await openPage(browser, { viewport: PHONE, colorScheme: 'dark' });
  await page.goto(`${gateway.url}/entrar`);
  await page.getByRole('button', { name: 'Entrar na demonstração' }).click();
  await page.getByText('Conta de demonstração', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('link', { name: 'Transações' }).click();
  // The home page, which is left, has this button too.
  await page.getByRole('heading', { name: 'Transações', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).fill('1990');
  await page.getByLabel('Descrição').fill('Pedido 1001: camiseta azul');
  await page.getByLabel('Nome do pagador').fill('Maria Silva');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByRole('alert', { name: 'Não foi possível concluir' }).waitFor();
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cobrança criada' });
  await dialog.getByRole('img', { name: 'QR code para pagar R$ 19,90 por Pix' }).waitFor();
  await assertAccessible(page, 'cobrança criada');
  const shared = [
    await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'),
    await dialog.getByRole('link', { name: 'E-mail' }).getAttribute('href'),
  ].map((address) => decodeURIComponent(address ?? ''));
  for (const address of shared)
    assert.match(address, /R\$\u00a019,90[\s\S]*http.*\/pagar\/[0-9a-f-]{36}$/);
  assert.match(shared[0] ?? '', /^https:\/\/wa\.me\/\?text=Cobrança de teste/);
  assert.match(shared[1] ?? '', /^mailto:\?subject=Cobrança de R/);
  const payerPage = shared[0]?.split(/\s/).at(-1) ?? '';
  assert.match(await (await fetch(payerPage)).text(), /Pedido 1001: camiseta azul/);
  await dialog.getByRole('button', { name: 'Simular pagamento' }).click();
  const paid = page.getByRole('dialog', { name: 'Cobrança paga' });
  await paid.getByText(/^Paga em /).waitFor();
  assert.equal(await paid.getByText(/br\.gov\.bcb\.pix/).count(), 0);
  await assertAccessible(page, 'cobrança paga');
  await paid.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('row', { name: /Maria Silva.*R\$ 19,90.*Pago/ }).waitFor();
  await cancelAnotherOfTheList(page);

  const refused = await page.evaluate<{ status: number; code: string }[]>(`Promise.all([
    ['POST', '/api/panel/test/credentials', { name: 'minha' }],
    ['POST', '/api/panel/test/webhooks', { url: 'https://exemplo.com.br' }],
    ['POST', '/api/account/password', {}],
    ['POST', '/api/panel/live/charges', {}],
  ].map(async ([method, path, body]) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, code: (await answer.json()).code };
  }))`);
  assert.deepEqual(refused, Array(4).fill({ status: 403, code: 'sandbox_forbidden' }));
  await page.close();
});

/** Creates another charge, and cancels it on its page, which its row opens. */
async function cancelAnotherOfTheList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).fill('2990');
  await page.getByLabel('Nome do pagador').fill('João Souza');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await page
    .getByRole('row', { name: /João Souza.*R\$ 29,90/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Cancelar cobrança' }).click();
  const confirm = page.getByRole('dialog', { name: 'Cancelar cobrança' });
  await confirm.getByRole('button', { name: 'Cancelar cobrança' }).click();
  await confirm.waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByRole('row', { name: /João Souza.*R\$ 29,90.*Cancelad/ }).waitFor();
}

test('a visitor copies the published secrets from the key and webhook pages', async () => {
  const page = await openPage(browser);
  await page.goto(`${gateway.url}/entrar`);
  await page.getByRole('button', { name: 'Entrar na demonstração' }).click();
  await page.getByText('Conta de demonstração', { exact: true }).waitFor();
  await page.goto(`${gateway.url}/painel/integracoes`);
  for (const value of Object.values(SANDBOX_KEYS)) await page.getByText(value).first().waitFor();
  await assertAccessible(page, 'chaves da demonstração');
  await page.goto(`${gateway.url}/painel/webhooks`);
  await page.getByText('whsec_sandbox_publico').waitFor();
  await page.close();
});

test('a user with a second factor creates and rotates a key with a code', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/integracoes`);
  await page.getByRole('button', { name: 'Nova chave', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Produção: dinheiro de verdade' }).check();
  await page.getByLabel('Nome').fill('ERP');
  await page.getByLabel('Código do aplicativo').fill('000000');
  await page.getByRole('button', { name: 'Criar chave' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Código do aplicativo').fill(await session.code());
  await page.getByRole('button', { name: 'Criar chave' }).click();
  await page.getByRole('dialog').getByText('svc_pk_live_').first().waitFor();
  await page.getByRole('button', { name: 'Fechar' }).click();
  const row = page.getByRole('row', { name: 'ERP' });
  await row.getByRole('button', { name: 'Gerar nova chave' }).click();
  await page.getByLabel('Código do aplicativo').fill(await session.code());
  await page.getByRole('dialog').getByRole('button', { name: 'Gerar nova chave' }).click();
  await page.getByRole('dialog', { name: 'Sua nova chave' }).getByText('svc_sk_live_').waitFor();
  await page.close();
});

test('a user with a second factor withdraws with a code that works once', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/saques`);
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  await page.getByRole('dialog').getByLabel('Valor').fill('1000');
  await page.getByLabel('Tipo da chave').selectOption('cpf');
  await page.getByLabel('Chave Pix', { exact: true }).fill('52998224725');
  await page.getByLabel('Nome do favorecido').fill('Ana Souza');
  await page.getByLabel('CPF ou CNPJ do favorecido').fill('52998224725');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByLabel('Código do aplicativo').fill('000000');
  await page.getByRole('button', { name: 'Enviar Pix' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Código do aplicativo').fill(await session.code());
  await page.getByRole('button', { name: 'Enviar Pix' }).click();
  await page.getByText('Saque enviado').waitFor();
  await page.close();
});

test('with SANDBOX=off the log-in offers no demonstration', async (context) => {
  const closed = await startGateway(context, { env: { SANDBOX: 'off' }, hasWorker: false });
  const page = await openPage(browser, { viewport: PHONE });
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/sandbox-log-in'));
  await page.goto(`${closed.url}/entrar`);
  assert.equal((await answered).status(), 404);
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Entrar na demonstração' }).count(), 0);
  await assertAccessible(page, 'log-in without a demonstration');
  await page.close();
});
