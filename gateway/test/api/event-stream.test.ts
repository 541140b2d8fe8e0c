import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { openMemoryLimits } from '#src/ground/work/concurrency-limits.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { createEventStreams } from '#src/webhooks/feed/event-streams.ts';
import { openStream, readPage } from '../support/feed.ts';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const secondUrl = await gateway.openSecondApi();

// First, because streams of other tests must not end while the timers are mocked.
test('a stream has heartbeats and ends when its key may not read it any more', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { merchant } = await createMerchantWithKeys(gateway);
  const streams = createEventStreams({ ...gateway.appContext, openLimits: openMemoryLimits });
  const answers = [() => Promise.reject(new Error('no database')), () => Promise.resolve(false)];
  const stream = await streams.open({
    scope: { merchantId: merchant.merchantId, environment: 'test' },
    clientId: 'k',
    isSandbox: false,
    address: 'a',
    kinds: undefined,
    after: { id: undefined, position: 0n },
    isAllowed: () => answers.shift()?.() ?? Promise.resolve(true),
  });
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  const ended = new Promise((resolve) => stream.once('close', resolve));
  context.mock.timers.tick(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(answers.length, 1);
  context.mock.timers.tick(60_000);
  await ended;
  await streams.stop();
  assert.match(text, /^retry: 3000\nid: 0{8}-0{4}-0{4}-0{4}-0{12}\n\n(: [^\n]+\n\n){7,8}$/);
});

test('a stream of another process sends new events, and continues after the last one that was received', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const stream = await openStream(secondUrl, keys);
  assert.match(stream.response.headers.get('content-type') ?? '', /text\/event-stream/);
  const paid = await receivePayment(gateway, keys);
  const received = await stream.next();
  assert.equal(received?.kind, 'deposit.paid');
  const event = JSON.parse(received?.data ?? '');
  assert.deepEqual([event.data.internal_id, event.id], [paid.internal_id, received?.id]);
  await stream.close();
  const missed = [await receivePayment(gateway, keys), await receivePayment(gateway, keys)];
  const resumed = await openStream(gateway.url, keys, { lastEventId: String(received?.id) });
  const next = [await resumed.next(), await resumed.next()];
  assert.deepEqual(
    next.map((one) => JSON.parse(one?.data ?? '{}').data.internal_id),
    missed.map((charge) => charge.internal_id),
  );
  await resumed.close();
});

test('a stream sends the newest id first, so that a reader that is cut before any event misses none', async () => {
  for (const isFirst of [true, false]) {
    const { keys } = await createMerchantWithKeys(gateway);
    if (!isFirst) await receivePayment(gateway, keys);
    const response = await fetch(`${gateway.url}/v1/events/stream`, { headers: { ...keys } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value = '' } = (await reader?.read()) ?? {};
    await reader?.cancel();
    const [, lastEventId = ''] = /^retry: 3000\nid: (\S+)\n\n/.exec(value) ?? [];
    const missed = await receivePayment(gateway, keys);
    const resumed = await openStream(gateway.url, keys, { lastEventId });
    const next = await resumed.next();
    assert.equal(JSON.parse(next?.data ?? '{}').data.internal_id, missed.internal_id);
    await resumed.close();
  }
});

test('since begins with the first event of the time after an instant', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  gateway.clock.advance(60_000);
  const since = new Date(gateway.clock.now()).toISOString();
  assert.deepEqual((await readPage(gateway, keys, `since=${since}`)).data, []);
  const paid = await receivePayment(gateway, keys);
  const { data } = await readPage(gateway, keys, `since=${since}`);
  assert.deepEqual(
    data.map((event) => event.resource_id),
    [paid.internal_id],
  );
  const stream = await openStream(gateway.url, keys, { query: `since=${since}` });
  assert.equal((await stream.next())?.id, data[0]?.id);
  await stream.close();
  for (const query of ['since=ontem', `since=${since}&after=${data[0]?.id}`]) {
    const refused = await gateway.call('GET', `/v1/events?${query}`, { keys });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request']);
  }
});

test('a stream ends after a failover that lost its last event, and the reader learns of it', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const stream = await openStream(gateway.url, keys);
  const lost = await receivePayment(gateway, keys);
  const received = await stream.next();
  const scope = [merchant.merchantId];
  await gateway.sql('delete from event_feeds where merchant_id = $1', scope);
  await gateway.sql('delete from webhook_events where resource_id = $1', [lost.internal_id]);
  // The first of these events has the position of the lost one.
  const later = [await receivePayment(gateway, keys), await receivePayment(gateway, keys)];
  assert.equal(await stream.next(), undefined);
  const again = await openStream(gateway.url, keys, { lastEventId: String(received?.id) });
  assert.equal(again.response.status, 410);
  const { data } = await readPage(gateway, keys);
  assert.deepEqual(
    data.map((one) => one.resource_id),
    later.map((charge) => charge.internal_id),
  );
});

test('a key may have five streams at once, and a slot is free when one ends', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(gateway.url, keys)));
  const refused = await openStream(gateway.url, keys);
  assert.equal(refused.response.status, 429);
  await refused.close();
  await streams[0]?.close();
  await until('a slot is free', async () => {
    const again = await openStream(gateway.url, keys);
    await again.close();
    return again.response.status === 200;
  });
  for (const stream of streams.slice(1)) await stream.close();
});

test('an event that a webhook missed is found by delivered=false and sent again under the same ids', async (context) => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const { data } = await readPage(gateway, keys, 'delivered=false');
  const path = `/v1/events/${data[0]?.id}`;
  const nobody = await gateway.call('POST', `${path}/resend`, { keys });
  assert.deepEqual([nobody.status, nobody.body.code], [409, 'event_has_no_webhook']);
  const sink = await startWebhookSink(context);
  const endpoint = await createEndpoint(
    { ...gateway.appContext, targetRules: { allowPrivateAddresses: true, allowPlainHttp: true } },
    { merchantId: merchant.merchantId, environment: 'test', isSandbox: false },
    { url: `${sink.url}/in`, events: ['deposit.paid'] },
    commandActor,
  );
  assert.equal((await gateway.call('POST', `${path}/resend`, { keys })).status, 202);
  await until('the event is delivered', async () => {
    return (await readPage(gateway, keys, 'delivered=true')).data.length === 1;
  });
  assert.deepEqual(sink.received[0]?.event.id, data[0]?.id);
  const again = await gateway.call<{ deliveries: { webhook_endpoint_id: string }[] }>(
    'POST',
    `${path}/resend`,
    { keys, body: { webhook_endpoint_id: endpoint.id } },
  );
  assert.deepEqual(
    again.body.deliveries.map((one) => one.webhook_endpoint_id),
    [endpoint.id],
  );
  await until('it arrives again', async () => sink.received.length === 2);
  const [first, second] = sink.received.map(({ headers }) => headers['x-service-delivery']);
  assert.equal(first, second);
  const attempts = await until('both attempts are recorded', async () => {
    const { body } = await gateway.call<{ data: { attempt: number; response_status: number }[] }>(
      'GET',
      `${path}/attempts`,
      { keys },
    );
    return body.data.length === 2 && body.data;
  });
  assert.deepEqual(
    attempts.map(({ attempt, response_status: status }) => [attempt, status]),
    [
      [2, 204],
      [1, 204],
    ],
  );
  const unknown = { webhook_endpoint_id: merchant.merchantId };
  const refused = await gateway.call('POST', `${path}/resend`, { keys, body: unknown });
  assert.deepEqual([refused.status, refused.body.code], [404, 'webhook_not_found']);
});
