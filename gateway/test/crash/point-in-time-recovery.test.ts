import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { loadConfig } from '#src/ground/config/config.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { keysOf } from '#src/host/encryption-keys.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { run } from '../support/database-server.ts';
import { copyDurableFolder } from '../support/durable-database.ts';
import { CHARGE, callGateway, until } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';
import { makeServerFolder } from '../support/server-folder.ts';

type Facts = Record<string, unknown>;
const folder = await makeServerFolder();
after(() => rm(folder, { recursive: true, force: true }));
// Under root the database runs as another user, which needs access.
await chmod(folder, 0o711);
const SANDBOX = {
  'client-id': 'svc_pk_test_sandbox_publico',
  'client-secret': 'svc_sk_test_sandbox_publico',
};

async function makeEnv(name: string, backups = 'backups') {
  const DATA_DIR = join(folder, name);
  await mkdir(DATA_DIR, { recursive: true });
  const BACKUP_DIR = join(folder, backups);
  const PORT = String(await freePort());
  return { DATA_DIR, BACKUP_DIR, PORT, LOG_LEVEL: 'silent', SANDBOX_PAYMENT_DELAY_SECONDS: '0' };
}

/** The connection string of the gateway's role. */
async function addressOf(dataDir: string): Promise<string> {
  return String((await findRunningEmbeddedDatabase(dataDir))?.connectionString);
}

/** The instant of the database's clock, as Brasília's clocks show it. */
async function timeAtBrasilia(dataDir: string): Promise<string> {
  const text = `select to_char(clock_timestamp() at time zone 'UTC' - interval '3 hours',
    'YYYY-MM-DD"T"HH24:MI:SS.MS') as now`;
  const [row] = await run(await addressOf(dataDir), text);
  return `${row?.now}-03:00`;
}

async function read(url: string, id: string) {
  return callGateway<Facts>(`${url}/v1/transactions/${id}`, 'GET', { keys: SANDBOX });
}

async function sell(url: string): Promise<string> {
  const options = { keys: SANDBOX, body: CHARGE };
  const { body } = await callGateway<Facts>(`${url}/v1/pix/qrcode`, 'POST', options);
  const id = String(body.internal_id);
  await until('it is paid', async () => (await read(url, id)).body.status === 'paid');
  return id;
}

async function assertLedgerIsWhole(connectionString: string): Promise<void> {
  const applicationName = 'test';
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName });
  const report = await verifyLedger(database, allLedgerChecks).finally(() => database.close());
  assert.equal(report.isClean, true);
}

/** The lease of a verification that runs while the backup is made: the copy has it too. */
async function holdVerifications({ DATA_DIR }: Env): Promise<void> {
  const owner = String((await findRunningEmbeddedDatabase(DATA_DIR))?.ownerConnectionString);
  const held = `holder = gen_random_uuid(), held_until = now() + interval '1 hour'`;
  await run(owner, `update ledger_verification_lease set ${held}`);
}

test('a backup restores the second between two charges, and payouts then wait', async () => {
  const env = await makeEnv('first');
  const cli = (...words: string[]) => runCli(env, ...words, '--json');
  await copyDurableFolder(env.DATA_DIR);
  const gateway = await startGatewayProcess(env);
  after(() => gateway.stop());
  await holdVerifications(env);
  const made = await cli('backup');
  assert.equal(made.exitCode, 0, made.stderr);
  const before = await sell(gateway.url);
  const at = await timeAtBrasilia(env.DATA_DIR);
  const later = await sell(gateway.url);
  const verified = await cli('backup', 'verify', '--name', JSON.parse(made.stdout).name);
  assert.deepEqual([verified.exitCode, verified.stderr], [0, ''], verified.stdout);
  const { hashes, ledger, encryption_key: key, missing_log: gap } = JSON.parse(verified.stdout);
  assert.deepEqual([hashes, ledger, key, gap], ['ok', 'ok', 'opens', null]);
  assert.deepEqual((await readdir(env.BACKUP_DIR)).sort(), ['base', 'system-id', 'wal']);
  assert.equal(await gateway.stop(), 0);

  const occupied = await runCli(env, 'restore', env.DATA_DIR, '--at', at);
  assert.equal(occupied.exitCode, 1);
  assert.match(occupied.stderr, /não está vazia/);
  const past = await makeEnv('past');
  const restored = await makeEnv('restored');
  const [late, done] = await Promise.all([
    cli('restore', past.DATA_DIR, '--at', new Date().toISOString()),
    cli('restore', restored.DATA_DIR, '--at', at),
  ]);
  assert.equal(late.exitCode, 0, late.stderr);
  // The log ends with the last commit, which is earlier than the wanted instant.
  const { target_reached: isReached, reached_at: reachedAt } = JSON.parse(late.stdout);
  assert.equal(isReached, false);
  assert.ok(Date.parse(reachedAt) > Date.parse(at), reachedAt);
  assert.equal(done.exitCode, 0, done.stderr);
  const facts = JSON.parse(done.stdout);
  assert.deepEqual([facts.target_reached, facts.missing_log], [true, null]);
  assert.ok(Date.parse(facts.reached_at) <= Date.parse(at));
  await assert.rejects(keysOf(loadConfig(restored)), /falta a chave/);
  await cp(join(env.DATA_DIR, 'encryption-key'), join(restored.DATA_DIR, 'encryption-key'));

  const again = await startGatewayProcess(restored);
  after(() => again.stop());
  const statuses = [(await read(again.url, before)).status, (await read(again.url, later)).status];
  assert.deepEqual(statuses, [200, 404]);
  const address = await addressOf(restored.DATA_DIR);
  const stops = await run(address, 'select reason from payout_stops where resumed_at is null');
  assert.deepEqual(stops, [{ reason: 'Banco de dados restaurado de uma cópia' }]);
  await assertLedgerIsWhole(address);
  await confirmByCommand(restored);
});

