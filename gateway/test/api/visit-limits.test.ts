import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { VISIT_BUDGETS, type VisitBudget } from '#src/ground/http/visit-budget.ts';
import { composeApi } from '#src/host/compose-api.ts';
import { CHARGE, createMerchantWithKeys, SANDBOX_KEYS, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { hasWorker: false, env: BEHIND_PROXY });
const api = await composeApi(gateway.appContext);
after(() => api.close());
const { merchant, keys } = await createMerchantWithKeys(gateway);
const ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `203.0.${addresses >> 8}.${addresses & 255}`;
}

/** Counts as many requests of an address as its budget has. */
async function spend(budget: VisitBudget, address: string): Promise<void> {
  const { counts } = gateway.appContext.limits;
  const name = `requests:visits ${budget} ${address}`;
  for (let count = 0; count < VISIT_BUDGETS[budget]; count += 1) await counts.add(name, 60);
}

async function ask(method: string, url: string, address: string) {
  const path = url.replaceAll(/:\w+|\*/g, ID);
  const headers = { 'x-forwarded-for': address };
  return fetch(gateway.url + path, { method, headers, redirect: 'manual' });
}

test('every route without a key or a session has a budget by address', async () => {
  // A client of `fetch` can't send TRACE.
  const routes = api.routeTable().filter(({ method }) => method !== 'TRACE');
  assert.ok(routes.some(({ url }) => url === '/guia/llms-full.txt'));
  const [guarded, open] = [
    routes.filter(({ budget }) => budget === 'guarded'),
    routes.filter(({ budget }) => budget !== 'guarded'),
  ];
  assert.ok(open.length > 80 && guarded.length > 200, `${open.length} ${guarded.length}`);
  for (const budget of Object.keys(VISIT_BUDGETS) as VisitBudget[]) {
    const address = newAddress();
    await spend(budget, address);
    for (const { method, url } of open.filter((route) => route.budget === budget)) {
      const { status, headers } = await ask(method, url, address);
      assert.equal(status, 429, `${method} ${url}`);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, url);
    }
  }
});

test('a route that its guard counts answers no request without a key or a session', async () => {
  for (const { method, url, budget } of api.routeTable()) {
    if (budget !== 'guarded' || method === 'TRACE') continue;
    const { status } = await ask(method, url, newAddress());
    // 405 stands for a method that the path does not have.
    assert.ok([401, 403, 404, 405].includes(status), `${method} ${url}: ${status}`);
  }
});

test('requests without a session to the panel’s routes spend the budget of pages', async () => {
  const address = newAddress();
  await spend('pages', address);
  for (const path of [
    '/api/account/session',
    '/api/panel/payment-page/preview',
    '/api/operator/merchants',
    '/unknown',
  ]) {
    const answer = await ask('GET', path, address);
    assert.equal(answer.status, 429, path);
    assert.equal(Object(await answer.json()).code, 'rate_limited');
  }
});

test('a visitor over a budget keeps no other address away, no key and no other budget', async () => {
  const address = newAddress();
  await spend('pages', address);
  assert.equal((await ask('GET', '/docs', address)).status, 429);
  assert.equal((await ask('GET', '/docs', newAddress())).status, 200);
  const headers = { 'x-forwarded-for': address };
  const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body: CHARGE });
  assert.equal(made.status, 201);
  const page = await ask('GET', `/pagar/${String(made.body.internal_id)}`, address);
  assert.equal(page.status, 200);
  assert.equal((await ask('GET', '/icon.svg', address)).status, 200);
  assert.equal((await ask('GET', '/healthz', address)).status, 200);
});

test('a session has the budget of the panel’s reads at every route of its account', async () => {
  const session = await signIn(gateway, merchant);
  const address = newAddress();
  const headers = { cookie: session.cookie(), 'x-forwarded-for': address };
  const read = () => fetch(`${gateway.url}/api/account/session`, { headers });
  assert.equal((await read()).status, 200);
  const [{ id } = { id: '' }] = await gateway.sql(
    'select user_id as id from auth.memberships where merchant_id = $1',
    [merchant.merchantId],
  );
  const name = `requests:panel reads ${String(id)} ${address}`;
  for (let count = 0; count < 1_500; count += 1) {
    await gateway.appContext.limits.counts.add(name, 60);
  }
  assert.equal((await read()).status, 429);
});

test('the guide’s texts are answered again from memory, with their tag', async () => {
  for (const path of ['/guia/llms-full.txt', '/llms.txt', '/guia/webhooks.md']) {
    const first = await ask('GET', path, newAddress());
    assert.equal(first.status, 200, path);
    const etag = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag, 'x-forwarded-for': newAddress() };
    assert.equal((await fetch(gateway.url + path, { headers })).status, 304, path);
    assert.ok((await first.text()).length > 500, path);
  }
});

test('a repeated QR image asks the database nothing', async () => {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: SANDBOX_KEYS,
    body: CHARGE,
    headers: { 'x-forwarded-for': newAddress() },
  });
  const path = `/pagar/${String(body.internal_id)}/qr.png`;
  const first = await ask('GET', path, newAddress());
  await gateway.sql('alter table charges rename to charges_away');
  const again = await ask('GET', path, newAddress());
  await gateway.sql('alter table charges_away rename to charges');
  assert.deepEqual([first.status, again.status], [200, 200]);
  assert.equal(again.headers.get('etag'), first.headers.get('etag'));
});
