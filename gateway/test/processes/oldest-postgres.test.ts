import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { catalogDifferences, readCatalog } from '../support/catalog.ts';
import { CHARGE, callGateway, SANDBOX_KEYS } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';
import { restoreOldDatabase } from '../support/old-database.ts';
import { PROGRAMS, SKIP_WITHOUT_OLDEST } from '../support/oldest-programs.ts';
import { startOldestServer } from '../support/oldest-server.ts';

const BACKUP = new URL('../../../deploy/backup-daily.sh', import.meta.url).pathname;
const runFile = promisify(execFile);

async function stage(context: TestContext) {
  const server = await startOldestServer();
  context.after(() => server.stop());
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-oldest-'));
  context.after(() => rm(folder, { recursive: true }));
  const env = {
    DATABASE_URL: server.connectionString,
    MIGRATION_DATABASE_URL: server.ownerConnectionString,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
  };
  const examine = async () => {
    const { stdout } = await runCli(env, 'doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
    return findings.filter(({ check }) => check === 'database').map(({ message }) => message);
  };
  return { env, examine, folder, owner: server.ownerConnectionString };
}

test('on PostgreSQL 15 a database of 0.3.0 goes on, payments are booked, the ledger verifies', {
  skip: SKIP_WITHOUT_OLDEST,
}, async (context) => {
  const { env, examine, owner } = await stage(context);
  await restoreOldDatabase(owner);
  const gateway = await startGatewayProcess(env);
  context.after(() => gateway.killHard());
  const keys = SANDBOX_KEYS;
  const call = (path: string, body?: object) =>
    callGateway<Record<string, unknown>>(`${gateway.url}/v1${path}`, 'POST', { keys, body });
  const charge = await call('/pix/qrcode', CHARGE);
  const paid = await call(`/test/charges/${String(charge.body.internal_id)}/pay`);
  assert.deepEqual([charge.status, paid.status], [201, 200]);

  const examined = await examine();
  assert.ok(examined[0]?.startsWith('PostgreSQL 15.'), examined.join());
  assert.ok(examined.includes('todas as migrações desta versão foram aplicadas'));
  const { exitCode, stdout } = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.equal(exitCode, 0, stdout);
  const { checks } = JSON.parse(stdout) as { checks: { checked: number }[] };
  assert.ok(checks[0]?.checked, stdout);
  assert.equal(await gateway.stop(), 0);
});

test('on PostgreSQL 15 the schema files make the catalog of an upgraded database', {
  skip: SKIP_WITHOUT_OLDEST,
}, async (context) => {
  const [made, old] = [await stage(context), await stage(context)];
  await restoreOldDatabase(old.owner);
  for (const { env } of [made, old]) assert.equal((await runCli(env, 'migrate')).exitCode, 0);
  const catalogs = [await readCatalog(made.owner), await readCatalog(old.owner)] as const;
  assert.deepEqual(catalogDifferences(...catalogs), []);
});

test('a daily copy of the database is restored with a right ledger, and replaces the oldest copy', {
  skip: SKIP_WITHOUT_OLDEST,
}, async (context) => {
  const { env, folder, owner } = await stage(context);
  assert.equal((await runCli(env, 'migrate')).exitCode, 0);
  const [old, older] = [
    'pix_gateway-2026-01-02T000000Z.dump',
    'pix_gateway-2026-01-01T000000Z.dump',
  ];
  for (const name of [old, older, `${older}.part`]) await writeFile(join(folder, name), '');
  await utimes(join(folder, `${older}.part`), 0, 0);
  const PATH = `${PROGRAMS}:${process.env.PATH}`;
  const settings = { PATH, PGDATABASE: owner, BACKUP_DIR: folder, BACKUP_KEEP: '2' };
  const { stdout } = await runFile('sh', [BACKUP, 'once'], { env: settings });
  const copy = stdout.trim();
  assert.deepEqual((await readdir(folder)).sort(), [old, copy]);

  const restored = (address: string) =>
    Object.assign(new URL(address), { pathname: '/pix_restored' }).href;
  await runFile(join(PROGRAMS, 'psql'), [owner, '--command', 'create database pix_restored']);
  const words = ['--exit-on-error', '--dbname', restored(owner), join(folder, copy)];
  await runFile(join(PROGRAMS, 'pg_restore'), words);
  const DATABASE_URL = restored(env.DATABASE_URL);
  const MIGRATION_DATABASE_URL = restored(owner);
  const onRestored = { ...env, DATABASE_URL, MIGRATION_DATABASE_URL };
  const { exitCode } = await runCli(onRestored, 'ledger', 'verify', '--full', '--json');
  assert.equal(exitCode, 0);
});
