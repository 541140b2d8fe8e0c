import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Measures, partStates, worstOf } from './status.ts';

const FINE: Measures = {
  api: { total: 1_000, failed: 0 },
  isDatabaseUp: true,
  paymentsBehindSeconds: 60,
  stuckPayouts: 0,
  arePayoutsStopped: false,
  oldestWebhookSeconds: 1,
  hasWorkers: true,
};

const statesOf = (changes: Partial<Measures>) => partStates({ ...FINE, ...changes });

test('parts that work are operational, and parts without a measure are unknown', () => {
  const fine = {
    api: 'operational',
    payments: 'operational',
    payouts: 'operational',
    webhooks: 'operational',
  };
  assert.deepEqual(partStates(FINE), fine);
  const silent = partStates({ api: { total: 0, failed: 0 }, isDatabaseUp: true });
  assert.deepEqual(silent, {
    api: 'operational',
    payments: 'unknown',
    payouts: 'unknown',
    webhooks: 'unknown',
  });
});

test('each measure above its limit changes the state of its part only', () => {
  assert.equal(statesOf({ api: { total: 1_000, failed: 11 } }).api, 'degraded');
  assert.equal(statesOf({ api: { total: 1_000, failed: 251 } }).api, 'down');
  // Few requests prove nothing.
  assert.equal(statesOf({ api: { total: 10, failed: 10 } }).api, 'operational');
  assert.equal(statesOf({ isDatabaseUp: false }).api, 'down');
  assert.equal(statesOf({ paymentsBehindSeconds: 901 }).payments, 'degraded');
  assert.equal(statesOf({ stuckPayouts: 2 }).payouts, 'operational');
  assert.equal(statesOf({ stuckPayouts: 3 }).payouts, 'degraded');
  assert.equal(statesOf({ arePayoutsStopped: true }).payouts, 'down');
  assert.equal(statesOf({ oldestWebhookSeconds: 121 }).webhooks, 'degraded');
  assert.equal(statesOf({ hasWorkers: false }).webhooks, 'down');
});

test('the worse of two states wins, and an unknown one loses', () => {
  assert.equal(worstOf('operational', 'degraded'), 'degraded');
  assert.equal(worstOf('down', 'degraded'), 'down');
  assert.equal(worstOf('unknown', 'operational'), 'operational');
});
