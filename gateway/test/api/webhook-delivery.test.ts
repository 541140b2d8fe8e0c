import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Stripe from 'stripe';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  createEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  until,
} from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { type ReceivedWebhook, startWebhookSink } from '../support/webhook-sink.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startInBuckets({ after });
const { appContext } = gateway;
const deps = {
  ...appContext,
  targetRules: { allowPrivateAddresses: true, allowPlainHttp: true },
};
const stripe = new Stripe('sk_test_unused');

/** Whether Stripe's library, which uses the same scheme, accepts the signature. */
function isSignedWith(webhook: ReceivedWebhook, secret: string): boolean {
  const header = String(webhook.headers['x-service-signature']);
  try {
    stripe.webhooks.constructEvent(webhook.rawBody, header, secret, 300);
    return true;
  } catch {
    return false;
  }
}

async function prepare(context: Parameters<typeof startWebhookSink>[0]) {
  const sink = await startWebhookSink(context);
  const owner = await createMerchantWithKeys(gateway);
  const scope = { merchantId: owner.merchant.merchantId, environment: 'test' as const };
  const endpoint = await createEndpoint(
    deps,
    { ...scope, isSandbox: false },
    { url: `${sink.url}/in` },
    commandActor,
  );
  return { sink, ...owner, endpoint };
}

/** Makes the next attempts of all deliveries due now. */
async function runRetriesNow(): Promise<void> {
  await gateway.sql(
    `update webhook_deliveries set next_attempt_at = $1
      where status = 'pending' and attempt_count > 0 and next_attempt_at > $1`,
    [new Date(gateway.clock.now())],
  );
}

