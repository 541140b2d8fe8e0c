import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  assertAccessible,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
  resize,
} from '../support/browser.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
await receivePayment(gateway, keys, {
  ...CHARGE,
  amount: 12_345,
  due_date: brazilianDayOf(gateway.clock.now()),
  rebate: { type: 'fixed', value: 345 },
});
const owner = await signIn(gateway, merchant, { hasSecondFactor: true });

/** The link of the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const [mail] = await until('the mail is there', async () => {
    const rows = await gateway.sql('select id, sealed_body from mails where recipient = $1', [
      email,
    ]);
    return rows.length > 0 && rows;
  });
  const sealed = mail?.sealed_body;
  assert.ok(Buffer.isBuffer(sealed));
  const text = gateway.appContext.secretBox.open(sealed, String(mail?.id));
  return String(/#(\S+)/.exec(text)?.[1]);
}

test('an accountant confirms an address without an account', async () => {
  const email = 'contador@contabil.example';
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/fechamentos`);
  await page.getByRole('button', { name: 'Incluir endereço' }).click();
  const dialog = page.getByRole('dialog', { name: 'Incluir endereço' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Semanal').check();
  await assertOnDeskAndPhone(page, 'a new address', assertAccessible);
  await dialog.getByLabel('Código do aplicativo autenticador').fill(await owner.code());
  await dialog.getByRole('button', { name: 'Enviar link de confirmação' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.locator('tr, li').filter({ hasText: email });
  await row.getByText('Aguarda confirmação').waitFor();
  await row.getByText('Mensal, Semanal').waitFor();
  await assertOnDeskAndPhone(page, 'closings', assertAccessible);

  const accountant = await openPage(browser, { viewport: DESK });
  await accountant.goto(`${gateway.url}/fechamentos-por-email#${await linkTo(email)}`);
  await accountant.getByText(merchant.name).waitFor();
  await assertOnDeskAndPhone(accountant, `the accountant's page`, assertAccessible);
  await accountant.getByRole('button', { name: 'Confirmar e receber' }).click();
  await accountant.getByText(`${email} recebe os fechamentos`).waitFor();

  await page.reload();
  await row.locator('time').waitFor();
  assert.equal(await row.getByText('Aguarda confirmação').count(), 0);

  await accountant.getByRole('button', { name: 'Não receber mais' }).click();
  await accountant.getByText('Pronto.').waitFor();
  await accountant.close();
  await page.reload();
  await page.getByText('Arquivos em anexo').waitFor();
  assert.equal(await row.count(), 0);
  await page.close();
});

test('the page shows how the paid amounts of a period came about', async () => {
  const day = brazilianDayOf(gateway.clock.now());
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/fechamentos?periodo=${day}..${day}`);
  const section = page.getByRole('region', { name: 'Cobranças com vencimento pagas' });
  await section.getByText('120,00').waitFor();
  const shown = (await section.innerText()).replaceAll(/\s+/g, ' ');
  assert.match(shown, /Valor original R\$ 123,45/);
  assert.match(shown, /Abatimento -R\$ 3,45/);
  await assertOnDeskAndPhone(page, 'sums of a closing', assertAccessible);
  await openLoaded(page, `${gateway.url}/painel/fechamentos`);
  await section.getByText('Nenhuma cobrança com vencimento foi paga no período.').waitFor();
  await page.close();
});

test('the chosen files, account and period stay after a reload', async () => {
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, owner);
  await openLoaded(page, `${gateway.url}/painel/fechamentos`);
  const ofx = page.getByRole('checkbox', { name: 'Movimentos (OFX)' });
  await ofx.waitFor();
  const wasChecked = await ofx.isChecked();
  await ofx.click();
  await page.getByText('Escolha salva.').waitFor();
  await page.reload();
  await ofx.waitFor();
  assert.equal(await ofx.isChecked(), !wasChecked);
  await openLoaded(page, `${gateway.url}/painel/extrato`);
  await page.getByLabel('Conta', { exact: true }).selectOption('reserved');
  await page.getByLabel('Período').selectOption('last_month');
  await page.waitForURL(/conta=reserved.*periodo=last_month/);
  await page.reload();
  await page.getByLabel('Período').waitFor();
  assert.equal(await page.getByLabel('Período').inputValue(), 'last_month');
  assert.equal(await page.getByLabel('Conta', { exact: true }).inputValue(), 'reserved');
  await assertOnDeskAndPhone(page, 'statement', assertAccessible);
  await page.close();
});

test('an accountant sees files and no keys, team or buttons', async () => {
  const member = await signIn(gateway, merchant, { memberRole: 'accountant' });
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, member);
  await openLoaded(page, `${gateway.url}/painel/fechamentos`);
  await page.getByRole('link', { name: 'Fechamento (PDF)' }).waitFor();
  await page.getByText('não altera nada').waitFor();
  assert.equal(await page.getByText('Envio por e-mail').count(), 0);
  await assertOnDeskAndPhone(page, 'closings of an accountant', assertAccessible);
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const hasOwnEntries = async () => {
    await menu.getByRole('link', { name: 'Relatórios' }).waitFor();
    assert.equal(await menu.getByRole('link', { name: 'Desenvolvedor' }).count(), 0);
  };
  await hasOwnEntries();
  await resize(page, PHONE);
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await hasOwnEntries();
  await openLoaded(page, `${gateway.url}/painel/transacoes`);
  await page.getByRole('heading', { name: 'Transações', level: 1 }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Nova cobrança' }).count(), 0);
  await page.close();
});
