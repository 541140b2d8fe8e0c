import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, continueSession, openBrowser, openPage } from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

test('a merchant sees the arithmetic of a fixed share and a percentage before creating the charge', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const first = await createMerchantWithKeys(gateway);
  const second = await createMerchantWithKeys(gateway);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/transacoes`);
  await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000');
  await page.getByLabel('Nome do pagador').fill('Maria Silva');
  await page.getByLabel('CPF ou CNPJ do pagador').fill('123.456.789-09');
  const add = page.getByRole('button', { name: 'Adicionar lojista ao split' });
  await add.click();
  await page.getByLabel('Nome de usuário').fill(first.username);
  await page.getByLabel('Percentual', { exact: true }).fill('10');
  await add.click();
  await page.getByLabel('Nome de usuário').nth(1).fill(second.username);
  await page.getByLabel('Tipo da parte').nth(1).selectOption('Valor fixo');
  await page.getByLabel('Valor fixo', { exact: true }).pressSequentially('9803');
  await page.getByText('A tarifa e os splits somam mais do que o valor da cobrança.').waitFor();
  await page.getByLabel('Valor fixo', { exact: true }).fill('');
  await page.getByLabel('Valor fixo', { exact: true }).pressSequentially('250');
  const table = page.getByRole('table', { name: 'Divisão do valor' });
  await table.getByText('85,52').waitFor();
  const rows = (await table.locator('tbody tr').allInnerTexts()).map((row) =>
    row.replaceAll(/\s+/g, ' ').trim(),
  );
  assert.deepEqual(rows, [
    `@${first.username} R$ 10,00`,
    `@${second.username} R$ 2,50`,
    'Tarifa R$ 1,98',
    'Você R$ 85,52',
  ]);
  await assertAccessible(page, 'prévia do split');
  await page.getByRole('button', { name: 'Criar cobrança' }).click();
  await page.getByText('Cobrança criada').first().waitFor();
  const [share] = await gateway.sql(
    'select basis_points, amount_centavos from charge_splits where username = $1',
    [second.username],
  );
  assert.deepEqual(share, { basis_points: null, amount_centavos: '250' });
});
