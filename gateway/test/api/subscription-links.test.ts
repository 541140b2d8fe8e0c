import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { createId } from '#src/ground/ids.ts';
import { createKeys, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { createPayers, type Link, PAYER } from '../support/payment-links.ts';
import { type Subscription, subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startInBuckets({ after }, { env: BEHIND_PROXY });
const payers = createPayers(gateway.url);
const TERMS = { interval: 'monthly', first_due_in_days: 30 } as const;
const LINK = { title: 'Clube do café', amount: 4_990, subscription: TERMS };

async function newShop() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  return { keys, merchant, ...subscriptionClient(gateway, keys) };
}

type Answer = Link & { code?: string; details?: { field: string }[] };

function createLink(keys: Keys, body: object = {}) {
  return gateway.call<Answer>('POST', '/v1/payment-links', { keys, body: { ...LINK, ...body } });
}

async function newLink(keys: Keys, body: object = {}): Promise<Link> {
  const answer = await createLink(keys, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** Sends the form of a link; returns the id of the subscription to which the browser is sent. */
async function subscribe(
  link: Link,
  form: Record<string, string> = {},
  visitor = payers.visitor(),
): Promise<{ status: number; id: string; text: string }> {
  const sent = await visitor.send(link, { ...PAYER, token: await visitor.token(link), ...form });
  const id = /^\/assinar\/(.+)$/.exec(sent.headers.get('location') ?? '')?.[1] ?? '';
  return { status: sent.status, id, text: sent.text };
}

async function subscriptionsOf(keys: Keys): Promise<Subscription[]> {
  const path = '/v1/subscriptions?limit=100';
  const { body } = await gateway.call<{ data: Subscription[] }>('GET', path, { keys });
  return body.data;
}

/** Copies a waiting subscription; `network` is SQL for the network of each copy. */
async function copySubscription(id: string, copies: number, network: string): Promise<void> {
  const ids = Array.from({ length: copies }, () => createId(gateway.clock.now()));
  await gateway.sql(
    `insert into subscriptions (merchant_id, environment, id, reference, payer_name,
        payer_document, description, amount_centavos, rhythm, first_due_on, retries, journey,
        client_id, created_at, authorizable_before, status, payment_link_id, link_network,
        cycles_by)
      select merchant_id, environment, ids.id, reference, payer_name, payer_document,
        description, amount_centavos, rhythm, first_due_on, retries, journey, client_id,
        created_at, authorizable_before, status, payment_link_id, ${network},
        cycles_by
      from subscriptions s, unnest($2::uuid[]) with ordinality as ids (id, position)
      where s.id = $1`,
    [id, ids],
  );
}

const today = (): string => brazilianDayOf(gateway.clock.now());

test('a payer subscribes at a link, and the page of the subscription follows', async () => {
  const shop = await newShop();
  const link = await newLink(shop.keys, { subscription: { ...TERMS, cycles: 12 } });
  assert.deepEqual(link.subscription, {
    interval: 'monthly',
    first_due_in_days: 30,
    first_due_day: null,
    journey: 'code',
    retries: 'three_in_seven_days',
    cycles: 12,
  });
  const { text } = await payers.visitor().open(link);
  const first = addDays(today(), 30);
  const due = businessDayFrom(first).split('-').reverse().join('/');
  for (const part of ['por mês', `Primeiro débito em ${due}`, 'depois de 12 débitos']) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /e-mail \(opcional\)/);
  const wrong = await subscribe(link, { email: 'maria@' });
  assert.equal(wrong.id, '');
  const email = 'maria@casa.example';
  const { status, id } = await subscribe(link, { email });
  assert.equal(status, 303);
  const page = await gateway.call('GET', `/assinar/${id}`);
  assert.match(page.text, /Clube do café/);
  const created = await shop.read(id);
  const { amount, interval, first_due_on, ends_on, retries, journey, description } = created;
  assert.deepEqual(
    [amount, interval, first_due_on, retries, journey, description],
    [4_990, 'monthly', first, 'three_in_seven_days', 'code', 'Clube do café'],
  );
  assert.deepEqual(created.payer, { name: 'Maria Silva', document: '12345678909', email });
  assert.equal(created.payment_link_id, link.id);
  assert.match(String(created.reference), /^assinatura-[0-9a-f]{16}$/);
  // The twelfth month's day, or the last day of a shorter month.
  const months = Number(String(ends_on).slice(0, 4)) * 12 + Number(String(ends_on).slice(5, 7));
  assert.equal(months, Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) + 11);
  await shop.authorize(id);
  assert.equal((await shop.read(id)).status, 'authorized');
});

test('a form that is sent twice, also at once, makes one subscription, and another payer’s another', async () => {
  const shop = await newShop();
  const link = await newLink(shop.keys);
  const visitor = payers.visitor();
  const token = await visitor.token(link);
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await subscribe(link, { token }, visitor)).id),
  );
  const again = await subscribe(link, { token }, visitor);
  assert.equal(new Set([...ids, again.id]).size, 1);
  // A link that has changed meanwhile still leads to what was made.
  const body = { amount: 5_990 };
  await gateway.call('PATCH', `/v1/payment-links/${link.id}`, { keys: shop.keys, body });
  assert.equal((await subscribe(link, { token }, visitor)).id, again.id);
  const other = await subscribe(link, { token, name: 'João Souza' }, visitor);
  assert.notEqual(other.id, again.id);
  assert.equal((await subscriptionsOf(shop.keys)).length, 2);
});

