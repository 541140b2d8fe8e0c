import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import type { TransactionEventKind } from '#src/webhooks/webhook-event.ts';
import { createDisputer } from '../support/disputes.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
}

const gateway = await startInBuckets({ after });
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { faultOf } = createAnswerCheck(document);
const { refund, endRefunds } = createRefunder(gateway);
const { dispute, close } = createDisputer(gateway);
const deps = {
  ...gateway.appContext,
  targetRules: { allowPrivateAddresses: true, allowPlainHttp: true },
};

/** A merchant with a webhook of these events. */
async function createListener(
  context: Parameters<typeof startWebhookSink>[0],
  events: readonly TransactionEventKind[],
) {
  const sink = await startWebhookSink(context);
  const one = await createMerchantWithKeys(gateway);
  const { merchantId } = one.merchant;
  const owner = { merchantId, environment: 'test', isSandbox: false } as const;
  await createEndpoint(deps, owner, { url: `${sink.url}/aqui`, events }, commandActor);
  return { ...one, sink };
}

function list(keys: Keys, query = '') {
  return gateway.call<Page>('GET', `/v1/splits${query}`, { keys });
}

test('a recipient is told about the payment of its share and about each refund of it', async (context) => {
  const recipient = await createListener(context, ['split.received', 'split.refunded']);
  const origin = await createListener(context, ['deposit.paid', 'split.received']);
  await receivePayment(gateway, origin.keys);
  const split = [{ username: recipient.username, percentage: 10 }];
  const more = { external_id: 'pedido-1', utm: { utm_source: 'instagram' } };
  const charge = await receivePayment(gateway, origin.keys, { ...CHARGE, ...more, split });
  const id = String(charge.internal_id);
  await refund(origin.keys, id, { amount: 2_500 });
  await endRefunds();
  await refund(origin.keys, id, { amount: 500, bear_all: true });
  await refund(origin.keys, id);
  await endRefunds();
  const { received } = recipient.sink;
  await until(
    'all arrived',
    async () => received.length === 3 && origin.sink.received.length === 2,
  );
  const events = received.map(({ event }) => event).sort((a, b) => a.sequence - b.sequence);
  assert.deepEqual(
    events.map(({ event, sequence, data }) => [
      event,
      sequence,
      data.status,
      data.amount,
      data.refunded_amount,
    ]),
    [
      ['split.received', 1, 'paid', 1_000, 0],
      ['split.refunded', 2, 'partially_refunded', 1_000, 250],
      ['split.refunded', 3, 'partially_refunded', 1_000, 950],
    ],
  );
  for (const event of events) {
    const schema = document.webhooks[event.event]?.post.requestBody.content['application/json'];
    assert.ok(schema);
    assert.equal(faultOf(schema.schema, event), undefined);
  }
  // The last event is the share as the list shows it, and tells nothing of the payer.
  const { body } = await list(recipient.keys, `?charge_id=${id}`);
  const nothingWaits = { pending_amount: 0, available_on: null };
  const last: Record<string, unknown> = { ...events.at(-1)?.data, ...nothingWaits };
  assert.deepEqual(body.data, [last]);
  assert.deepEqual(body.data[0]?.origin, {
    username: origin.username,
    name: `Loja ${origin.username}`,
  });
  assert.deepEqual([body.data[0]?.external_id, body.data[0]?.utm], ['pedido-1', more.utm]);
  assert.doesNotMatch(received.map(({ rawBody }) => rawBody).join(), /Maria|12345678909|payer/);
  assert.deepEqual(
    origin.sink.received.map(({ event }) => event.event),
    ['deposit.paid', 'deposit.paid'],
  );
});

