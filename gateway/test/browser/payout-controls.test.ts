import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  assertAccessible,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { approvalSteps } from '../support/payout-approvals.ts';

const IS_REFUSAL_SHOWN = `(() => {
  const dialog = document.querySelector('[role=dialog]').getBoundingClientRect();
  const refusal = document.querySelector('[role=dialog] [role=alert]').getBoundingClientRect();
  return refusal.top >= dialog.top && refusal.bottom <= dialog.bottom;
})()`;
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a payout above the approval amount that a member sets waits until one approves it', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/limites`);
  await page.getByRole('button', { name: 'Definir servidor' }).click();
  const server = page.getByRole('dialog', { name: 'Definir servidor' });
  await server.waitFor();
  await assertAccessible(page, 'definir servidor');
  await server.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Alterar limites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar limites' });
  await dialog.getByLabel('Aprovação acima de', { exact: true }).fill('1000');
  await dialog.getByLabel('Por dia', { exact: true }).fill('9000');
  await dialog.getByLabel('Código do aplicativo').fill(await session.code());
  await assertAccessible(page, 'alterar limites');
  await dialog.getByRole('button', { name: 'Alterar limites' }).click();
  await page.getByRole('row', { name: /^Aprovação acima de\s.*10,00/ }).waitFor();
  await assertAccessible(page, 'limites de saque');
  await requestAboveLimit(page, session);
  await page.close();

  const approver = await signIn(gateway, merchant, { hasSecondFactor: true });
  const other = await openPage(browser, { viewport: DESK });
  await continueSession(other, gateway.url, approver);
  await other.goto(`${gateway.url}/painel/aprovacoes`);
  const row = other.getByRole('row', { name: /João Souza.*529\.982\.247-25.*Chave nova.*20,00/ });
  await row.waitFor();
  assert.ok(((await row.textContent()) ?? '').includes(session.email));
  const places = other.getByRole('navigation', { name: 'Menu principal' });
  await places.getByRole('link', { name: /1 aguarda aprovação/ }).waitFor();
  await other.getByText(/^Restam R\$\s70,00 do limite de R\$\s90,00 hoje/).waitFor();
  await assertOnDeskAndPhone(other, 'aprovações', assertAccessible);
  await row.getByRole('link', { name: 'João Souza' }).click();
  const approval = other.getByRole('region', { name: 'Aprovação' });
  await approval.getByText(/Passa do limite de aprovação de R\$\s10,00/).waitFor();
  await approval.getByRole('row', { name: /Favorecido João Souza · 529\.982\.247-25/ }).waitFor();
  await approval.getByRole('row', { name: /Limite do dia Restam R\$\s70,00/ }).waitFor();
  await assertOnDeskAndPhone(other, 'saque que aguarda aprovação', assertAccessible);
  await approval.getByRole('button', { name: 'Aprovar' }).click();
  const confirm = other.getByRole('dialog', { name: 'Aprovar' });
  await confirm.getByText(/O Pix sai agora e não pode ser desfeito\./).waitFor();
  await confirm.getByLabel('Código do aplicativo').fill(await approver.code());
  await assertAccessible(other, 'aprovar saque');
  await confirm.getByRole('button', { name: 'Aprovar' }).click();
  await other.getByText('Saque aprovado. O Pix foi enviado.').waitFor();
  await approval
    .getByRole('row', { name: `Decidido por Ana Lojista (${approver.email})` })
    .waitFor();
  await places.getByText(/aguarda aprovação/).waitFor({ state: 'detached' });
  await other.goto(`${gateway.url}/painel/aprovacoes`);
  await other.getByText('Nenhum saque aguarda aprovação').waitFor();
  const rows = await gateway.sql('select status from payout_approvals');
  assert.deepEqual(rows, [{ status: 'approved' }]);
  await other.close();
});

test('the bar of a phone leads to a waiting payout, and its page says who rejected it and why', async () => {
  const { openShop, request } = approvalSteps(gateway);
  const shop = await openShop();
  await request(shop, 2_000, 'awaiting_approval');
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, shop.member);
  await page.goto(`${gateway.url}/painel`);
  const bar = page.getByRole('navigation', { name: 'Acesso rápido' });
  await bar.getByRole('link', { name: /^Saques\s*1 aguarda aprovação$/ }).click();
  await page.getByRole('link', { name: /^Aprovações\s*1 aguarda aprovação$/ }).click();
  await assertAccessible(page, 'barra com contagem');
  await page.getByRole('link', { name: 'João Souza' }).click();
  const approval = page.getByRole('region', { name: 'Aprovação' });
  await approval.getByRole('button', { name: 'Recusar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recusar' });
  await dialog.getByLabel('Motivo (opcional)').fill('Favorecido errado.');
  await dialog.getByLabel('Código do aplicativo').fill(await shop.member.code());
  await assertAccessible(page, 'recusar saque');
  await dialog.getByRole('button', { name: 'Recusar' }).click();
  await page.getByText('Saque recusado.').waitFor();
  await approval
    .getByRole('row', { name: `Decidido por Ana Lojista (${shop.member.email})` })
    .waitFor();
  await approval.getByRole('row', { name: 'Motivo da recusa Favorecido errado.' }).waitFor();
  await bar.getByText('aguarda aprovação').waitFor({ state: 'detached' });
  await page.close();
});

