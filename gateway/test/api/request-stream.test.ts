import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shownPath } from '#src/ground/http/answered-request.ts';
import { createId } from '#src/ground/ids.ts';
import {
  createRequestRecorder,
  expireRequestRecords,
} from '#src/reports/request-records/record-requests.ts';
import { StreamedRequest } from '#src/reports/request-records/request-streams.ts';
import { openStream, type ReadStream } from '../support/feed.ts';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  type Keys,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after });
const secondUrl = await gateway.openSecondApi();

const watch = (keys: Keys, lastEventId?: string): Promise<ReadStream> =>
  openStream(gateway.url, keys, {
    of: 'requests' as const,
    ...(lastEventId !== undefined && { lastEventId }),
  });

async function nextOf(stream: ReadStream): Promise<Record<string, unknown>> {
  return JSON.parse((await stream.next())?.data ?? '{}');
}

test('a stream tells each request of its key on every process, and nothing of its body or query', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const stranger = await createMerchantWithKeys(gateway);
  const other = await watch(stranger.keys);
  const stream = await watch(keys);
  assert.match(stream.response.headers.get('content-type') ?? '', /text\/event-stream/);
  const headers = { 'idempotency-key': 'pedido-1042' };
  const order = { keys, body: { ...CHARGE, description: 'planted' }, headers };
  const created = await callGateway(`${secondUrl}/v1/pix/qrcode`, 'POST', order);
  const first = await nextOf(stream);
  const { started_at: startedAt, duration_ms: durationMs, ...facts } = first;
  assert.ok(Date.parse(String(startedAt)) <= gateway.clock.now() && Number(durationMs) >= 0);
  const id = created.headers.get('x-request-id');
  assert.deepEqual(facts, {
    request_id: id,
    method: 'POST',
    path: '/v1/pix/qrcode',
    operation: 'createCharge',
    status: 201,
    idempotency_replayed: false,
    code: null,
    unknown_fields: null,
    omitted: 0,
  });
  await callGateway(`${gateway.url}/v1/pix/qrcode`, 'POST', order);
  assert.equal((await nextOf(stream)).idempotency_replayed, true);
  await callGateway(`${gateway.url}/v1/transactions?search=planted`, 'GET', { keys });
  const listed = await nextOf(stream);
  assert.deepEqual([listed.path, listed.operation], ['/v1/transactions', 'listTransactions']);
  await callGateway(`${secondUrl}/v1/transactions/52998224725`, 'GET', { keys });
  const unknown = await nextOf(stream);
  assert.deepEqual(
    [unknown.path, unknown.status, unknown.code],
    ['/v1/transactions/:internal_id', 404, 'transaction_not_found'],
  );
  await callGateway(`${secondUrl}/v1/pix/qrcod/Planted`, 'POST', order);
  const wrong = await nextOf(stream);
  assert.deepEqual(
    [wrong.path, wrong.operation, wrong.code],
    ['/v1/pix/qrcod/…', null, 'route_not_found'],
  );
  await callGateway(`${gateway.url}/v1/balance`, 'GET', { keys: stranger.keys });
  assert.equal((await nextOf(other)).path, '/v1/balance');
  const rows = await gateway.sql('select * from request_records where merchant_id = $1', [
    merchant.merchantId,
  ]);
  assert.equal(rows.length, 5);
  const text = JSON.stringify(rows).toLowerCase();
  for (const secret of ['planted', '52998224725', keys['client-secret'].toLowerCase(), '1042']) {
    assert.ok(!text.includes(secret), secret);
  }
  await Promise.all([stream.close(), other.close()]);
});

test('the API document names exactly the fields of a streamed request', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const stream = await watch(keys);
  await callGateway(`${gateway.url}/v1/balance`, 'GET', { keys });
  const sent = Object.keys(await nextOf(stream)).sort();
  await stream.close();
  const { required } = StreamedRequest;
  assert.deepEqual(
    [Object.keys(StreamedRequest.properties).sort(), required.toSorted()],
    [sent, sent],
  );
});