test('a payment is delivered with the transaction as the API shows it, signed with the secret', async (context) => {
  const { sink, keys, endpoint } = await prepare(context);
  const charge = await receivePayment(gateway, keys);
  await until('the webhook arrives', async () => sink.received.length === 1);
  const [webhook] = sink.received;
  assert.ok(webhook);
  const path = `/v1/transactions/${String(charge.internal_id)}`;
  assert.deepEqual(webhook.event.data, (await gateway.call('GET', path, { keys })).body);
  assert.equal(webhook.event.event, 'deposit.paid');
  assert.equal(webhook.event.sequence, 1);
  assert.equal(webhook.headers['x-service-event'], 'deposit.paid');
  assert.match(String(webhook.headers['user-agent']), /^pix-gateway\//);
  assert.ok(isSignedWith(webhook, endpoint.secret));
  assert.ok(!isSignedWith(webhook, 'whsec_another'));
});

test('a failed delivery is tried again by the schedule, and each attempt is recorded', async (context) => {
  const { sink, keys } = await prepare(context);
  sink.answerWith((_webhook, response) => {
    const isThird = sink.received.length === 3;
    response.writeHead(isThird ? 200 : 500).end(isThird ? 'ok' : 'down\u0000');
  });
  const charge = await receivePayment(gateway, keys);
  for (const count of [1, 2, 3]) {
    await until(`attempt ${count}`, async () => {
      await runRetriesNow();
      return sink.received.length >= count;
    });
  }
  const [delivery] = await until('it is delivered', async () => {
    const rows = await gateway.sql(
      `select d.*, e.resource_id from webhook_deliveries d
       join webhook_events e on e.id = d.event_id
       where e.resource_id = $1 and d.status = 'delivered'`,
      [charge.internal_id],
    );
    return rows.length === 1 && rows;
  });
  const attempts = await gateway.sql(
    'select * from webhook_attempts where delivery_id = $1 order by attempt',
    [delivery?.id],
  );
  assert.deepEqual(
    attempts.map((one) => one.response_status),
    ['500', '500', '200'],
  );
  assert.equal(attempts[0]?.response_excerpt, 'down\uFFFD');
  const deliveries = new Set(sink.received.map((one) => one.headers['x-service-delivery']));
  assert.deepEqual([...deliveries], [delivery?.id]);
});

test('a 410 ends a delivery, and a redirect is a failure that is not followed', async (context) => {
  const { sink, keys } = await prepare(context);
  sink.answerWith((_webhook, response) => response.writeHead(410).end());
  await receivePayment(gateway, keys);
  await until('it has failed', async () => {
    const rows = await gateway.sql(`select from webhook_deliveries where status = 'failed'`);
    return rows.length === 1;
  });
  assert.equal(sink.received.length, 1);
  sink.answerWith((_webhook, response) => response.writeHead(302, { location: sink.url }).end());
  await receivePayment(gateway, keys);
  await until('the redirect is recorded', async () => {
    const rows = await gateway.sql(
      `select from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
        where a.response_status = 302 and d.status = 'pending' and d.next_attempt_at > now()`,
    );
    return rows.length === 1;
  });
  assert.equal(sink.received.length, 2, 'the redirect was not followed');
});

test('for a day after a rotation both secrets sign a delivery, then only the new one', async (context) => {
  const { sink, endpoint } = await prepare(context);
  const rotated = await rotateEndpointSecret(deps, { id: endpoint.id }, commandActor);
  await testEndpoint(deps, { id: endpoint.id }, commandActor);
  await until('the first test arrives', async () => sink.received.length === 1);
  gateway.clock.advance(DAY_MS + 1_000);
  await testEndpoint(deps, { id: endpoint.id }, commandActor);
  await until('the second test arrives', async () => sink.received.length === 2);
  await until('both deliveries are recorded', async () => {
    const rows = await gateway.sql(
      `select from webhook_deliveries where endpoint_id = $1 and status = 'delivered'`,
      [endpoint.id],
    );
    return rows.length === 2;
  });
  gateway.clock.advance(-DAY_MS - 1_000);
  const [during, later] = sink.received;
  assert.ok(during && later);
  assert.ok(isSignedWith(during, endpoint.secret) && isSignedWith(during, rotated.secret));
  assert.match(String(later.headers['x-service-signature']), /^t=\d+,v1=[0-9a-f]{64}$/);
});

test('an endpoint gets only the events that it has chosen', async (context) => {
  const { sink, keys, merchant } = await prepare(context);
  const url = `${sink.url}/other`;
  const settings = { url, events: ['payout.paid'] as const };
  const scope = { merchantId: merchant.merchantId, environment: 'test', isSandbox: false } as const;
  await createEndpoint(deps, scope, settings, commandActor);
  await receivePayment(gateway, keys);
  await until('it arrives', async () => sink.received.length === 1);
  const rows = await gateway.sql('select url from webhook_deliveries where merchant_id = $1', [
    merchant.merchantId,
  ]);
  assert.equal(rows.length, 1);
  assert.notEqual(rows[0]?.url, url);
});

test('events of a paused endpoint are delivered when it resumes', async (context) => {
  const { sink, keys, endpoint } = await prepare(context);
  await pauseEndpoint(deps, { id: endpoint.id }, commandActor);
  await receivePayment(gateway, keys);
  await until('the delivery is held', async () => {
    const rows = await gateway.sql(
      `select from webhook_deliveries where endpoint_id = $1 and next_attempt_at is null
       and status = 'pending'`,
      [endpoint.id],
    );
    return rows.length === 1;
  });
  assert.equal(sink.received.length, 0);
  await resumeEndpoint(deps, { id: endpoint.id }, commandActor);
  await until('it arrives', async () => sink.received.length === 1);
});

test('an endpoint that does not answer delays no others, and gets its events when it answers', async (context) => {
  const hanging = await prepare(context);
  const healthy = await prepare(context);
  const waiting: (() => void)[] = [];
  hanging.sink.answerWith((_webhook, response) => {
    waiting.push(() => response.writeHead(204).end());
  });
  for (let count = 0; count < 120; count += 12) {
    await Promise.all(Array.from({ length: 12 }, () => receivePayment(gateway, hanging.keys)));
  }
  await receivePayment(gateway, healthy.keys);
  await until('the other endpoint gets its event', async () => healthy.sink.received.length === 1);
  const rows = await gateway.sql(
    `select from webhook_deliveries where endpoint_id = $1 and status <> 'pending'`,
    [hanging.endpoint.id],
  );
  assert.equal(rows.length, 0, 'no delivery of the hanging endpoint has ended');
  assert.ok(hanging.sink.received.length < 120, 'the others wait for a slot');
  hanging.sink.answerWith((_webhook, response) => response.writeHead(204).end());
  for (const answer of waiting) answer();
  await until('all arrive', async () => hanging.sink.received.length === 120);
});

test('sandbox payments are delivered to the webhook_url of the request, signed with the public secret', async (context) => {
  const sink = await startWebhookSink(context);
  const body = { ...CHARGE, webhook_url: `${sink.url}/a` };
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
  const payout = { ...PAYOUT, webhook_url: `${sink.url}/b` };
  await gateway.call('POST', '/v1/pix/payout', { keys: SANDBOX_KEYS, body: payout });
  gateway.clock.advance(30_000);
  await until('both arrive', async () => sink.received.length === 2);
  const byPath = new Map(sink.received.map((one) => [one.path, one]));
  assert.equal(byPath.get('/a')?.event.event, 'deposit.paid');
  assert.equal(byPath.get('/a')?.event.data.internal_id, charge.body.internal_id);
  assert.equal(byPath.get('/b')?.event.event, 'payout.paid');
  for (const webhook of sink.received) {
    const skewed = stripe.webhooks.signature?.verifyHeader(
      webhook.rawBody,
      String(webhook.headers['x-service-signature']),
      'whsec_sandbox_publico',
      0,
    );
    assert.ok(skewed);
  }
});
