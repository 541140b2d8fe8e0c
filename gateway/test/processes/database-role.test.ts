import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { createTestDatabase, run } from '../support/database-server.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { freePort, runCli, spawnGateway, startGatewayProcess } from '../support/gateway-process.ts';
import { bankVariables } from '../support/live.ts';

const ENCRYPTION_KEY = randomBytes(32).toString('base64');
const gateway = await startGateway({ after });
await receivePayment(gateway, (await createMerchantWithKeys(gateway)).keys, CHARGE);

const REFUSED = [
  ...['ledger_entries', 'ledger_postings', 'audit_log'].flatMap((table) => [
    `update ${table} set created_at = created_at`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop trigger ${table}_append_only on ${table}`,
    `create trigger mine before insert on ${table} execute function ledger_refuse_change()`,
    `alter table ${table} owner to current_user`,
    `drop table ${table}`,
  ]),
  'delete from ledger_accounts',
  'set session_replication_role = replica',
  'create or replace function ledger_refuse_change() returns trigger language sql as $$ $$',
  'create table mine (value text)',
  'create role mine',
  'set role pix_gateway',
  `update public.schema_migrations set sha256 = ''`,
];

test('the role of the gateway may not change, delete or unlock what was booked', async () => {
  for (const statement of REFUSED) {
    await assert.rejects(run(gateway.connectionString, statement), { code: '42501' }, statement);
  }
});

test('the role of the gateway is no superuser and owns nothing', async () => {
  const [role] = await run(
    gateway.connectionString,
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as is_mighty,
      (select count(*)::int from pg_class where relowner = pg_roles.oid) as tables
     from pg_roles where rolname = current_user`,
  );
  assert.deepEqual(role, { is_mighty: false, tables: 0 });
});

async function refusedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawnGateway({ ENCRYPTION_KEY, PORT: String(await freePort()), ...env });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 1, stderr);
  return stderr;
}

test('a process that knows only its own role starts after the owner has migrated', async (context) => {
  const { env, drop } = await createTestDatabase();
  context.after(drop);
  const { DATABASE_URL } = env;
  assert.match(await refusedStart({ DATABASE_URL }), /MIGRATION_DATABASE_URL/);
  const migrated = await runCli({ ...env, ENCRYPTION_KEY }, 'migrate');
  assert.equal(migrated.exitCode, 0, migrated.stderr);
  const port = String(await freePort());
  const started = await startGatewayProcess({ DATABASE_URL, ENCRYPTION_KEY, PORT: port });
  assert.equal(await started.stop(), 0);
});

test('one role for everything works, but is refused in production with a bank', async (context) => {
  const { ownerConnectionString: DATABASE_URL, drop } = await createTestDatabase();
  context.after(drop);
  const PORT = String(await freePort());
  const started = await startGatewayProcess({ DATABASE_URL, ENCRYPTION_KEY, PORT });
  assert.equal(await started.stop(), 0);
  const bank = await startBankSimulator();
  context.after(() => bank.stop());
  const env = { ...(await bankVariables({ after }, bank)), NODE_ENV: 'production', DATABASE_URL };
  assert.match(await refusedStart(env), /DATABASE_URL pode alterar o livro-razão/);
});
