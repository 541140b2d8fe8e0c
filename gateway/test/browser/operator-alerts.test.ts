import { after, test } from 'node:test';
import {
  assertAccessible,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
} from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import { signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);

test('a raised alert is on the operators’ first page and on the health page', async () => {
  await gateway.sql(
    `insert into ledger_verifications
       (id, status, asked_at, started_at, finished_at, is_clean, is_full, laws)
     values (gen_random_uuid(), 'done', now(), now(), now(), false, true,
       '[{"law": "a posting sums to zero", "checked": 9, "differences": [{"sum": "1"}]}]')`,
  );
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador`);
  const matter = page.getByText('Uma regra do livro-razão foi quebrada');
  await matter.locator('xpath=..').getByRole('link', { name: 'O que fazer' }).click();
  await page.getByRole('heading', { name: 'Regras do livro-razão quebradas', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Abrir a página que resolve' }).click();
  await page.getByRole('heading', { name: 'Livro-razão', level: 1 }).waitFor();
  await openLoaded(page, `${gateway.url}/operador/saude`);
  const broken = page.getByRole('row', { name: /Regras do livro-razão quebradas/ });
  await broken.getByText('1', { exact: true }).waitFor();
  const calm = page.getByRole('list', { name: 'Em ordem' });
  await calm.getByText('Atraso na fila de webhooks').waitFor();
  await assertAccessible(page, 'saúde com alerta');
  await page.close();
});

test('a refund that was set aside is on the operators’ first page, which leads to its decision', async () => {
  await gateway.sql(
    `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
     values ('refund', gen_random_uuid(), 3, 'refused', now(), now())`,
  );
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await openLoaded(page, `${gateway.url}/operador`);
  const matter = page.getByText('1 pagamento, saque ou devolução separado por falha');
  await matter.waitFor();
  await matter.locator('xpath=..').getByRole('link', { name: 'Ver saúde' }).click();
  const row = page.getByRole('row', { name: /Devolução.*3 falhas; refused/ });
  await row.getByRole('button', { name: 'Tentar agora' }).waitFor();
  await page.close();
});
