import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import { type DatabasePair, startDatabasePair } from '../support/database-pair.ts';
import { run } from '../support/database-server.ts';
import { cleanUpLater } from '../support/embedded-database-folder.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';

const READ = { name: 'test_read', text: 'select 1 as one' };
const TIMELINE = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

function nameOf({ port }: { readonly port: number }): string {
  return `127.0.0.1:${port}`;
}

/** The old primary goes on alone, as one that its operators did not fence. */
async function promoteWithoutFence({ primary, standby }: DatabasePair): Promise<void> {
  await standby.promote();
  await until('the standby is promoted', async () => {
    const rows = await run(standby.owner, TIMELINE).catch(() => []);
    return rows[0]?.timeline === '00000002';
  });
  await run(primary.owner, `alter system set synchronous_standby_names = ''`);
  await run(primary.owner, 'select pg_reload_conf()');
}

/** A gateway that starts on the old primary, because the promoted server is silent just then. */
async function startOnOldPrimary(context: TestContext, pair: DatabasePair) {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-split-'));
  cleanUpLater(context, () => rm(folder, { recursive: true }));
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: pair.connectionString,
    MIGRATION_DATABASE_URL: pair.ownerConnectionString,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
  };
  // Both have the tables of this version.
  assert.equal((await runCli(env, 'migrate')).exitCode, 0);
  await promoteWithoutFence(pair);
  pair.standby.freeze();
  const log = join(folder, 'log');
  const file = openSync(log, 'w');
  const gateway = await startGatewayProcess(env, file);
  closeSync(file);
  cleanUpLater(context, async () => {
    await gateway.stop();
  });
  const charge = () =>
    callGateway(`${gateway.url}/v1/pix/qrcode`, 'POST', { keys: SANDBOX_KEYS, body: CHARGE });
  const ready = async () => (await fetch(`${gateway.url}/readyz`)).status;
  return { env, gateway, charge, ready, log: () => readFileSync(log, 'utf8') };
}

test('a gateway that started on the old primary leaves it, and works when only one is left', async (context) => {
  const pair = await startDatabasePair(context);
  const { primary, standby } = pair;
  const { env, gateway, charge, ready, log } = await startOnOldPrimary(context, pair);
  await until('the gateway writes', async () => (await charge()).status === 201);
  standby.thaw();
  await until('the gateway is not ready', async () => (await ready()) === 503);
  assert.equal((await charge()).status, 503);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  assert.match(metrics, /^pix_gateway_database_split_brain [1-9]/m);
  assert.match(metrics, new RegExp(`^pix_gateway_database_host.*${nameOf(standby)}"} [1-9]`, 'm'));
  const fatal = /"level":60,.*"primaries":\[.*several servers of the database accept writes/;
  await until('it is logged', async () => fatal.test(log()));
  // What is started now refuses too, and names both. It doesn't wait for a server that is slow to
  // answer, so this may need a second look.
  const both = [primary, standby].map(nameOf);
  await until('the doctor names both', async () => {
    const doctor = await runCli(env, 'doctor', '--json');
    const { findings } = JSON.parse(doctor.stdout) as { findings: Record<string, string>[] };
    const { status, message } = findings.find(({ check }) => check === 'database_servers') ?? {};
    if (status !== 'failure') return false;
    assert.equal(doctor.exitCode, 2);
    return both.every((name) => message?.includes(name));
  });
  await until('a command refuses to work', async () => {
    const stopped = await runCli(env, 'payouts', 'stops');
    if (stopped.exitCode === 0) return false;
    assert.match(stopped.stderr, /several servers accept writes: .*:\d+, .*:\d+/);
    return true;
  });

  primary.kill();
  await until('the gateway is ready', async () => (await ready()) === 200);
  const sold = await until('it writes', async () => {
    const answer = await charge();
    return answer.status === 201 && answer.body;
  });
  const kept = await run(standby.owner, 'select id::text from charges');
  assert.deepEqual(kept, [{ id: String(Object(sold).internal_id) }]);
});

/** The error of a read; undefined when it succeeds. */
function failureOf(database: Database): Promise<unknown> {
  return database.query(READ, []).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('an old primary that comes back after a promotion stops all work until it is gone', async (context) => {
  const pair = await startDatabasePair(context);
  const { primary, standby } = pair;
  const database = openDatabase({
    connectionString: pair.ownerConnectionString,
    connectionsMax: 2,
    applicationName: 'split',
  });
  cleanUpLater(context, () => database.close());
  const { hosts } = database.pool;
  const seen: (readonly string[])[] = [];
  hosts.onSplit(({ primaries }) => seen.push(primaries.toSorted()));
  const works = async () => (await failureOf(database)) === undefined;
  await until('it works', works);
  primary.freeze();
  await standby.promote();
  await until('it moves', async () => {
    await failureOf(database);
    return hosts.facts().host === nameOf(standby);
  });
  await until('it works on the promoted server', works);
  assert.deepEqual(seen, []);
  primary.thaw();
  await until('all work is refused', async () => {
    const error = await failureOf(database);
    assert.ok(error === undefined || isOutage(error), String(error));
    return String(error).includes('several servers accept writes');
  });
  assert.equal(hosts.facts().host, nameOf(standby));
  primary.kill();
  await until('it works again', works);
  // An old primary that answers too slowly is seen several times.
  const both = [primary, standby].map(nameOf).toSorted();
  const wanted = seen.map((_, index) => (index % 2 === 0 ? both : []));
  assert.ok(seen.length >= 2 && seen.length % 2 === 0);
  assert.deepEqual(seen, wanted);
});
