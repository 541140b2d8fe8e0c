import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { composeApi } from '#src/host/compose-api.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { choose, join, openShop } from '../support/memberships.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const refunder = createRefunder(gateway);

interface News {
  environment: string;
  kind: string;
  id: string;
  amount: number | null;
  is_earlier?: true;
}

/** Opens the events of a session; `next` waits for the next one. */
async function listen(session: PanelSession, url = gateway.url) {
  const response = await fetch(`${url}/api/panel/events`, {
    headers: { cookie: session.cookie() },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<News | undefined> {
    for (;;) {
      const [whole, data] = /data: (.*)\n\n/.exec(text) ?? [];
      if (whole !== undefined && data !== undefined) {
        text = text.slice(text.indexOf(whole) + whole.length);
        return JSON.parse(data);
      }
      const chunk = await reader?.read();
      if (chunk?.value === undefined) return undefined;
      text += chunk.value;
    }
  }
  async function nextOf(count: number): Promise<(News | undefined)[]> {
    const found: (News | undefined)[] = [];
    while (found.length < count) found.push(await next());
    return found.sort((left, right) => ((left?.kind ?? '') < (right?.kind ?? '') ? -1 : 1));
  }
  return { response, next, nextOf, close: () => reader?.cancel() };
}

test('the pages of a merchant receive its own events only', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const partner = await createMerchantWithKeys(gateway);
  const [shopSession, partnerSession] = [
    await signIn(gateway, shop.merchant),
    await signIn(gateway, partner.merchant),
  ];
  const secondUrl = await gateway.openSecondApi();
  const earlier = await receivePayment(gateway, shop.keys);
  gateway.clock.advance(1_000);
  const shopPage = await listen(shopSession);
  const otherPage = await listen(shopSession, secondUrl);
  const partnerPage = await listen(partnerSession);
  assert.equal(shopPage.response.status, 200);
  const contentType = shopPage.response.headers.get('content-type');
  assert.equal(contentType, 'text/event-stream; charset=utf-8');
  // Its own pages may have read their data before these.
  for (const page of [shopPage, otherPage]) {
    const found = await page.nextOf(2);
    assert.deepEqual(
      found.map((one) => [one?.kind, one?.id, one?.is_earlier]),
      ['charge.created', 'charge.paid'].map((kind) => [kind, earlier.internal_id, true]),
    );
  }
  const split = [{ username: partner.username, percentage: 10 }];
  const { internal_id: id } = await receivePayment(gateway, shop.keys, { ...CHARGE, split });
  const news = (kind: string, amount: number) => ({ environment: 'test', kind, id, amount });
  const expected = [news('charge.created', 10_000), news('charge.paid', 10_000)];
  assert.deepEqual(await shopPage.nextOf(2), expected);
  assert.deepEqual(await otherPage.nextOf(2), expected);
  assert.deepEqual(await partnerPage.next(), news('split.received', 1_000));
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: PAYOUT });
  const payoutNews = { environment: 'test', id: payout.body.internal_id, amount: 5_000 };
  assert.deepEqual(await shopPage.next(), { ...payoutNews, kind: 'payout.created' });
  gateway.clock.advance(60_000);
  assert.deepEqual(await shopPage.next(), { ...payoutNews, kind: 'payout.paid' });
  for (const page of [shopPage, otherPage, partnerPage]) await page.close();
});

test('an update about a refund in parts has the amount that went back, not that of the charge', async () => {
  const { keys, merchant, id } = await refunder.createPaid();
  gateway.clock.advance(20_000);
  const page = await listen(await signIn(gateway, merchant));
  for (const amount of [2_500, 700]) {
    assert.equal((await refunder.refund(keys, id, { amount })).status, 201);
    await refunder.endRefunds();
    let news = await page.next();
    while (news?.kind !== 'charge.refunded') news = await page.next();
    assert.deepEqual([news.id, news.amount], [id, amount]);
  }
  await page.close();
});

test('a session has a limited number of streams, and a closed stream frees a slot', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const pages = await Promise.all(Array.from({ length: 6 }, () => listen(session)));
  const seventh = await session.call('GET', '/api/panel/events');
  assert.deepEqual([seventh.status, seventh.body.code], [429, 'rate_limited']);
  await pages[0]?.close();
  const again = await until('a free slot', async () => {
    const page = await listen(session);
    return page.response.status === 200 && page;
  });
  for (const page of [again, ...pages.slice(1)]) await page.close();
  const nobody = await gateway.call('GET', '/api/panel/events');
  assert.deepEqual([nobody.status, nobody.body.code], [401, 'not_logged_in']);
});

test('the server stops while streams and idle connections are open', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const door = await composeApi(gateway.appContext);
  const url = await door.listen({ port: 0, host: '127.0.0.1' });
  const page = await listen(session, url);
  assert.equal(page.response.status, 200);
  // Browsers open connections ahead of need.
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  await once(silent, 'connect');
  const [, last] = await Promise.all([door.stop(), page.next()]);
  assert.equal(last, undefined);
});

test('the stream of a merchant’s events ends with the operator’s view', async (context) => {
  const [one, two] = [await createMerchantWithKeys(gateway), await createMerchantWithKeys(gateway)];
  const operator = await signInOperator(gateway);
  const view = ({ username }: typeof one) =>
    operator.call('POST', `/api/operator/merchants/${username}/view`);
  await view(one);
  context.mock.timers.enable({ apis: ['setInterval'] });
  const response = await fetch(`${gateway.url}/api/panel/events`, {
    headers: { cookie: operator.cookie() },
  });
  assert.equal(response.status, 200);
  await view(two);
  context.mock.timers.tick(60_000);
  assert.match(await response.text(), /^retry: /);
});

test('the stream of a merchant’s events ends when its session acts for another one', async (context) => {
  const [one, two] = [await openShop(gateway), await openShop(gateway)];
  const person = await signIn(gateway, one.merchant);
  await join(gateway, two, { person, role: 'accountant' });
  context.mock.timers.enable({ apis: ['setInterval'] });
  const response = await fetch(`${gateway.url}/api/panel/events`, {
    headers: { cookie: person.cookie() },
  });
  assert.equal(response.status, 200);
  assert.equal((await choose(person, two.merchant.username)).status, 200);
  context.mock.timers.tick(60_000);
  assert.match(await response.text(), /^retry: /);
});
