import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrate } from '#src/ground/database/migrate.ts';
import { run } from '../support/database-server.ts';
import { CHARGE, callGateway, SANDBOX_KEYS } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';
import { SKIP_WITHOUT_OLDEST } from '../support/oldest-programs.ts';
import { startOldestServer } from '../support/oldest-server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** With the next migration of that time an upgrade on PostgreSQL 15 stopped. */
const LAST_THAT_RAN = '0261-request-records.sql';

/** Applies the migrations up to one of them. */
async function migrateUntil(connectionString: string, folder: string, last: string) {
  await mkdir(folder);
  const names = (await readdir(MIGRATIONS)).filter((name) => name <= last);
  for (const name of names) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await migrate({ connectionString, folder: pathToFileURL(`${folder}/`) });
}

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
  return { env, folder, examine, owner: server.ownerConnectionString };
}

test('an upgrade on PostgreSQL 15 that stopped goes on, payments are booked, the ledger verifies', {
  skip: SKIP_WITHOUT_OLDEST,
}, async (context) => {
  const { env, folder, examine, owner } = await stage(context);
  await migrateUntil(owner, join(folder, 'migrations'), LAST_THAT_RAN);
  const before = await examine();
  assert.ok(before[0]?.startsWith('PostgreSQL 15.'), before.join());
  assert.ok(before.includes('faltam migrações desta versão'), before.join());

  const gateway = await startGatewayProcess(env);
  context.after(() => gateway.killHard());
  const keys = SANDBOX_KEYS;
  const call = (path: string, body?: object) =>
    callGateway<Record<string, unknown>>(`${gateway.url}/v1${path}`, 'POST', { keys, body });
  const charge = await call('/pix/qrcode', CHARGE);
  const paid = await call(`/test/charges/${String(charge.body.internal_id)}/pay`);
  assert.deepEqual([charge.status, paid.status], [201, 200]);

  assert.ok((await examine()).includes('todas as migrações desta versão foram aplicadas'));
  const { exitCode, stdout } = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.equal(exitCode, 0, stdout);
  const { checks } = JSON.parse(stdout) as { checks: { checked: number }[] };
  assert.ok(checks[0]?.checked, stdout);
  assert.equal(await gateway.stop(), 0);
  const [found] = await run(owner, "select to_regclass('b0.search_chunks') is not null as is_here");
  assert.deepEqual(found, { is_here: true });
});