/** Without a bank `check` has nothing to compare, and `confirm` lifts the stop of the payouts. */
async function confirmByCommand(env: Awaited<ReturnType<typeof makeEnv>>): Promise<void> {
  const restoration = async (word: string) => {
    const { exitCode, stdout, stderr } = await runCli(env, 'restoration', word, '--json');
    return [exitCode, JSON.parse(stdout || '{}'), stderr] as const;
  };
  const [exitCode, facts, stderr] = await restoration('check');
  assert.deepEqual([exitCode, facts.days, stderr], [0, [], '']);
  const { days: _, ...confirmed } = facts;
  assert.deepEqual(await restoration('confirm'), [0, confirmed, '']);
  const text = 'select from payout_stops where resumed_at is null';
  assert.deepEqual(await run(await addressOf(env.DATA_DIR), text), []);
  assert.deepEqual(await restoration('check'), [0, { open: false }, '']);
  const [code, , refusal] = await restoration('confirm');
  assert.equal(code, 1);
  assert.match(refusal, /no_open_restoration|não há restauração/i);
}

/** A sale in a file of the log of its own, which is in the archive afterwards. */
async function sellInOwnFile({ DATA_DIR, BACKUP_DIR }: Env, url: string) {
  const owner = String((await findRunningEmbeddedDatabase(DATA_DIR))?.ownerConnectionString);
  const before = await timeAtBrasilia(DATA_DIR);
  const id = await sell(url);
  const [row] = await run(owner, 'select pg_walfile_name(pg_switch_wal()) as name');
  const stored = join(BACKUP_DIR, 'wal', `${row?.name}.gz`);
  await until('its log is compressed', async () => existsSync(stored));
  return { id, name: String(row?.name), stored, before, at: await timeAtBrasilia(DATA_DIR) };
}

type Env = Awaited<ReturnType<typeof makeEnv>>;

test('with a damaged file of the log everything before it is restored, and the command fails', async () => {
  const env = await makeEnv('whole', 'damaged');
  const cli = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await runCli(env, ...words, '--json');
    assert.equal(stderr, '');
    return { exitCode, facts: JSON.parse(stdout) };
  };
  await copyDurableFolder(env.DATA_DIR);
  const gateway = await startGatewayProcess(env);
  after(() => gateway.stop());
  await cli('backup');
  const first = await sellInOwnFile(env, gateway.url);
  const second = await sellInOwnFile(env, gateway.url);
  const third = await sellInOwnFile(env, gateway.url);
  assert.equal(await gateway.stop(), 0);
  const intact = await readFile(second.stored);
  await writeFile(second.stored, intact.subarray(0, intact.length / 2));

  const restored = await makeEnv('until-the-damage', 'damaged');
  const restoreTo = async (name: string, ...words: string[]) =>
    cli('restore', (await makeEnv(name, 'damaged')).DATA_DIR, ...words);
  const [{ exitCode, facts }, verified, later, before] = await Promise.all([
    cli('restore', restored.DATA_DIR),
    cli('backup', 'verify'),
    restoreTo('later', '--at', third.at),
    restoreTo('before', '--at', first.before),
  ]);
  assert.equal(exitCode, 1);
  assert.deepEqual([facts.ended_at_log, facts.damaged_logs], [second.name, [second.stored]]);
  assert.ok(Date.parse(facts.reached_at) <= Date.parse(second.at), facts.reached_at);
  assert.ok(Date.parse(facts.log_archived_until) >= Date.parse(third.at) - 1_000);
  assert.deepEqual([verified.exitCode, verified.facts.ended_at_log], [1, second.name]);
  assert.deepEqual([verified.facts.ledger, verified.facts.hashes], ['ok', 'ok']);
  assert.deepEqual([later.exitCode, later.facts.target_reached], [1, false]);
  assert.deepEqual([before.exitCode, before.facts.ended_at_log], [0, null]);

  // A record with a broken checksum in a file that can be read.
  const log = gunzipSync(intact).fill(0x5a, 0x100, 0x1000);
  await writeFile(second.stored, gzipSync(log));
  const broken = await restoreTo('broken');
  assert.deepEqual([broken.exitCode, broken.facts.damaged_logs], [1, []]);
  assert.equal(broken.facts.ended_at_log, second.name);

  await cp(join(env.DATA_DIR, 'encryption-key'), join(restored.DATA_DIR, 'encryption-key'));
  const again = await startGatewayProcess(restored);
  after(() => again.stop());
  const statuses = [first, second, third].map(async ({ id }) => (await read(again.url, id)).status);
  assert.deepEqual(await Promise.all(statuses), [200, 404, 404]);
});
