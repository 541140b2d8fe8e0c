import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { catalogDifferences, readCatalog } from '../support/catalog.ts';
import { CHARGE, callGateway, SANDBOX_KEYS } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';
import { restoreOldDatabase } from '../support/old-database.ts';
import { SKIP_WITHOUT_OLDEST } from '../support/oldest-programs.ts';
import { startOldestServer } from '../support/oldest-server.ts';

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
  return { env, examine, owner: server.ownerConnectionString };
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
