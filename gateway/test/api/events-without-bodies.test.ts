import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { createDisputer } from '../support/disputes.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { openEndpoint, type WebhookSink } from '../support/webhook-sink.ts';

const gateway = await startInBuckets({ after });
const { refund } = createRefunder(gateway);
const { dispute } = createDisputer(gateway);

/** The bytes of the first attempt, which come from the memory of the payment's process. */
async function firstBody({ received }: WebhookSink, id: unknown): Promise<string> {
  const found = await until('the payment arrives', async () =>
    received.find(({ event }) => event.event === 'deposit.paid' && event.data.internal_id === id),
  );
  return found.rawBody;
}

/** The bytes of the payment's event as the feed shows them, without the members that it adds. */
async function bodyInFeed(keys: Keys, id: unknown): Promise<string> {
  const { text } = await gateway.call('GET', `/v1/events?resource=${id}&type=deposit.paid`, {
    keys,
  });
  const body = /^\{"data":\[(.*),"resource_id":"[^"]*","delivered":(true|false)\}\],/.exec(text);
  assert.ok(body, text);
  return `${body[1]}}`;
}

async function storedBody(id: unknown): Promise<unknown> {
  const select = `select body from webhook_events where resource_id = $1 and kind = 'deposit.paid'`;
  return (await gateway.sql(select, [id]))[0]?.body;
}

/** Sends the event of the payment again, and returns the bytes that arrive then. */
async function resentBody(keys: Keys, { received }: WebhookSink, body: string): Promise<string> {
  const count = received.length;
  const { id } = JSON.parse(body) as { id: string };
  const resent = await gateway.call('POST', `/v1/events/${id}/resend`, { keys, body: {} });
  assert.equal(resent.status, 202, resent.text);
  return until('the event arrives again', async () => {
    const again = received.slice(count).find(({ event }) => event.id === id);
    return again?.rawBody;
  });
}

async function prepare() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const sink = await openEndpoint({ after }, gateway, merchant);
  return { keys, merchant, sink };
}

const PLAIN = [
  {},
  { external_id: 'pedido-1', description: 'Café "especial" ☕ — açaí\\' },
  { utm: { utm_source: 'insta"gram', utm_medium: 'é' } },
  { payer: { ...CHARGE.payer, name: 'José “Zé” d’Ávila', email: 'jose@example.com' } },
  { amount: 1_000_000, expires_in: 600, external_id: '0' },
];

test('the body of a payment is made with the bytes that were sent first, after refund and dispute', async () => {
  const { keys, sink } = await prepare();
  await receivePayment(gateway, keys, { ...CHARGE, amount: 5_000_000 });
  for (const shape of PLAIN) {
    const charge = await receivePayment(gateway, keys, { ...CHARGE, ...shape });
    const id = String(charge.internal_id);
    const sent = await firstBody(sink, id);
    assert.equal(await storedBody(id), null);
    assert.equal(await bodyInFeed(keys, id), sent);
    assert.equal((await refund(keys, id, { amount: 100 })).status, 201);
    assert.equal((await dispute(keys, id, { amount: 200 })).status, 201);
    assert.equal(await bodyInFeed(keys, id), sent);
    assert.equal(await resentBody(keys, sink, sent), sent);
  }
});

test('the body of a payment is stored if its columns may change: splits, due dates', async () => {
  const { keys, sink } = await prepare();
  const { username } = await createMerchantWithKeys(gateway);
  const shapes = [
    { split: [{ username, percentage: 10 }] },
    { due_date: addDays(brazilianDayOf(gateway.clock.now()), 3) },
  ];
  for (const shape of shapes) {
    const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, ...shape });
    const sent = await firstBody(sink, id);
    assert.equal(await storedBody(id), sent);
    assert.equal(await bodyInFeed(keys, id), sent);
  }
});

test('a later attempt sends the bytes of the first one, also if the charge was refunded meanwhile', async () => {
  const { keys, sink } = await prepare();
  await receivePayment(gateway, keys);
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, external_id: 'x' });
  const sent = await firstBody(sink, id);
  assert.equal((await refund(keys, String(id))).status, 201);
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  const bodies = await until('all attempts arrive', async () => {
    await gateway.sql(
      `update webhook_deliveries set next_attempt_at = $1
        where status = 'pending' and attempt_count > 0 and next_attempt_at > $1`,
      [new Date(gateway.clock.now())],
    );
    const attempts = sink.received.filter(({ rawBody }) => rawBody.includes('"deposit.paid"'));
    const ofCharge = attempts.filter(({ event }) => event.data.internal_id === id);
    return ofCharge.length > 1 && ofCharge.map(({ rawBody }) => rawBody);
  });
  assert.deepEqual([...new Set(bodies)], [sent]);
});

test('an event whose body can not be made keeps no other one from being sent again', async () => {
  const { keys, sink } = await prepare();
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const unreadable = await receivePayment(gateway, keys);
  const other = await receivePayment(gateway, keys);
  for (const { internal_id: id } of [unreadable, other]) await firstBody(sink, id);
  await gateway.sql('update webhook_events set form = 99 where resource_id = $1', [
    unreadable.internal_id,
  ]);
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  const attemptsOf = (id: unknown) =>
    sink.received.filter(({ event }) => event.data.internal_id === id).length;
  await until('the other one arrives again', async () => {
    await gateway.sql(
      `update webhook_deliveries set next_attempt_at = $1
        where status = 'pending' and attempt_count > 0 and next_attempt_at > $1`,
      [new Date(gateway.clock.now())],
    );
    return attemptsOf(other.internal_id) > 1;
  });
  assert.equal(attemptsOf(unreadable.internal_id), 1);
});
