import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRecentRequests } from './recent-requests.ts';

const MINUTE_MS = 60_000;

test('requests below the path count for five minutes, and those with 5xx as failed', () => {
  let now = 1_000 * MINUTE_MS;
  const requests = countRecentRequests({ now: () => now }, '/v1');
  requests.count({ route: '/v1/balance', status: 200 });
  requests.count({ route: '/v1/balance', status: 503 });
  requests.count({ route: '/v1/balance', status: 429 });
  requests.count({ route: '/painel', status: 500 });
  assert.deepEqual(requests.read(), { total: 3, failed: 1 });
  now += 4 * MINUTE_MS;
  requests.count({ route: '/v1/balance', status: 200 });
  assert.deepEqual(requests.read(), { total: 4, failed: 1 });
  now += MINUTE_MS;
  assert.deepEqual(requests.read(), { total: 1, failed: 0 });
  // The slot of the first minute is used again.
  requests.count({ route: '/v1/balance', status: 500 });
  assert.deepEqual(requests.read(), { total: 2, failed: 1 });
  now += 60 * MINUTE_MS;
  assert.deepEqual(requests.read(), { total: 0, failed: 0 });
});