test('a failed payout says that its money is back, and repeated it shows the new one, which waits', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const body = { ...PAYOUT, pix_key: 'falha@sandbox.com', pix_key_type: 'email' };
  const { body: created } = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  const id = String(created.internal_id);
  await until('it fails', async () => {
    gateway.clock.advance(1_000);
    const { body: read } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return read.status === 'failed';
  });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByRole('row', { name: /^Motivo da falha .*voltaram ao saldo\.$/ }).waitFor();
  await page.getByRole('button', { name: 'Repetir o saque' }).click();
  const form = page.getByRole('dialog', { name: 'Novo saque' });
  await form.getByLabel('Chave Pix', { exact: true }).fill('');
  await form.getByRole('button', { name: 'Revisar' }).click();
  await form.getByText('Informe a chave Pix.').waitFor();
  await form.getByLabel('Chave Pix', { exact: true }).fill('ana@doceria.com.br');
  await form.getByRole('button', { name: 'Revisar' }).click();
  const review = page.getByRole('dialog', { name: 'Confira antes de enviar' });
  await review.getByRole('button', { name: 'Enviar Pix' }).click();
  await page.waitForURL(
    ({ pathname }) => /^\/painel\/transacoes\/./.test(pathname) && !pathname.endsWith(id),
  );
  const main = page.getByRole('main');
  await main.getByText('Saque enviado. Você verá aqui quando for concluído.').waitFor();
  await assertOnDeskAndPhone(page, 'saque pendente', assertAccessible);
  await page.close();
});

/** Creates a payout of R$ 20,00 at the panel, which says that it waits for an approval. */
async function requestAboveLimit(page: Page, session: PanelSession): Promise<void> {
  await page.goto(`${gateway.url}/painel/saques`);
  await page.getByRole('button', { name: 'Novo saque' }).first().click();
  const form = page.getByRole('dialog', { name: 'Novo saque' });
  await form.getByLabel('Valor').fill('2000');
  await form.getByText(/^Acima de R\$\s10,00, o saque aguarda aprovação/).waitFor();
  await fillDestination(form);
  await form.getByRole('button', { name: 'Revisar' }).click();
  const review = page.getByRole('dialog', { name: 'Confira antes de enviar' });
  await review.getByText(/^Nada sai agora: outra pessoa da equipe precisa aprovar/).waitFor();
  await review.getByLabel('Código do aplicativo').fill(await session.code());
  await assertAccessible(page, 'saque que aguarda aprovação');
  await review.getByRole('button', { name: 'Pedir aprovação' }).click();
  await page.getByText(/^Nada foi enviado ainda: aguarda a aprovação/).waitFor();
}

/** Fills the Pix key of a payout and its holder. */
async function fillDestination(form: Locator): Promise<void> {
  await form.getByLabel('Tipo da chave').selectOption('cpf');
  await form.getByLabel('Chave Pix', { exact: true }).fill('52998224725');
  await form.getByLabel('Nome do favorecido').fill('João Souza');
  await form.getByLabel('CPF ou CNPJ do favorecido').fill('52998224725');
}

test('a limit of zero is entered, shown and removed; an empty amount is no limit', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/limites`);
  await page.getByRole('button', { name: 'Alterar limites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar limites' });
  await dialog.getByLabel('Por dia: R$ 0,00').check();
  await dialog.getByLabel('Código do aplicativo').fill('000000');
  await dialog.getByRole('button', { name: 'Alterar limites' }).click();
  await dialog.getByRole('alert').waitFor();
  // The form is longer than a phone, and its refusal is above the fields.
  const isShown = await page.evaluate<boolean>(IS_REFUSAL_SHOWN);
  assert.equal(isShown, true);
  await dialog.getByLabel('Código do aplicativo').fill(await session.code());
  await assertAccessible(page, 'limite de zero');
  await dialog.getByRole('button', { name: 'Alterar limites' }).click();
  await page.getByRole('row', { name: /^Por dia\s.*0,00/ }).waitFor();
  await page.getByRole('row', { name: /^Por saque\s.*Sem limite/ }).waitFor();
  const refused = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(refused.body.code, 'payout_limit_exceeded', refused.text);
  await page.getByRole('button', { name: 'Alterar limites' }).click();
  const again = page.getByRole('dialog', { name: 'Alterar limites' });
  assert.equal(await again.getByLabel('Por dia: R$ 0,00').isChecked(), true);
  await again.getByLabel('Por dia: R$ 0,00').uncheck();
  await again.getByLabel('Código do aplicativo').fill(await session.code());
  await again.getByRole('button', { name: 'Alterar limites' }).click();
  await page.getByText('Aumento aguardando').waitFor();
  await page.close();
});

test('an operator stops all payouts and resumes them with a code', async () => {
  const session = await signInOperator(gateway);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/operador/retidos`);
  await page.getByRole('button', { name: 'Pausar todos os saques' }).click();
  const confirm = page.getByRole('dialog', { name: 'Pausar todos os saques' });
  await confirm.waitFor();
  await assertAccessible(page, 'pausar todos os saques');
  await confirm.getByRole('button', { name: 'Pausar todos os saques' }).click();
  await page.getByText('Todos os saques em produção estão pausados').waitFor();
  await assertAccessible(page, 'saques pausados');
  await page.goto(`${gateway.url}/operador`);
  await page.getByText('Todos os saques da plataforma estão pausados').waitFor();
  await page.getByRole('link', { name: 'Ver retidos' }).click();
  await page.getByRole('button', { name: 'Retomar todos os saques' }).click();
  const resume = page.getByRole('dialog', { name: 'Retomar todos os saques' });
  await resume.getByLabel('Código do aplicativo').fill(await session.code());
  await resume.getByRole('button', { name: 'Retomar todos os saques' }).click();
  await page.getByText('Os saques da plataforma estão em operação.').waitFor();
  await page.close();
});
