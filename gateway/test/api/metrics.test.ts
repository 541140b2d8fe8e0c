import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { env: { METRICS_TOKEN: 'metrics-please' } });

/** Other gateways of this test process may have written postings before. */
async function countPaidPostings(): Promise<number> {
  const { text } = await gateway.call('GET', '/metrics');
  const [, count = '0'] = /pix_gateway_postings_total\{kind="charge_paid"\} (\d+)/.exec(text) ?? [];
  return Number(count);
}

test('the metrics of a new gateway count its requests, batches, postings, jobs and connections', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const before = await countPaidPostings();
  await receivePayment(gateway, keys, CHARGE);
  const { text } = await gateway.call('GET', '/metrics');
  assert.equal((await countPaidPostings()) - before, 1);
  for (const metric of [
    /request_duration_seconds_count\{method="POST",route="\/v1\/pix\/qrcode",status="201"\} 1/,
    /pix_gateway_batch_items_count\{batch="create-charges"\} 1/,
    /pix_gateway_batch_duration_seconds_count\{batch="create-charges"\} 1/,
    /pix_gateway_jobs 0/,
    /pix_gateway_database_connections [1-9]/,
  ]) {
    assert.match(text, metric);
  }
});

test('a gauge that can not be read is left out and counted, and the other metrics are shown', async () => {
  const { metrics } = gateway.appContext;
  let isBroken = false;
  metrics.gauge('pix_gateway_of_this_test', 'Fails while it is broken', async () => {
    if (isBroken) throw new Error('the database does not answer');
    return 7;
  });
  const read = async () => (await gateway.call('GET', '/metrics')).text;
  assert.match(await read(), /^pix_gateway_of_this_test 7$/m);
  isBroken = true;
  assert.equal((await gateway.call('GET', '/metrics')).status, 200);
  const broken = await read();
  assert.doesNotMatch(broken, /^pix_gateway_of_this_test \d/m);
  assert.match(broken, /metric_failures_total\{metric="pix_gateway_of_this_test"\} [12]/);
  assert.match(broken, /^pix_gateway_jobs \d/m);
  isBroken = false;
  assert.match(await read(), /^pix_gateway_of_this_test 7$/m);
});

test('a forwarded request reads the metrics only with the token', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await gateway.call('GET', '/metrics', { headers: forwarded })).status, 404);
  const wrong = { ...forwarded, authorization: 'Bearer guess' };
  assert.equal((await gateway.call('GET', '/metrics', { headers: wrong })).status, 404);
  const right = { ...forwarded, authorization: 'Bearer metrics-please' };
  assert.equal((await gateway.call('GET', '/metrics', { headers: right })).status, 200);
});

test('a gateway is alive and ready, and not ready when the database has a newer migration', async () => {
  assert.equal((await gateway.call('GET', '/healthz')).status, 200);
  assert.equal((await gateway.call('GET', '/readyz')).status, 200);
  await gateway.sql(`insert into public.schema_migrations values ('9999-newer.sql', '', now())`);
  const newer = await gateway.call('GET', '/readyz');
  assert.deepEqual([newer.status, newer.body.code], [503, 'overloaded']);
});