test('a recipient is told when a dispute blocks its share and when it is released', async (context) => {
  const recipient = await createListener(context, ['split.disputed']);
  const { keys } = await createMerchantWithKeys(gateway);
  const split = [{ username: recipient.username, percentage: 10 }];
  const charge = await receivePayment(gateway, keys, { ...CHARGE, split });
  const id = String(charge.internal_id);
  const { body: opened } = await dispute(keys, id, { amount: 4_000 });
  await close(keys, opened.internal_id, 'rejected');
  const { body: second } = await dispute(keys, id);
  await close(keys, second.internal_id, 'accepted');
  const { received } = recipient.sink;
  await until('all arrived', async () => received.length === 3);
  const events = received.map(({ event }) => event).sort((a, b) => a.sequence - b.sequence);
  assert.deepEqual(
    events.map(({ sequence, data }) => [sequence, data.status, data.disputed_amount]),
    [
      [2, 'paid', 400],
      [3, 'paid', 0],
      [4, 'paid', 1_000],
    ],
  );
  const { body } = await list(recipient.keys, `?charge_id=${id}`);
  const nothingWaits = { pending_amount: 0, available_on: null };
  assert.deepEqual(body.data, [{ ...events.at(-1)?.data, ...nothingWaits }]);
  assert.doesNotMatch(received.map(({ rawBody }) => rawBody).join(), /Maria|12345678909|payer/);
});

test('the event of a share is in the feed of every recipient, and sent to the webhook that chose it', async (context) => {
  const origin = await createMerchantWithKeys(gateway);
  const [listening, other] = [
    await createListener(context, ['split.received']),
    await createListener(context, ['deposit.paid']),
  ];
  const without = await createMerchantWithKeys(gateway);
  const recipients = [listening, other, without];
  const split = recipients.map(({ username }) => ({ username, amount: 100 }));
  const charge = await receivePayment(gateway, origin.keys, { ...CHARGE, split });
  for (const { keys } of recipients) {
    const { body } = await gateway.call<{ data: { event: string; resource_id: string }[] }>(
      'GET',
      '/v1/events',
      { keys },
    );
    const read = body.data.map(({ event, resource_id: id }) => [event, id]);
    assert.deepEqual(read, [['split.received', charge.internal_id]]);
  }
  await until('it arrived', async () => listening.sink.received.length === 1);
  const deliveries = await gateway.sql(
    `select d.merchant_id from webhook_deliveries d join webhook_events e on e.id = d.event_id
     where e.resource_id = $1`,
    [charge.internal_id],
  );
  assert.deepEqual(deliveries, [{ merchant_id: listening.merchant.merchantId }]);
});

test('a canceled share has no event, and its late payment has the first one', async (context) => {
  const recipient = await createListener(context, ['split.received']);
  const origin = await createMerchantWithKeys(gateway);
  const split = [{ username: recipient.username, amount: 100 }];
  const body = { ...CHARGE, expires_in: 60, split };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: origin.keys, body });
  gateway.clock.advance(61_000);
  const canceled = await until('it is canceled', async () => {
    const page = await list(recipient.keys, '?status=canceled');
    return page.body.data.length === 1 && page.body.data;
  });
  assert.equal(canceled[0]?.charge_id, created.body.internal_id);
  const [share] = await gateway.sql('select event_count from charge_splits where charge_id = $1', [
    created.body.internal_id,
  ]);
  assert.equal(share?.event_count, '0');
  const events = await gateway.sql('select kind from webhook_events where merchant_id = $1', [
    recipient.merchant.merchantId,
  ]);
  assert.deepEqual(events, []);
});

