import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { MEMBER_ROLES, OPERATOR_ROLES } from '#src/ground/access/roles.ts';
import {
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  showPage,
} from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startGateway, until } from '../support/gateway.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { merchantPages, OPERATOR_PAGES, type PanelPage } from '../support/panel-pages.ts';

const gateway = await startGateway({ after });
const demo = await fillDemo(gateway, { after });
const browser = await openBrowser({ after });
// A team has an owner before it has other members.
await signIn(gateway, demo.merchant);

/** The requests of the panel that the gateway refuses by 403, with the page that made them. */
async function refusedOn(
  session: PanelSession,
  home: string,
  pages: readonly PanelPage[],
): Promise<string[]> {
  const page = await openPage(browser);
  const refused = new Set<string>();
  let shown = home;
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (isRead(request)) waiting.add(request);
  });
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('requestfinished', async (request) => {
    const response = await request.response();
    if (response?.status() === 403) refused.add(`${shown}: ${pathOf(request.url())}`);
    waiting.delete(request);
  });
  await continueSession(page, gateway.url, session);
  await openLoaded(page, gateway.url + home);
  for (const { path } of pages) {
    shown = path;
    await showPage(page, path);
    await openFilters(page);
    await until('all requests are answered', async () => waiting.size === 0);
  }
  await page.close();
  return [...refused].sort();
}

/** The requests that end by themselves: all but the stream of live updates. */
function isRead(request: Request): boolean {
  return request.resourceType() !== 'eventsource' && pathOf(request.url()).startsWith('/api/');
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** Opens what a page keeps closed behind a button for its filters. */
async function openFilters(page: Page): Promise<void> {
  const filters = page.getByRole('button', { name: /^(Filtros|Filters)/, expanded: false });
  if ((await filters.count()) > 0) await filters.first().click();
}

/** In production a developer may do less than in the test environment, and the others the same. */
const CASES = [
  ...MEMBER_ROLES.map((memberRole) => ({ memberRole, environment: 'teste' })),
  { memberRole: 'developer', environment: 'producao' },
] as const;

for (const { memberRole, environment } of CASES) {
  test(`no page asks for what a member may not have: ${memberRole}, ${environment}`, async () => {
    const session = await signIn(gateway, demo.merchant, { memberRole });
    const home = `/painel?ambiente=${environment}`;
    // The demo's charges are in the test environment.
    const shown = merchantPages(demo).filter(
      ({ path }) => environment === 'teste' || !path.startsWith('/painel/transacoes/'),
    );
    assert.deepEqual(await refusedOn(session, home, shown), []);
  });
}

test('before the approval no page asks for what a member who is no owner may not have', async () => {
  const applicant = { username: 'ainda-nao', name: 'Ainda Não', document: '11222333000181' };
  const { appContext } = gateway;
  const deps = { ...appContext, fees: appContext.config.fees };
  const merchant = await createMerchant(deps, { ...applicant, isApproved: false }, commandActor);
  await signIn(gateway, merchant);
  const session = await signIn(gateway, merchant, { memberRole: 'finance' });
  const pages = [{ name: 'transacoes', path: '/painel/transacoes' }];
  assert.deepEqual(await refusedOn(session, '/painel', pages), []);
});

for (const operatorRole of OPERATOR_ROLES) {
  test(`no page asks for what the operator role ${operatorRole} may not have`, async () => {
    const session = await signInOperator(gateway, { operatorRole });
    assert.deepEqual(await refusedOn(session, '/operador', OPERATOR_PAGES), []);
  });
}
