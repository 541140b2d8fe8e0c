import assert from 'node:assert/strict';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { findRunningEmbeddedDatabase } from '#src/platform/embedded-database/embedded-database.ts';
import { run } from '../support/database-server.ts';
import { CHARGE, callGateway, until } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';

type Facts = Record<string, unknown>;
const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-backup-'));
after(() => rm(folder, { recursive: true, force: true }));
// Under root the database runs as another user, which needs access and writes the archive.
await chmod(folder, 0o711);
const archive = join(folder, 'archive');
await mkdir(archive);
await chmod(archive, 0o777);

async function makeEnv(name: string) {
  const DATA_DIR = join(folder, name);
  await mkdir(DATA_DIR, { recursive: true });
  return { DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
}

async function ownerAddress(dataDir: string): Promise<string> {
  return String((await findRunningEmbeddedDatabase(dataDir))?.ownerConnectionString);
}

/** A copy of the files of a running server, by PostgreSQL's own low-level interface. */
async function backUp(dataDir: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: await ownerAddress(dataDir) });
  await client.connect();
  await client.query(`select pg_backup_start('teste', true)`);
  const cluster = join(dataDir, 'postgres');
  const leftOut = [join(cluster, 'pg_wal'), join(cluster, 'postmaster.pid')];
  await cp(dataDir, to, {
    recursive: true,
    // Caches change while the server runs and are created again.
    filter: (path) => !leftOut.includes(path) && !/(gateway\.lock|pg_internal\.init.*)$/.test(path),
  });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await writeFile(join(to, 'postgres', 'backup_label'), String(rows[0]?.labelfile));
  await mkdir(join(to, 'postgres', 'pg_wal'), { mode: 0o700 });
  await client.end();
}

/** Configures a copy to recover to an instant from the archive. */
async function recoverTo(dataDir: string, instant: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const settings = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${instant}'`,
    `recovery_target_action = 'promote'`,
    // The server refuses connections before the instant is reached.
    'hot_standby = off',
    'archive_mode = off',
  ];
  await writeFile(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await writeFile(join(cluster, 'recovery.signal'), '');
}

test('a backup and the archived log restore a consistent ledger of a chosen time', async () => {
  const env = await makeEnv('first');
  let gateway = await startGatewayProcess(env);
  const owner = await ownerAddress(env.DATA_DIR);
  await run(owner, 'alter system set archive_mode = on');
  await run(owner, `alter system set archive_command = 'cp %p ${archive}/%f'`);
  assert.equal(await gateway.stop(), 0);
  gateway = await startGatewayProcess(env);
  after(() => gateway.stop());
  const scope = ['--merchant', 'loja', '--environment', 'test'];
  const shop = ['--username', 'loja', '--name', 'Loja', '--document', '11222333000181'];
  await runCli(env, 'merchant', 'create', ...shop, '--approve');
  const made = await runCli(env, 'credential', 'create', ...scope, '--name', 'loja', '--json');
  const pair = JSON.parse(made.stdout);
  const keys = { 'client-id': pair.client_id, 'client-secret': pair.client_secret };
  async function sell(): Promise<string> {
    const options = { keys, body: CHARGE };
    const { body } = await callGateway<Facts>(`${gateway.url}/v1/pix/qrcode`, 'POST', options);
    const id = String(body.internal_id);
    const paid = await callGateway(`${gateway.url}/v1/test/charges/${id}/pay`, 'POST', { keys });
    assert.equal(paid.status, 200);
    return id;
  }
  const early = [await sell(), await sell()];
  const copy = join(folder, 'copy');
  await backUp(env.DATA_DIR, copy);
  const between = [await sell(), await sell()];
  const address = await ownerAddress(env.DATA_DIR);
  const [row] = await run(address, 'select clock_timestamp()::text as chosen');
  const late = [await sell(), await sell()];
  await run(address, 'select pg_switch_wal()');
  await until('the log is archived', async () => {
    const [last] = await run(
      address,
      `select last_archived_wal >= pg_walfile_name(
      pg_current_wal_lsn() - 1) as is_done from pg_stat_archiver`,
    );
    return last?.is_done === true;
  });
  assert.equal(await gateway.stop(), 0);
  await recoverTo(copy, String(row?.chosen));
  const restored = { ...env, DATA_DIR: copy };
  const verified = await runCli(restored, 'ledger', 'verify', '--full', '--json');
  assert.deepEqual([verified.exitCode, verified.stderr], [0, ''], verified.stdout);
  gateway = await startGatewayProcess(restored);
  const read = async (id: string) =>
    (await callGateway<Facts>(`${gateway.url}/v1/transactions/${id}`, 'GET', { keys })).status;
  const found = await Promise.all([...early, ...between, ...late].map(read));
  assert.deepEqual(found, [200, 200, 200, 200, 404, 404]);
});