test('with a first payment the code also charges the price, at the price of the product', async () => {
  const shop = await newShop();
  const product = await gateway.call('POST', '/v1/products', {
    keys: shop.keys,
    body: { name: 'Assinatura', amount: 7_000 },
  });
  const link = await newLink(shop.keys, {
    amount: null,
    product_id: product.body.id,
    subscription: { ...TERMS, journey: 'code_and_first_payment', retries: 'none' },
  });
  const { id } = await subscribe(link);
  const created = await shop.read(id);
  assert.deepEqual([created.amount, created.journey], [7_000, 'code_and_first_payment']);
  const charge = await shop.call('GET', `/v1/transactions/${created.first_transaction_id}`);
  assert.deepEqual([charge.body.status, charge.body.amount], ['pending', 7_000]);
});

test('a day of the month is the next one that leaves the payer a whole day to authorize', async () => {
  const shop = await newShop();
  for (const [ahead, months] of [
    [3, 0],
    [2, 1],
  ] as const) {
    let day = addDays(today(), ahead);
    while (Number(day.slice(-2)) > 28) {
      gateway.clock.advance(86_400_000);
      day = addDays(today(), ahead);
    }
    const subscription = { interval: 'monthly', first_due_day: Number(day.slice(-2)) };
    const link = await newLink(shop.keys, { subscription });
    const { first_due_on: first } = await shop.read((await subscribe(link)).id);
    const [year = 0, month = 0] = day.split('-').map(Number);
    const expected = new Date(Date.UTC(year, month - 1 + months, Number(day.slice(-2))));
    assert.equal(first, expected.toISOString().slice(0, 10));
  }
});

test('a subscription of a link needs a fixed price and one first day, and has no stock or due date', async () => {
  const { keys } = await newShop();
  const faulty: [object, string][] = [
    [{ amount: null }, 'amount'],
    [{ stock: 3 }, 'stock'],
    [{ due_in_days: 5 }, 'due_in_days'],
    [{ subscription: { interval: 'monthly' } }, 'subscription.first_due_in_days'],
    [{ subscription: { ...TERMS, first_due_day: 5 } }, 'subscription.first_due_in_days'],
    [{ subscription: { interval: 'weekly', first_due_day: 5 } }, 'subscription.first_due_day'],
    [{ subscription: { ...TERMS, first_due_in_days: 2 } }, 'subscription.first_due_in_days'],
    [{ subscription: { ...TERMS, journey: 'offer' } }, 'subscription.journey'],
    [{ subscription: { ...TERMS, cycles: 0 } }, 'subscription.cycles'],
  ];
  for (const [body, field] of faulty) {
    const answer = await createLink(keys, body);
    const name = JSON.stringify(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], name);
    assert.equal(answer.body.details?.[0]?.field, field, name);
  }
  const link = await newLink(keys);
  const change = (body: object) =>
    gateway.call<Answer>('PATCH', `/v1/payment-links/${link.id}`, { keys, body });
  assert.equal((await change({ stock: 2 })).status, 400);
  const paused = await change({ status: 'paused' });
  assert.deepEqual(paused.body.subscription, link.subscription);
  const once = await change({ subscription: null, status: 'active' });
  assert.equal(once.body.subscription, null);
  const { chargeId } = await payers.visitor().buy(link);
  assert.ok(chargeId, 'without the subscription the payer pays once');
});

