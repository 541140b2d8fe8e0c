import assert from 'node:assert/strict';
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

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);
const NO_CONNECTION = 'Sem conexão com o servidor. Tentando novamente…';
const STATEMENT_CODE = '**/assets/statement-page-*.js';

test('while the server is unreachable the page says so, and it reloads when the server is back', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel`);
  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor();
  await page.getByRole('link', { name: 'Relatórios' }).click();
  await page.getByText('Não foi possível carregar esta página').waitFor();
  await assertAccessible(page, 'página não carregada');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
  await page.getByText(NO_CONNECTION).waitFor({ state: 'hidden' });
  await page.close();
});

test('the notice goes when any request is answered, also while the check of health is refused', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/painel`);
  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor();
  await page.route('**/healthz', (route) => route.fulfill({ status: 503 }));
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Saques', exact: true }).click();
  await page.getByRole('heading', { name: 'Saques', level: 1 }).waitFor();
  await page.getByText(NO_CONNECTION).waitFor({ state: 'hidden' });
  await page.close();
});

test('a list that gets no answer can be read again, and speaks of no operation', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.route('**/api/panel/*/transfers*', (route) => route.abort());
  await page.goto(`${gateway.url}/painel/transferencias`);
  const problem = page.getByRole('alert', { name: 'Não foi possível carregar' });
  await problem.getByText('Sem conexão com o servidor. Tente de novo em instantes.').waitFor();
  await page.unroute('**/api/panel/*/transfers*');
  await problem.getByRole('button', { name: 'Tentar novamente' }).click();
  await problem.waitFor({ state: 'detached' });
  await page.close();
});

test('a page whose code was replaced reloads once and then offers a button', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  let refusals = 0;
  await page.route(STATEMENT_CODE, (route) => {
    refusals += 1;
    return route.fulfill({ status: 404 });
  });
  await openLoaded(page, `${gateway.url}/painel`);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Relatórios' }).click();
  await reloaded;
  await page.getByText('Não foi possível carregar esta página').waitFor();
  assert.equal(await page.getByText('Something went wrong').count(), 0);
  await page.unroute(STATEMENT_CODE);
  assert.deepEqual([documents, refusals >= 2], [2, true]);
  await page.getByRole('button', { name: 'Recarregar' }).click();
  await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
  await page.close();
});

test('an unreachable server does not log the user out', async () => {
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.route('**/api/account/session', (route) => route.abort());
  await page.route('**/healthz', (route) => route.abort());
  await page.goto(`${gateway.url}/painel/saques`);
  await page.getByText('Algo deu errado nesta página').waitFor();
  await page.getByText(NO_CONNECTION).waitFor();
  await page.unroute('**/api/account/session');
  await page.unroute('**/healthz');
  await page.getByRole('heading', { name: 'Saques', level: 1 }).waitFor();
  await page.close();
});
