import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessible,
  assertFitsWidth,
  CODE,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { PASSWORD, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

async function post(path: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ client_id: 'pix', ...fields });
  const answer = await fetch(`${gateway.url}/oauth/device/${path}`, { method: 'POST', body });
  return Object(await answer.json());
}

test('a visitor of the page logs in, types the code and gives the terminal a test key', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const begun = await post('authorization', { client_name: 'pix em notebook' });
  const page = await openPage(browser);
  await page.goto(`${gateway.url}/painel/terminal`);
  await page.getByLabel('E-mail').fill(session.email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Conectar o terminal' }).waitFor();
  await assertAccessible(page, 'código');
  await page.getByLabel('Código').fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('O código não vale').waitFor();
  await page.getByLabel('Código').fill(begun.user_code);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('cell', { name: 'pix em notebook' }).waitFor();
  assert.equal(await page.getByLabel('Teste: sem dinheiro de verdade').isChecked(), true);
  await assertAccessible(page, 'decisão');
  await page.getByRole('button', { name: 'Dar a chave ao terminal' }).click();
  await page.getByText('Pronto. O terminal recebe a chave').waitFor();
  const fields = { grant_type: GRANT, device_code: begun.device_code };
  const { environment, name } = await post('token', fields);
  assert.deepEqual([environment, name], ['test', 'pix em notebook']);
  await page.close();
});

test('on a phone a member gives a key of production with a code, and refuses another terminal', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, session);
  for (const isGiven of [true, false]) {
    const begun = await post('authorization', { client_name: 'pix em servidor-de-compilação' });
    await openLoaded(page, `${gateway.url}/painel/terminal`);
    await page.getByLabel('Código').fill(begun.user_code);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Produção: a chave só consulta').check();
    await assertFitsWidth(page, 'decisão');
    if (isGiven) {
      await page.getByLabel(CODE).fill(await session.code());
      await page.getByRole('button', { name: 'Dar a chave ao terminal' }).click();
      await page.getByText('Pronto. O terminal recebe a chave').waitFor();
    } else {
      await page.getByRole('button', { name: 'Recusar' }).click();
      await page.getByText('Recusado. O terminal não recebe chave nenhuma.').waitFor();
    }
    const fields = { grant_type: GRANT, device_code: begun.device_code };
    const fetched = await post('token', fields);
    assert.equal(isGiven ? fetched.environment : fetched.error, isGiven ? 'live' : 'access_denied');
  }
  await page.close();
});

test('a viewer is told who may confirm', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  await signIn(gateway, merchant);
  const viewer = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, viewer);
  await openLoaded(page, `${gateway.url}/painel/terminal`);
  await page.getByText('Só quem pode criar chaves confirma um terminal.').waitFor();
  assert.equal(await page.getByLabel('Código').count(), 0);
  await page.close();
});