test('a paused link takes no subscription, and faults of the form are shown', async () => {
  const shop = await newShop();
  const link = await newLink(shop.keys);
  const wrong = await payers.visitor().buy(link, { document: '123' });
  assert.ok(wrong.hasFaults && wrong.text.includes('Informe um CPF ou CNPJ válido.'));
  const body = { status: 'paused' };
  await gateway.call('PATCH', `/v1/payment-links/${link.id}`, { keys: shop.keys, body });
  const closed = await subscribe(link);
  assert.deepEqual([closed.status, closed.id], [409, '']);
  assert.match(closed.text, /Este link não aceita mais pagamentos/);
  assert.deepEqual(await subscriptionsOf(shop.keys), []);
});

test('a live link can’t be made, and an older one says that nothing was created', async () => {
  const shop = await newShop();
  const live = await createKeys(gateway.appContext, shop.merchant, 'live');
  const refused = await createLink(live);
  assert.deepEqual([refused.status, refused.body.code], [503, 'subscriptions_unavailable']);
  const link = await newLink(shop.keys);
  await gateway.sql(`update payment_links set environment = 'live' where id = $1`, [link.id]);
  const shown = await payers.visitor().open(link);
  assert.match(shown.text, /Assinatura indisponível/);
  const token = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b79';
  const sent = await payers.visitor().send(link, { ...PAYER, token, document: '52998224725' });
  assert.equal(sent.status, 409);
  assert.match(sent.text, /ainda não pode receber assinaturas\. Nada foi criado/);
  assert.deepEqual(await subscriptionsOf(shop.keys), []);
});

test('a network that never authorizes is limited at a link, and other payers are not', async () => {
  const shop = await newShop();
  const link = await newLink(shop.keys);
  const visitor = payers.visitor();
  const { id } = await subscribe(link, {}, visitor);
  // The limit of a minute is another one, and refuses earlier.
  await copySubscription(id, 19, 'link_network');
  const refused = await subscribe(link, {}, visitor);
  assert.deepEqual([refused.status, refused.id], [429, '']);
  assert.match(refused.text, /Muitas tentativas/);
  assert.equal((await subscribe(link)).status, 303);
  await shop.authorize(id);
  assert.equal((await subscribe(link, {}, visitor)).status, 303);
});

test('a link with a thousand waiting subscriptions takes no more until some end', async () => {
  const shop = await newShop();
  const link = await newLink(shop.keys);
  const { id } = await subscribe(link);
  await copySubscription(id, 999, `'network ' || ids.position`);
  const full = await subscribe(link);
  assert.deepEqual([full.status, full.id], [409, '']);
  assert.match(full.text, /Este link não aceita mais cobranças agora/);
  await shop.authorize(id);
  assert.equal((await subscribe(link)).status, 303);
});

test('when a payer’s data is erased, the page is gone, and the network that made it', async () => {
  const shop = await newShop();
  const link = await newLink(shop.keys, {
    subscription: { ...TERMS, journey: 'code_and_first_payment' },
  });
  const { id } = await subscribe(link);
  await shop.authorize(id);
  await shop.cancel(id);
  const networks = () => gateway.sql('select link_network from subscriptions where id = $1', [id]);
  assert.match(String((await networks())[0]?.link_network), /^[0-9a-f]{32}$/);
  const { body } = await shop.call<{ data: { id: string }[] }>('GET', '/v1/customers');
  const customer = `/v1/customers/${body.data[0]?.id}`;
  const erased = await gateway.call('DELETE', customer, { keys: shop.keys });
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual(await networks(), [{ link_network: null }]);
  assert.equal((await gateway.call('GET', `/assinar/${id}`)).status, 404);
});

test('a repeat of POST under its key returns the same link, and a key with another subscription is refused', async () => {
  const { keys } = await newShop();
  const headers = { 'idempotency-key': 'assinatura-1' };
  const send = (subscription: object) =>
    gateway.call<Answer>('POST', '/v1/payment-links', {
      keys,
      headers,
      body: { ...LINK, subscription },
    });
  const first = await send(TERMS);
  assert.equal((await send(TERMS)).body.id, first.body.id);
  const other = await send({ ...TERMS, cycles: 3 });
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
});

interface Page {
  readonly data: readonly Subscription[];
  readonly next_cursor: string | null;
}

