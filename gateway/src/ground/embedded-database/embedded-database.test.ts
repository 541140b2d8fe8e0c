import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../test/support/database-server.ts';
import {
  makeFolder,
  processesOf,
  start,
  startOwner,
} from '../../../test/support/embedded-database-folder.ts';
import { EmbeddedDatabaseError, findRunningEmbeddedDatabase } from './embedded-database.ts';
import { startTimeOf } from './lock.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

function refused(pattern: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof EmbeddedDatabaseError, String(error));
    assert.match(error.message, pattern);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  };
}

test('data remains after a stop and a start, and a stop leaves no process', async (context) => {
  const dataDir = await makeFolder(context);
  const first = await start(context, dataDir);
  await first.sql('create table kept (value text)');
  await first.sql("insert into kept values ('ação')");
  await Promise.all([first.stop(), first.stop()]);
  assert.deepEqual(processesOf(dataDir), []);
  assert.deepEqual((await readdir(dataDir)).sort(), [
    'database-password',
    'database-runtime-password',
    'postgres',
    'postgres.log',
  ]);
  const second = await start(context, dataDir);
  assert.deepEqual(await second.sql('select value from kept'), [{ value: 'ação' }]);
});

test('a durable database syncs commits, checks pages and keeps its password files private', async (context) => {
  const dataDir = await makeFolder(context);
  const owner = startOwner(context, dataDir);
  const connectionString = await owner.firstLine;
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'];
  const more = ['server_encoding', 'TimeZone', 'listen_addresses', 'unix_socket_directories'];
  const shown = await run(
    connectionString,
    `select setting from unnest($1::text[]) with ordinality wanted(name, place)
     join pg_settings using (name) order by place`,
    [[...names, ...more]],
  );
  const settings = shown.map((row) => row.setting);
  assert.deepEqual(settings, ['on', 'on', 'on', 'on', 'UTF8', 'UTC', '127.0.0.1', '']);
  for (const name of ['database-password', 'database-runtime-password']) {
    assert.equal((await stat(join(dataDir, name))).mode & 0o777, 0o600, name);
  }
  const wrong = connectionString.replace(/:[^:@/]+@/, ':errada@');
  await assert.rejects(run(wrong, 'select 1'), { code: '28P01' });
});

test('a folder of an older version with one role gets the second role at the next start', async (context) => {
  const dataDir = await makeFolder(context);
  const old = await start(context, dataDir);
  await old.sql('drop role pix_gateway_runtime');
  await old.stop();
  await rm(join(dataDir, 'database-runtime-password'));
  const upgraded = await start(context, dataDir);
  const [row] = await run(upgraded.connectionString, 'select current_user::text as role');
  assert.equal(row?.role, 'pix_gateway_runtime');
  assert.equal((await stat(join(dataDir, 'database-runtime-password'))).mode & 0o777, 0o600);
});

test('a second start on a folder is refused and names the process that owns it', async (context) => {
  const dataDir = await makeFolder(context);
  const owner = startOwner(context, dataDir);
  const connectionString = await owner.firstLine;
  await assert.rejects(start(context, dataDir), refused(RegExp(`em uso.*${owner.child.pid}`)));
  await run(connectionString, 'select 1');
});

test('a command finds the database only while its gateway runs', async (context) => {
  const dataDir = await makeFolder(context);
  assert.equal(await findRunningEmbeddedDatabase(dataDir), undefined);
  const database = await start(context, dataDir);
  const { connectionString, ownerConnectionString } = database;
  assert.deepEqual(await findRunningEmbeddedDatabase(dataDir), {
    connectionString,
    ownerConnectionString,
  });
  await database.stop();
  assert.equal(await findRunningEmbeddedDatabase(dataDir), undefined);
});

test('a lock whose process id now belongs to another process is taken over', async (context) => {
  const dataDir = await makeFolder(context);
  const lock = JSON.stringify({ pid: process.pid, startedAt: `not ${startTimeOf(process.pid)}` });
  await writeFile(join(dataDir, 'gateway.lock'), lock);
  const database = await start(context, dataDir);
  await database.sql('select 1');
});

test('a process id in postmaster.pid that belongs to another process does not prevent a start', async (context) => {
  const dataDir = await makeFolder(context);
  const first = await start(context, dataDir);
  await first.stop();
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const other = spawn('/bin/cat', [], { uid, gid, cwd: '/' });
  context.after(() => other.kill());
  const pidFile = [other.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', ''];
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), pidFile.join('\n'));
  const second = await start(context, dataDir);
  await second.sql('select 1');
  assert.equal(other.exitCode ?? other.signalCode, null);
});

test('a lost or wrong password file is refused with the way to repair it', async (context) => {
  const dataDir = await makeFolder(context);
  const database = await start(context, dataDir);
  await database.stop();
  const path = join(dataDir, 'database-password');
  await writeFile(path, 'errada\n');
  await assert.rejects(start(context, dataDir), refused(/database-password.*restaure/));
  await rm(path);
  await assert.rejects(start(context, dataDir), refused(/database-password.*restaure/));
  assert.deepEqual(processesOf(dataDir), []);
  assert.equal(await findRunningEmbeddedDatabase(dataDir), undefined);
});

test('when the server can’t start, the start fails at once with the reason of the server', async (context) => {
  const dataDir = await makeFolder(context);
  const database = await start(context, dataDir);
  await database.stop();
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
  await assert.rejects(start(context, dataDir), refused(/incompatible/));
});

test('under root a folder that the server user can’t reach is refused and left unchanged', {
  skip: !isRoot,
}, async (context) => {
  const outside = await makeFolder(context);
  await assert.rejects(start(context, join(outside, 'data')), refused(/não alcança.*DATA_DIR/));
  assert.deepEqual(await readdir(join(outside, 'data')), []);
  await assert.rejects(start(context, outside), refused(/não alcança.*DATA_DIR/));
  assert.equal((await stat(outside)).mode & 0o777, 0o700);
});

test('under root files that root restored get the server user as owner', {
  skip: !isRoot,
}, async (context) => {
  const dataDir = await makeFolder(context);
  const first = await start(context, dataDir);
  await first.stop();
  const restore = spawn('/bin/chown', ['-R', '0:0', join(dataDir, 'postgres')]);
  await new Promise((resolve) => restore.once('exit', resolve));
  const second = await start(context, dataDir);
  await second.sql('select 1');
});

test('an ordinary user can start a database, and a folder of another user is refused', {
  skip: !isRoot,
}, async (context) => {
  const outside = await makeFolder(context);
  await chmod(outside, 0o755);
  const refusedOwner = startOwner(context, outside, NOBODY);
  assert.match(await refusedOwner.firstLine, /^EmbeddedDatabaseError: .*DATA_DIR/);
  const dataDir = join(outside, 'data');
  await mkdir(dataDir);
  await chmod(dataDir, 0o777);
  const owner = startOwner(context, dataDir, NOBODY);
  const [row] = await run(await owner.firstLine, 'select 1 as one');
  assert.equal(row?.one, 1);
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, NOBODY.uid);
});
