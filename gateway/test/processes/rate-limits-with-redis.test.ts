import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { createMigratedDatabase } from '../support/database-server.ts';
import { startFakeRedis } from '../support/fake-redis.ts';
import { callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { freePort, type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts';

const LIMIT = 100;
const WINDOW_MS = 60_000;

const redis = await startFakeRedis({ after });
const database = await createMigratedDatabase();
const processes: GatewayProcess[] = [];
after(async () => {
  for (const one of processes) await one.stop();
  await database.drop();
});
const env = {
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  REDIS_URL: redis.url,
  ROLES: 'api',
  LOG_LEVEL: 'silent',
};

async function start(): Promise<GatewayProcess> {
  const started = await startGatewayProcess({ ...env, PORT: String(await freePort()) });
  processes.push(started);
  // Until Redis answers, a process counts for itself.
  await until('the process counts in Redis', async () => {
    const before = redis.counted(':failures:');
    await callGateway(`${started.url}/v1/balance`, 'GET');
    return redis.counted(':failures:') > before;
  });
  return started;
}

/** Sends requests to the processes in turn, all at once. Returns how many got each status. */
async function flood(targets: readonly GatewayProcess[], count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const url = targets[index % targets.length]?.url;
      return callGateway(`${url}/v1/balance`, 'GET', { keys: SANDBOX_KEYS });
    }),
  );
  const withStatus = (status: number) => answers.filter((one) => one.status === status);
  return { accepted: withStatus(200), refused: withStatus(429) };
}

test('three processes accept one budget in a window, and a restart gives no new one', async () => {
  const [first, second, third] = [await start(), await start(), await start()];
  const { accepted, refused } = await flood([first, second, third], 3 * LIMIT);
  assert.equal(accepted.length, LIMIT, 'exactly the limit, over all processes');
  assert.equal(refused.length, 2 * LIMIT);
  const left = accepted.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  assert.deepEqual(
    left.toSorted((one, other) => one - other),
    Array.from({ length: LIMIT }, (_, index) => index),
  );
  for (const { headers } of refused) assert.ok(Number(headers.get('retry-after')) >= 1);
  await second.killHard();
  const restarted = await start();
  assert.equal((await flood([first, restarted, third], 30)).accepted.length, 0);
  const waitSeconds = Math.max(...refused.map(({ headers }) => Number(headers.get('retry-after'))));
  assert.ok(waitSeconds * 1_000 <= WINDOW_MS);
  redis.advance(waitSeconds * 1_000);
  assert.equal((await flood([first, restarted, third], 2 * LIMIT)).accepted.length, LIMIT);
});
