import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningEmbeddedDatabase } from '#src/platform/embedded-database/embedded-database.ts';
import { run } from '../support/database-server.ts';
import { callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import {
  freePort,
  type GatewayProcess,
  postmasterPid,
  runCli,
  startGatewayProcess,
} from '../support/gateway-process.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';
import { attempt, type Intent, type LoadCounts, startLoad } from './load.ts';

const AT_ONCE = 32;
const CRASHES = 7;
/** Every third crash leaves the database running; the others kill it too. */
const LONE_CRASH_EVERY = 3;
const LOAD_MS_MIN = 400;
const LOAD_MS_MAX = 1_600;

async function prepare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pix-gateway-crash-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
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

/** Each key has one resource, which exists, reaches its final state, and sends its event. */
async function checkNothingIsLost(
  gateway: GatewayProcess,
  state: { env: Record<string, string>; dataDir: string; intents: Intent[]; counts: LoadCounts },
  received: () => ReadonlySet<string>,
): Promise<void> {
  const { intents, counts, env, dataDir } = state;
  const acknowledged = intents.filter((intent) => intent.answer !== undefined);
  await checkAcknowledged(gateway.url, acknowledged);
  await forEachOf(intents, (intent) => attempt(gateway.url, intent, counts));
  const ids = intents.map((intent) => String(JSON.parse(intent.answer ?? '{}').internal_id));
  assert.equal(new Set(ids).size, intents.length, 'one resource for each key');
  assert.deepEqual(counts.unexpected, []);
  const database = String((await findRunningEmbeddedDatabase(dataDir))?.ownerConnectionString);
  const [stored] = await run(
    database,
    `select (select count(*)::int from charges) + (select count(*)::int from payouts) as resources`,
  );
  assert.equal(stored?.resources, intents.length, 'and no resource without a key');
  await until('all due charges are paid', async () => {
    const [row] = await run(
      database,
      `select (select count(*)::int from charges where status = 'pending')
        + (select count(*)::int from payouts where status = 'pending') as pending`,
    );
    return row?.pending === 0;
  });
  const moved = await run(
    database,
    `select reference_id::text as id, count(*)::int as postings from ledger_postings
     where kind in ('charge_paid', 'payout_paid') group by reference_id`,
  );
  const postings = new Map(moved.map((row) => [row.id, row.postings]));
  const wrong = ids.filter((id) => postings.get(id) !== 1);
  assert.deepEqual([wrong, moved.length], [[], ids.length], 'each is posted once, and no other');
  await untilAllArrived(ids, received);
  const verify = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.equal(verify.exitCode, 0, verify.stdout);
}

/** Resources answered before the crash exist under the same id before any retry. */
async function checkAcknowledged(url: string, acknowledged: readonly Intent[]): Promise<void> {
  await forEachOf(acknowledged, async ({ answer }) => {
    const { internal_id, external_id, amount } = JSON.parse(answer ?? '');
    const { body } = await callGateway<Record<string, unknown>>(
      `${url}/v1/transactions/${internal_id}`,
      'GET',
      { keys: SANDBOX_KEYS },
    );
    assert.partialDeepStrictEqual(body, { internal_id, external_id, amount });
  });
}

/** Runs a few at a time. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
  }
}

/** Work that a crash interrupted is retried within 60 seconds. */
async function untilAllArrived(
  ids: readonly string[],
  received: () => ReadonlySet<string>,
): Promise<void> {
  const deadline = Date.now() + 75_000;
  let missing = ids;
  while (missing.length > 0 && Date.now() < deadline) {
    await pause(100);
    const arrived = received();
    missing = ids.filter((id) => !arrived.has(id));
  }
  assert.deepEqual(missing, [], 'every event arrives at least once');
}

test('repeated kill -9 of all processes under load loses nothing and doubles nothing', async (context) => {
  const { env, sink, dataDir } = await prepare();
  const intents: Intent[] = [];
  const counts: LoadCounts = { acknowledged: 0, refused: 0, broken: 0, unexpected: [] };
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const gateway = await startGatewayProcess(env);
    const load = startLoad(gateway.url, `${sink.url}/webhook`);
    await pause(LOAD_MS_MIN + ((LOAD_MS_MAX - LOAD_MS_MIN) * crash) / CRASHES);
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
    await checkNothingIsLost(gateway, { env, dataDir, intents, counts }, received);
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
  const load = startLoad(gateway.url, `${sink.url}/webhook`);
  for (let crash = 0; crash < 3; crash += 1) {
    await pause(LOAD_MS_MIN);
    const pid = postmasterPid(dataDir);
    assert.ok(pid !== undefined);
    process.kill(pid, 'SIGKILL');
    const acknowledged = load.counts.acknowledged;
    await until(
      'the gateway serves again',
      async () => load.counts.acknowledged > acknowledged + 50,
    );
  }
  await load.stop();
  const received = () => new Set(sink.received.map((one) => String(one.event.data.internal_id)));
  try {
    assert.equal(load.counts.broken, 0, 'every request is answered');
    const { intents, counts } = load;
    await checkNothingIsLost(gateway, { env, dataDir, intents, counts }, received);
    context.diagnostic(`${load.counts.refused} requests got 503, ${intents.length} were sent`);
  } finally {
    assert.equal(await gateway.stop(), 0);
  }
});
