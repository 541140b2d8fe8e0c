import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { copyDurableFolder } from '../support/durable-database.ts';
import { until } from '../support/gateway.ts';
import { freePort, postmasterPid, startGatewayProcess } from '../support/gateway-process.ts';
import { makeServerFolder } from '../support/server-folder.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';
import { type Intent, type LoadCounts, startLoad } from './load.ts';
import { checkNothingIsLost } from './nothing-lost.ts';

const CRASHES = 7;
/** Every third crash leaves the database running; the others kill it too. */
const LONE_CRASH_EVERY = 3;
// Each request is checked at the end, which takes most of the time of these tests.
const LOAD_MIN = 20;
/** Each crash comes after so many more acknowledged requests. */
const LOAD_STEP = 20;
/** A caller waits after a 503 or a broken connection. */
const PAUSE_MS = 50;

async function prepare() {
  const dataDir = await makeServerFolder();
  after(() => rm(dataDir, { recursive: true, force: true }));
  await copyDurableFolder(dataDir);
  const sink = await startWebhookSink({ after });
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SANDBOX_PAYMENT_DELAY_SECONDS: '1',
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
  };
  return { env, sink, dataDir };
}

async function ownerAddress(dataDir: string): Promise<string> {
  return String((await findRunningEmbeddedDatabase(dataDir))?.ownerConnectionString);
}

/** Waits until so many more requests are acknowledged. */
async function acknowledgedBy({ counts }: { counts: LoadCounts }, more: number): Promise<void> {
  const before = counts.acknowledged;
  await until('requests are acknowledged', async () => counts.acknowledged >= before + more);
}

test('repeated kill -9 of all processes under load loses nothing and doubles nothing', async (context) => {
  const { env, sink, dataDir } = await prepare();
  const intents: Intent[] = [];
  const counts: LoadCounts = { acknowledged: 0, refused: 0, broken: 0, unexpected: [] };
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const gateway = await startGatewayProcess(env);
    const load = startLoad(context, gateway.url, `${sink.url}/webhook`, { pauseMs: PAUSE_MS });
    await acknowledgedBy(load, LOAD_MIN + LOAD_STEP * crash);
    if (crash % LONE_CRASH_EVERY === 2) gateway.child.kill('SIGKILL');
    else await gateway.killHard();
    await load.stop();
    intents.push(...load.intents);
    counts.acknowledged += load.counts.acknowledged;
    counts.broken += load.counts.broken;
    counts.refused += load.counts.refused;
    counts.unexpected.push(...load.counts.unexpected);
  }
  const gateway = await startGatewayProcess(env);
  const received = () => new Set(sink.received.map((one) => String(one.event.data.internal_id)));
  try {
    const before = counts.acknowledged;
    const owner = await ownerAddress(dataDir);
    await checkNothingIsLost(gateway.url, { env, owner, intents, counts }, received);
    context.diagnostic(`${before} of ${intents.length} requests were acknowledged before a crash`);
    context.diagnostic(`${counts.broken} broke off, ${counts.refused} got 503`);
    const events = new Set(sink.received.map((one) => one.event.id)).size;
    context.diagnostic(`${sink.received.length} webhooks of ${events} events arrived`);
  } finally {
    assert.equal(await gateway.stop(), 0);
  }
});

test('a killed database causes 503 answers, no lost data and no hanging request', async (context) => {
  const { env, sink, dataDir } = await prepare();
  const gateway = await startGatewayProcess(env);
  const load = startLoad(context, gateway.url, `${sink.url}/webhook`, { pauseMs: PAUSE_MS });
  for (let crash = 0; crash < 3; crash += 1) {
    await acknowledgedBy(load, LOAD_MIN);
    const pid = postmasterPid(dataDir);
    assert.ok(pid !== undefined);
    process.kill(pid, 'SIGKILL');
    const acknowledged = load.counts.acknowledged;
    await until(
      'the gateway serves again',
      async () => load.counts.acknowledged > acknowledged + LOAD_MIN,
    );
  }
  await load.stop();
  const received = () => new Set(sink.received.map((one) => String(one.event.data.internal_id)));
  try {
    assert.equal(load.counts.broken, 0, 'every request is answered');
    const { intents, counts } = load;
    const owner = await ownerAddress(dataDir);
    await checkNothingIsLost(gateway.url, { env, owner, intents, counts }, received);
    context.diagnostic(`${load.counts.refused} requests got 503, ${intents.length} were sent`);
  } finally {
    assert.equal(await gateway.stop(), 0);
  }
});
