import { after, test } from 'node:test';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const browser = await openBrowser({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

test('a key is created with a preset, and its scopes and addresses are changed', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel/integracoes`);
  await page.getByRole('button', { name: 'Nova chave' }).first().click();
  await page.getByLabel('Nome').fill('Loja virtual');
  await page.getByLabel('Escolher').check();
  await page.getByRole('button', { name: 'Criar chave' }).click();
  await page.getByText('Escolha o acesso a ao menos um assunto.').waitFor();
  await page.getByLabel('Só cobrar').check();
  await page.getByLabel('Endereços IP permitidos').fill('203.0.113.7');
  await page.getByRole('button', { name: 'Criar chave' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^svc_sk_test_/).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  const row = page.getByRole('row', { name: /Loja virtual/ });
  await row.getByText('Só cobrar').waitFor();
  await row.getByText('203.0.113.7').waitFor();

  await row.getByRole('button', { name: 'Permissões' }).click();
  await dialog.getByLabel('Escolher').check();
  await dialog.getByLabel('Saldo').selectOption('Só ler');
  await dialog.getByLabel('Endereços IP permitidos').fill('203.0.113.7\n300.1.1.1');
  await assertAccessible(page, 'permissões da chave');
  await dialog.getByRole('button', { name: 'Salvar permissões' }).click();
  await dialog.getByText('Informe um endereço IP ou uma rede').waitFor();
  await dialog.getByLabel('Endereços IP permitidos').fill('');
  await dialog.getByRole('button', { name: 'Salvar permissões' }).click();
  await row.getByText('Cobranças: ler e alterar, Saldo: só ler').waitFor();
  await row.getByText('Qualquer endereço IP').waitFor();
  await page.close();
});