test('requests are recorded only while their key is watched', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const count = async () =>
    (await gateway.sql('select from request_records where merchant_id = $1', [merchantId])).length;
  const call = () => gateway.call('GET', '/v1/balance', { keys });
  await call();
  const stream = await watch(keys);
  await call();
  await stream.next();
  assert.equal(await count(), 1);
  await stream.close();
  await gateway.sql('update credentials set watched_until = now() where merchant_id = $1', [
    merchantId,
  ]);
  await call();
  // If the request before were recorded, it would be written before the next one or with it.
  const again = await watch(keys);
  const last = await call();
  assert.equal((await nextOf(again)).request_id, last.headers.get('x-request-id'));
  assert.equal(await count(), 2);
  await again.close();
});

test('a reader that comes back gets what it missed, once, and expired records are deleted', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const call = async () =>
    (await gateway.call('GET', '/v1/balance', { keys })).headers.get('x-request-id');
  const stream = await watch(keys);
  await call();
  const seen = await stream.next();
  await stream.close();
  // Each is written before the next one: another stream has shown it.
  const other = await watch(keys);
  const missed = [await call(), (await other.next())?.id, await call(), (await other.next())?.id];
  const again = await watch(keys, seen?.id);
  const next = [(await again.next())?.id, (await again.next())?.id];
  assert.deepEqual([next[0], next[0], next[1], next[1]], missed);
  const newest = await call();
  assert.equal((await again.next())?.id, newest);
  const refused = await watch(keys, 'ontem');
  assert.equal(refused.response.status, 400);
  await Promise.all([again.close(), other.close(), refused.close()]);
  const { merchantId } = merchant;
  await gateway.sql(
    `update request_records set recorded_at = recorded_at - interval '6 minutes'
     where merchant_id = $1 and id <> $2`,
    [merchantId, newest],
  );
  for (const bucket of gateway.appContext.database.buckets.all()) {
    await expireRequestRecords(bucket);
  }
  const kept = await gateway.sql('select id from request_records where merchant_id = $1', [
    merchantId,
  ]);
  assert.deepEqual(
    kept.map(({ id }) => id),
    [newest],
  );
});

test('of many requests at once some are shown, and the others are counted', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const stream = await watch(keys);
  const recorder = createRequestRecorder(gateway.appContext);
  for (let count = 1; count <= 60; count += 1) {
    recorder.add({
      merchantId: merchant.merchantId,
      clientId: keys['client-id'],
      environment: 'test',
      id: createId(Date.now()),
      method: 'GET',
      path: '/v1/balance',
      operation: 'getBalance',
      status: 200,
      durationMs: 1,
      isReplay: false,
      code: undefined,
    });
  }
  await recorder.close();
  const omitted: unknown[] = [];
  for (let count = 1; count <= 25; count += 1) omitted.push((await nextOf(stream)).omitted);
  assert.equal(omitted.filter((one) => one === 35).length, 1);
  assert.equal(omitted.filter((one) => one === 0).length, 24);
  await stream.close();
});

test('a key may have five streams of requests, besides those of events', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const streams = await Promise.all(Array.from({ length: 5 }, () => watch(keys)));
  assert.deepEqual(
    streams.map(({ response }) => response.status),
    [200, 200, 200, 200, 200],
  );
  const sixth = await watch(keys);
  const events = await openStream(gateway.url, keys);
  assert.deepEqual([sixth.response.status, events.response.status], [429, 200]);
  await Promise.all([...streams, sixth, events].map((stream) => stream.close()));
});

test('a path is shown with its ids, and without other values', () => {
  const id = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';
  const route = '/v1/transactions/:internal_id/refund';
  assert.equal(
    shownPath(`/v1/transactions/${id}/refund?a=b`, route),
    `/v1/transactions/${id}/refund`,
  );
  assert.equal(shownPath('/v1/transactions/ana@loja/refund', route), route);
  assert.equal(shownPath('/v1/x/52998224725/+5511999?a', undefined), '/v1/x/…/…');
});
