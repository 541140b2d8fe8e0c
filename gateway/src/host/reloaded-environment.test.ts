import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reloadedEnvironment } from './reloaded-environment.ts';

test('a reload applies variables of HTTP processes, and lists variables that need a restart', () => {
  const current = { PORT: '3000', DATABASE_URL: 'a', METRICS_TOKEN: 'old', TRUST_PROXY: 'true' };
  const wanted = { PORT: '3001', DATABASE_URL: 'a', METRICS_TOKEN: 'new' };
  const { environment, needRestart } = reloadedEnvironment(current, wanted);
  assert.deepEqual(environment, {
    PORT: '3000',
    DATABASE_URL: 'a',
    METRICS_TOKEN: 'new',
    TRUST_PROXY: undefined,
  });
  assert.deepEqual(needRestart, ['PORT']);
});
