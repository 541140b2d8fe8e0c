import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { OPERATOR_ACCESS } from '#src/host/http/operator-access.ts';
import { panelDocument } from '../../tools/panel-document.ts';
import {
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  showPage,
} from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { startGateway, until } from '../support/gateway.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { merchantPages, OPERATOR_PAGES, type PanelPage } from '../support/panel-pages.ts';

const gateway = await startGateway({ after });
const demo = await fillDemo(gateway, { after });
const browser = await openBrowser({ after });
// A team has an owner before it has other members.
await signIn(gateway, demo.merchant);

const { paths } = (await panelDocument()) as OpenApiDocument;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId = '' }]) => ({
    operationId,
    request: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'),
  })),
);

/** The requests that the panel made during a walk. */
interface Walk {
  /** Those that the gateway refused by 403, with the page that made them. */
  readonly refused: readonly string[];
  /** The ids of the operations that each page asked for. */
  readonly asked: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Shows the first page, and then the others. */
async function walk(
  session: PanelSession,
  home: string,
  pages: readonly PanelPage[],
): Promise<Walk> {
  const page = await openPage(browser);
  const refused = new Set<string>();
  const asked = new Map<string, Set<string>>();
  let shown = home;
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (!isRead(request)) return;
    waiting.add(request);
    asked.set(shown, (asked.get(shown) ?? new Set()).add(operationOf(request)));
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
  return { refused: [...refused].sort(), asked };
}

/** The id of the operation that a request calls. */
function operationOf(request: Request): string {
  const called = `${request.method()} ${pathOf(request.url())}`;
  const found = operations.find((operation) => operation.request.test(called));
  return found?.operationId ?? assert.fail(`${called} is not in the document`);
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

const pagesOfMerchants = merchantPages(demo);
/** What the panel asks for when everything is allowed. */
const ofOwner = await walk(
  await signIn(gateway, demo.merchant),
  '/painel?ambiente=teste',
  pagesOfMerchants,
);
const ofAdmin = await walk(
  await signInOperator(gateway, { operatorRole: 'admin' }),
  '/operador',
  OPERATOR_PAGES,
);

/** The pages that ask for something that is refused, when everything is allowed. */
function pagesThatAsk(
  pages: readonly PanelPage[],
  { asked }: Walk,
  isRefused: (operationId: string) => boolean,
): PanelPage[] {
  return pages.filter(({ path }) => [...(asked.get(path) ?? [])].some(isRefused));
}

test('no page asks for what an owner or an administrator may not have', () => {
  assert.deepEqual([...ofOwner.refused, ...ofAdmin.refused], []);
  for (const { asked } of [ofOwner, ofAdmin]) assert.ok(asked.size > 10);
});

/**
 * The accountant and the support have the fewest rights. They see every page, and the other roles
 * those with a request that is refused to them. In production a developer may do less than in the
 * test environment, and the others the same.
 */
const MEMBERS = [
  { memberRole: 'finance', environment: 'teste' },
  { memberRole: 'developer', environment: 'teste' },
  { memberRole: 'accountant', environment: 'teste' },
  { memberRole: 'viewer', environment: 'teste' },
  { memberRole: 'developer', environment: 'producao' },
] as const;

for (const { memberRole, environment } of MEMBERS) {
  test(`no page asks for what a member may not have: ${memberRole}, ${environment}`, async () => {
    const session = await signIn(gateway, demo.merchant, { memberRole });
    const rights = environment === 'teste' ? 'test' : 'live';
    const isRefused = (operationId: string) =>
      MEMBER_ACCESS[operationId]?.roles[rights].includes(memberRole) === false;
    const pages =
      memberRole === 'accountant'
        ? pagesOfMerchants
        : pagesThatAsk(pagesOfMerchants, ofOwner, isRefused);
    // The demo's charges are in the test environment.
    const shown = pages.filter(
      ({ path }) => environment === 'teste' || !path.startsWith('/painel/transacoes/'),
    );
    const { refused } = await walk(session, `/painel?ambiente=${environment}`, shown);
    assert.deepEqual(refused, []);
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
  assert.deepEqual((await walk(session, '/painel', pages)).refused, []);
});

for (const operatorRole of ['support', 'finance'] as const) {
  test(`no page asks for what the operator role ${operatorRole} may not have`, async () => {
    const session = await signInOperator(gateway, { operatorRole });
    const isRefused = (operationId: string) =>
      OPERATOR_ACCESS[operationId]?.roles.includes(operatorRole) === false;
    const pages =
      operatorRole === 'support'
        ? OPERATOR_PAGES
        : pagesThatAsk(OPERATOR_PAGES, ofAdmin, isRefused);
    assert.deepEqual((await walk(session, '/operador', pages)).refused, []);
  });
}
