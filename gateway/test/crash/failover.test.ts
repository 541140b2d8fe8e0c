import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { findWritableHost } from '#src/ground/database/ask-host.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { readDatabaseAddress } from '#src/ground/database/database-address.ts';
import { type DatabasePair, type PairServer, startDatabasePair } from '../support/database-pair.ts';
import { run } from '../support/database-server.ts';
import { cleanUpLater } from '../support/embedded-database-folder.ts';
import { callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';
import { type Intent, startLoad } from './load.ts';
import { checkNothingIsLost } from './nothing-lost.ts';

const CALLERS = 8;
const PAUSE_MS = 50;
/** Requests that are acknowledged between two changes of the servers. */
const LOAD = 60;

const NOTHING = { name: 'test_nothing', text: 'select 1 as one' };
const CANCEL = `select pg_cancel_backend(pid) from pg_stat_activity
  where application_name = $1 and wait_event = 'SyncRep'`;

/** A gateway on two servers, with callers that create charges and payouts and pay charges. */
async function startUnderLoad(context: TestContext) {
  const sink = await startWebhookSink(context);
  const pair = await startDatabasePair(context);
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: pair.connectionString,
    MIGRATION_DATABASE_URL: pair.ownerConnectionString,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    SANDBOX_PAYMENT_DELAY_SECONDS: '1',
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const gateway = await startGatewayProcess(env);
  cleanUpLater(context, async () => {
    await gateway.stop();
  });
  const paid: string[] = [];
  const pay = async ({ path, answer }: Intent): Promise<void> => {
    if (!path.endsWith('qrcode')) return;
    const { internal_id: id } = JSON.parse(answer ?? '');
    const url = `${gateway.url}/v1/test/charges/${id}/pay`;
    const paying = await callGateway(url, 'POST', { keys: SANDBOX_KEYS }).catch(() => undefined);
    if (paying?.status === 200) paid.push(id);
  };
  const load = startLoad(context, gateway.url, `${sink.url}/webhook`, {
    callers: CALLERS,
    pauseMs: PAUSE_MS,
    onAcknowledged: pay,
  });
  return { env, gateway, load, pair, paid, sink };
}

/**
 * Cancels the wait of a commit for the standby. PostgreSQL then answers "COMMIT" with a warning,
 * although the commit is only on the primary.
 */
async function checkCancelledWait({ primary, standby }: DatabasePair): Promise<void> {
  const applicationName = 'cancelled';
  const database = openDatabase({
    connectionString: primary.owner,
    connectionsMax: 1,
    applicationName,
  });
  try {
    await database.query(NOTHING, []);
    standby.freeze();
    const writing = database.transaction((tx) => tx.script('create table unreplicated ()'));
    const refused = assert.rejects(writing, { name: 'CommitUnknown', code: '08007' });
    await until('the commit waits and is cancelled', async () => {
      const rows = await run(primary.owner, CANCEL, [applicationName]);
      return rows.length === 1;
    });
    await refused;
  } finally {
    standby.thaw();
    await database.close();
  }
}

/** Both servers accept writes: the one that was promoted later counts, and the other is refused. */
async function checkTimelines(pair: DatabasePair, third: PairServer): Promise<void> {
  const address = readDatabaseAddress(pair.ownerConnectionString);
  // A server that is slow to answer is not waited for, so this may need a second look.
  await until('the server of the third timeline is chosen', async () => {
    const { host, timeline } = await findWritableHost(address, address.hosts.toReversed(), 0);
    return host.port === third.port && timeline === 3;
  });
  const old = address.hosts.filter(({ port }) => port === pair.standby.port);
  const answerOf = (timelineMin: number) =>
    findWritableHost(address, old, timelineMin).then(({ timeline }) => timeline, String);
  await until('the old primary is found', async () => (await answerOf(2)) === 2);
  const refusal = /it is an old primary/;
  await until('it is refused', async () => refusal.test(String(await answerOf(3))));
}

/** Promotes a server, and measures how long it takes until the gateway acknowledges again. */
async function promote(context: TestContext, next: PairServer, acknowledged: () => number) {
  await next.promote();
  const promotedAt = performance.now();
  const before = acknowledged();
  await until('the gateway writes to the promoted server', async () => acknowledged() > before + 2);
  const seconds = (performance.now() - promotedAt) / 1_000;
  context.diagnostic(`the gateway writes ${seconds.toFixed(2)} s after the promotion`);
}

test('a primary that is killed and one that freezes lose nothing that was acknowledged', async (context) => {
  const { env, gateway, load, pair, paid, sink } = await startUnderLoad(context);
  const { counts } = load;
  const acknowledged = (): number => counts.acknowledged;
  const loaded = async (): Promise<void> => {
    const before = acknowledged();
    await until('the load is acknowledged', async () => acknowledged() >= before + LOAD);
  };
  await checkCancelledWait(pair);
  await loaded();
  pair.primary.kill();
  await promote(context, pair.standby, acknowledged);

  const third = await pair.addStandby(pair.standby, pair.primary);
  await loaded();
  pair.standby.freeze();
  await promote(context, third, acknowledged);
  // The old primary comes back before it is fenced: the gateway writes to none of them.
  pair.standby.thaw();
  await checkTimelines(pair, third);
  const ready = async () => (await fetch(`${gateway.url}/readyz`)).status === 200;
  await until('all work is refused', async () => !(await ready()));
  pair.standby.kill();
  await until('the gateway works again', ready);
  await load.stop();

  const { intents } = load;
  const events = new Set(sink.received.map(({ event }) => event.id));
  const state = { env, owner: third.owner, intents, counts };
  const received = () => new Set(sink.received.map(({ event }) => String(event.data.internal_id)));
  await checkNothingIsLost(gateway.url, state, received);
  const kept = await run(third.owner, 'select id::text from webhook_events');
  const known = new Set(kept.map(({ id }) => id));
  assert.deepEqual(
    [...events].filter((id) => !known.has(id)),
    [],
    'told events are kept',
  );
  const status = 'select id::text from charges where paid_at is not null';
  const stored = new Set((await run(third.owner, status)).map(({ id }) => id));
  assert.deepEqual(
    paid.filter((id) => !stored.has(id)),
    [],
    'acknowledged payments are kept',
  );
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  context.diagnostic(`${intents.length} requests, ${counts.refused} got 503, ${paid.length} paid`);
  const moves = Number(/^pix_gateway_database_moves_total (\d+)$/m.exec(metrics)?.[1]);
  assert.ok(moves >= 2, `${moves} moves`);
  assert.match(metrics, new RegExp(`^pix_gateway_database_host.*:${third.port}"} [1-9]`, 'm'));
});