/** The ids of the subscriptions of a filter, read in pages of two. */
async function idsBy(keys: Keys, filter: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '2', ...filter, ...(cursor && { cursor }) });
    const path = `/v1/subscriptions?${query}`;
    const answer: { status: number; body: Page } = await gateway.call('GET', path, { keys });
    assert.equal(answer.status, 200);
    assert.ok(answer.body.data.length <= 2);
    ids.push(...answer.body.data.map(({ internal_id: id }) => id));
    cursor = answer.body.next_cursor;
  }
  return ids;
}

test('the subscriptions of a link are listed by its id, in pages and with other filters', async () => {
  const shop = await newShop();
  const [link, other] = [await newLink(shop.keys), await newLink(shop.keys)];
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.unshift((await subscribe(link)).id);
    gateway.clock.advance(1_000);
  }
  const rosa = { name: 'Rosa Prado', document: '52998224725' };
  ids.unshift((await subscribe(link, rosa)).id);
  const ofOther = (await subscribe(other, rosa)).id;
  await shop.create();
  const [newest = '', , third = ''] = ids;
  for (const id of [newest, third, ofOther]) await shop.authorize(id);
  const by = (filter: Record<string, string>) =>
    idsBy(shop.keys, { payment_link_id: link.id, ...filter });
  assert.deepEqual(await by({}), ids);
  assert.deepEqual(await by({ payment_link_id: ` ${link.id.toUpperCase()} ` }), ids);
  assert.deepEqual(await by({ status: 'authorized' }), [newest, third]);
  assert.deepEqual(await by({ document: rosa.document }), [newest]);
  assert.deepEqual(await by({ document: rosa.document, status: 'created' }), []);
  const { reference } = await shop.read(newest);
  assert.deepEqual(await by({ reference: String(reference) }), [newest]);
  assert.deepEqual(await by({ reference: String(reference), payment_link_id: other.id }), []);
  const { created_at: since } = await shop.read(third);
  assert.deepEqual(await by({ created_to: String(since) }), ids.slice(3));
  assert.deepEqual(await by({ payment_link_id: 'clube' }), []);
  const foreign = await newShop();
  assert.deepEqual(await idsBy(foreign.keys, { payment_link_id: link.id }), []);
});

async function countsOf(keys: Keys, { id }: Link) {
  const { body } = await gateway.call('GET', `/v1/payment-links/${id}`, { keys });
  return [body.sold_count, body.subscriber_count, body.received_amount];
}

test('a link counts a payer once when the payer authorizes, also if the subscription then ends', async () => {
  const shop = await newShop();
  const subscription = { ...TERMS, journey: 'code_and_first_payment' };
  const link = await newLink(shop.keys, { subscription });
  const [first, second, third] = [
    (await subscribe(link)).id,
    (await subscribe(link)).id,
    (await subscribe(link)).id,
  ];
  assert.deepEqual(await countsOf(shop.keys, link), [0, 0, 0]);
  await Promise.all([shop.authorize(first), shop.authorize(second)]);
  assert.equal((await shop.call('POST', `/v1/test/subscriptions/${first}/authorize`)).status, 409);
  await shop.call('POST', `/v1/test/subscriptions/${third}/reject`, {});
  await shop.pause(first);
  await shop.resume(first);
  await shop.cancel(second);
  // The first payments are those of the subscriptions, not of the link.
  assert.deepEqual(await countsOf(shop.keys, link), [2, 2, 0]);
  const body = { subscription: null, stock: 1 };
  await gateway.call('PATCH', `/v1/payment-links/${link.id}`, { keys: shop.keys, body });
  const { chargeId } = await payers.visitor().buy(link);
  await shop.call('POST', `/v1/test/charges/${chargeId}/pay`);
  assert.deepEqual(await countsOf(shop.keys, link), [3, 2, 4_990]);
  const { body: sold } = await gateway.call('GET', `/v1/payment-links/${link.id}`, {
    keys: shop.keys,
  });
  assert.deepEqual([sold.available_count, sold.oversold_count], [0, 0]);
});

test('the migration counts the payers who had authorized before', async () => {
  const file = new URL('../../migrations/0605-subscribers-of-links.sql', import.meta.url);
  const update = (await readFile(file, 'utf8')).split(/\n\n/).at(-1) ?? '';
  assert.match(update, /^update payment_links/);
  const rows = () => gateway.sql('select id, subscriber_count from payment_links order by id');
  const kept = await rows();
  assert.ok(kept.some(({ subscriber_count: count }) => String(count) === '2'));
  await gateway.sql('update payment_links set subscriber_count = 0');
  await gateway.sql(update);
  assert.deepEqual(await rows(), kept);
});