test('received shares are listed in pages and filtered by status, period and charge', async () => {
  const recipient = await createMerchantWithKeys(gateway);
  const [shop, other] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const body = (external_id: string) => ({
    ...CHARGE,
    external_id,
    split: [{ username: recipient.username, percentage: 1 }],
  });
  const first = await receivePayment(gateway, shop.keys, body('1'));
  gateway.clock.advance(60_000);
  const middle = new Date(gateway.clock.now()).toISOString();
  const second = await receivePayment(gateway, other.keys, body('2'));
  await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: body('3') });
  const referencesOf = async (query: string) => {
    const { status, body: page, text } = await list(recipient.keys, query);
    assert.equal(status, 200, text);
    return page.data.map((one) => one.external_id);
  };
  assert.deepEqual(await referencesOf(''), ['3', '2', '1']);
  assert.deepEqual(await referencesOf('?status=paid'), ['2', '1']);
  assert.deepEqual(await referencesOf(`?created_from=${middle}`), ['3', '2']);
  assert.deepEqual(await referencesOf(`?created_to=${middle}`), ['1']);
  assert.deepEqual(await referencesOf(`?charge_id=${second.internal_id}`), ['2']);
  assert.deepEqual(await referencesOf(`?charge_id=${second.internal_id}&status=pending`), []);
  assert.deepEqual(
    await referencesOf(`?charge_id=${first.internal_id}&created_from=${middle}`),
    [],
  );
  const page = await list(recipient.keys, '?limit=2');
  assert.deepEqual(
    page.body.data.map((one) => one.external_id),
    ['3', '2'],
  );
  assert.deepEqual(await referencesOf(`?limit=2&cursor=${page.body.next_cursor}`), ['1']);
  // The origin has no share in its own charge, and a stranger sees nothing of it.
  assert.deepEqual((await list(shop.keys)).body.data, []);
  assert.deepEqual((await list(other.keys, `?charge_id=${first.internal_id}`)).body.data, []);
});

test('a share that waits for its settlement shows the amount and the day until it is available', async () => {
  const recipient = await createMerchantWithKeys(gateway);
  const terms = { delayDays: 2, inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0 };
  await setSettlementTerms(gateway.appContext, recipient.username, terms, commandActor);
  const origin = await createMerchantWithKeys(gateway);
  const split = [{ username: recipient.username, amount: 250 }];
  const { internal_id: id } = await receivePayment(gateway, origin.keys, { ...CHARGE, split });
  const waitingOf = async () => {
    const [one] = (await list(recipient.keys)).body.data;
    return [one?.status, one?.amount, one?.pending_amount, one?.available_on];
  };
  const { body: balance } = await gateway.call<{ next_settlements: { date: string }[] }>(
    'GET',
    '/v1/balance',
    { keys: recipient.keys },
  );
  const day = balance.next_settlements[0]?.date;
  assert.match(String(day), /^2\d{3}-\d{2}-\d{2}$/);
  assert.deepEqual(await waitingOf(), ['paid', 250, 250, day]);
  await receivePayment(gateway, origin.keys);
  await refund(origin.keys, String(id), { amount: 4_000 });
  assert.deepEqual(await waitingOf(), ['paid', 250, 150, day]);
  gateway.clock.advance(3 * 24 * 60 * 60_000);
  await until('it is available', async () => (await waitingOf())[3] === null);
  assert.equal((await waitingOf())[2], 0);
});

test('a wrong filter of received shares is an invalid request', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  for (const query of ['charge_id=x', 'status=x', 'limit=0', 'cursor=x', 'created_from=ontem']) {
    const { status, body } = await gateway.call('GET', `/v1/splits?${query}`, { keys });
    assert.deepEqual([status, body.code], [400, 'invalid_request'], query);
  }
});

test('a status that is rare is found behind pages that are short', async () => {
  const [recipient, shop] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const split = [{ username: recipient.username, percentage: 1 }];
  const body = { ...CHARGE, split };
  const { body: rare } = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body });
  await gateway.sql(
    `insert into charge_splits (merchant_id, environment, charge_id, position, recipient_id,
       username, amount_centavos, status)
     select merchant_id, 'test', ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 0,
       recipient_id, username, 1, 'paid'
     from charge_splits, generate_series(1, 10000) as n where charge_id = $1`,
    [rare.internal_id],
  );
  const pending = (more = '') => list(recipient.keys, `?status=pending${more}`);
  const { body: short } = await pending();
  assert.deepEqual(short.data, []);
  assert.ok(short.next_cursor);
  const { body: last } = await pending(`&cursor=${short.next_cursor}`);
  assert.deepEqual(
    last.data.map((one) => one.charge_id),
    [rare.internal_id],
  );
  assert.equal(last.next_cursor, null);
});
