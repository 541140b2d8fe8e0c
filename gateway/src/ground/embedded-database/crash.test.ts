import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run } from '../../../test/support/database-server.ts';
import {
  becomesTrue,
  makeFolder,
  processesOf,
  serverPid,
  start,
  startOwner,
  supervisorsOf,
} from '../../../test/support/embedded-database-folder.ts';

const options = { skip: process.platform !== 'linux' };

/** Starts a process that owns a database, and commits a row. */
async function startWithRow(context: TestContext) {
  const dataDir = await makeFolder(context);
  const owner = startOwner(context, dataDir);
  const connectionString = await owner.firstLine;
  await run(connectionString, 'create table kept as select 1 as value');
  return { dataDir, owner, connectionString };
}

async function assertStartsWithRow(context: TestContext, dataDir: string): Promise<void> {
  const database = await start(context, dataDir);
  assert.deepEqual(await database.sql('select value from kept'), [{ value: 1 }]);
  await database.stop();
  assert.deepEqual(processesOf(dataDir), []);
}

function answers(connectionString: string): Promise<boolean> {
  return run(connectionString, 'select 1').then(
    () => true,
    () => false,
  );
}

test(
  'when the gateway is killed its database server ends, and committed rows remain',
  options,
  async (context) => {
    const { dataDir, owner } = await startWithRow(context);
    await owner.kill();
    await becomesTrue(() => processesOf(dataDir).length === 0, 'the server has ended');
    await assertStartsWithRow(context, dataDir);
  },
);

test(
  'a start right after the gateway was killed succeeds without a clean-up',
  options,
  async (context) => {
    const { dataDir, owner } = await startWithRow(context);
    await owner.kill();
    await assertStartsWithRow(context, dataDir);
  },
);

test(
  'a server without gateway and supervisor is ended by the next start',
  options,
  async (context) => {
    const { dataDir, owner } = await startWithRow(context);
    const orphan = serverPid(dataDir);
    // The owner is stopped, so that it does not notice the death of the supervisor.
    owner.child.kill('SIGSTOP');
    for (const pid of supervisorsOf(orphan)) process.kill(pid, 'SIGKILL');
    await owner.kill();
    assert.ok(processesOf(dataDir).includes(orphan));
    await assertStartsWithRow(context, dataDir);
  },
);

test('busy sessions of a killed server do not prevent the next start', options, async (context) => {
  const { dataDir, owner, connectionString } = await startWithRow(context);
  const busy = 'select count(*) from generate_series(1, 1e12::bigint)';
  const isCut = assert.rejects(run(connectionString, busy));
  const active = "select from pg_stat_activity where state = 'active' and query like '%1e12%' ";
  const look = `${active} and pid <> pg_backend_pid()`;
  await becomesTrue(async () => (await run(connectionString, look)).length === 1, 'it is busy');
  const server = serverPid(dataDir);
  owner.child.kill('SIGSTOP');
  for (const pid of [...supervisorsOf(server), server]) process.kill(pid, 'SIGKILL');
  await owner.kill();
  assert.notDeepEqual(processesOf(dataDir), []);
  await assertStartsWithRow(context, dataDir);
  await isCut;
});

test(
  'a server that is killed while the gateway runs is started again on the same port',
  options,
  async (context) => {
    const database = await start(context, await makeFolder(context));
    const dataDir = await folderOf(database);
    for (let round = 0; round < 2; round += 1) {
      const killed = serverPid(dataDir);
      process.kill(killed, 'SIGKILL');
      await becomesTrue(() => !processesOf(dataDir).includes(killed), 'it is dead');
      await becomesTrue(() => answers(database.ownerConnectionString), 'it answers again');
    }
    assert.ok(database.messages.some((message) => message.includes('started again')));
  },
);

test(
  'when the supervisor is killed the server is started again, and the gateway can stop it',
  options,
  async (context) => {
    const database = await start(context, await makeFolder(context));
    const dataDir = await folderOf(database);
    const server = serverPid(dataDir);
    for (const pid of supervisorsOf(server)) process.kill(pid, 'SIGKILL');
    await becomesTrue(() => !processesOf(dataDir).includes(server), 'the old server has ended');
    await becomesTrue(() => answers(database.ownerConnectionString), 'it answers again');
    await database.stop();
    assert.deepEqual(processesOf(dataDir), []);
  },
);

test(
  'after a first start that was killed half-way the next start succeeds',
  options,
  async (context) => {
    const dataDir = await makeFolder(context);
    const stale = join(dataDir, 'postgres.new-antigo');
    await mkdir(stale);
    await writeFile(join(stale, 'PG_VERSION'), '18\n');
    await writeFile(join(dataDir, 'database-password'), 'feita-antes\n', { mode: 0o600 });
    const begun = Promise.withResolvers<void>();
    const watcher = watch(dataDir, (_, name) => {
      if (name?.startsWith('postgres.new-') && name !== 'postgres.new-antigo') begun.resolve();
    });
    const owner = startOwner(context, dataDir);
    assert.equal(await Promise.race([begun.promise, owner.firstLine]), undefined);
    watcher.close();
    await owner.kill();
    assert.equal((await readdir(dataDir)).includes('postgres'), false);
    const database = await start(context, dataDir);
    await database.sql('create table made (value text)');
    assert.equal((await readdir(dataDir)).includes('postgres.new-antigo'), false);
  },
);

async function folderOf(database: Awaited<ReturnType<typeof start>>): Promise<string> {
  const [row] = await database.sql("select current_setting('data_directory') as folder");
  return join(String(row?.folder), '..');
}
