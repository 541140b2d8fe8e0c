import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsPhone,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { CHARGE, createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);

async function receive(amount: number): Promise<void> {
  const body = { ...CHARGE, amount };
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const path = `/v1/test/charges/${charge.body.internal_id}/pay`;
  const paid = await gateway.call('POST', path, { keys });
  assert.equal(paid.status, 200, paid.text);
}

test('the bell tells of a payment as it happens, and a member chooses its mails', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await openLoaded(page, `${gateway.url}/painel`);
  await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
  await receive(12_300);
  const bell = page.getByRole('button', { name: 'Notificações: 1 nova' });
  await bell.press('Enter');
  const notice = page.getByRole('link', { name: /Pagamento de R\$\s123,00 recebido/ });
  await notice.waitFor();
  await assertAccessibleInBoth(page, 'sino');
  await assertFitsPhone(page, 'sino');
  await page.getByRole('button', { name: 'Marcar tudo como lido' }).click();
  await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
  await notice.click();
  await page.waitForURL(/\/painel\/transacoes\//);

  await openLoaded(page, `${gateway.url}/painel/notificacoes`);
  await page.getByRole('switch', { name: 'Pagamento recebido' }).click();
  const amount = page.getByLabel('A partir de');
  await amount.fill('');
  await amount.pressSequentially('5000');
  await page.getByRole('button', { name: 'Salvar valor' }).click();
  await page.getByText('Preferência salva.').first().waitFor();
  await page.getByRole('switch', { name: 'Resumo diário' }).click();
  // The switch shows what is saved.
  await page.getByRole('switch', { name: 'Resumo diário', checked: true }).waitFor();
  await assertAccessibleInBoth(page, 'notificações');
  await openLoaded(page, `${gateway.url}/painel/notificacoes`);
  assert.equal(await page.getByRole('switch', { name: 'Pagamento recebido' }).isChecked(), true);
  assert.match(await page.getByLabel('A partir de').inputValue(), /50,00/);
  assert.equal(await page.getByRole('switch', { name: 'Resumo diário' }).isChecked(), true);
  await page.close();
});

test('a developer finds a request, its masked bodies, and curl with an own test key', async () => {
  const id = (await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE })).headers.get(
    'x-request-id',
  );
  const page = await openPage(browser);
  const session = await signIn(gateway, merchant, { memberRole: 'developer' });
  await until('it is logged', async () => {
    const { status } = await session.call('GET', `/api/panel/test/requests/${id}`);
    return status === 200;
  });
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/requisicoes`);
  await page
    .getByRole('row', { name: /POST \/v1\/pix\/qrcode/ })
    .first()
    .waitFor();
  await page.getByLabel('Id da requisição').fill(String(id));
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Requisição' });
  await drawer.getByRole('region', { name: 'Corpo enviado' }).getByText('•••').waitFor();
  await drawer.getByText(`client-id: ${keys['client-id']}`).waitFor();
  await drawer.getByText('$PIX_CLIENT_SECRET').waitFor();
  await assertAccessibleInBoth(page, 'requisição');
  await page.close();
});
