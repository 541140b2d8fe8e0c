import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run } from '../../../test/support/database-server.ts';
import { becomesTrue, makeFolder } from '../../../test/support/embedded-database-folder.ts';
import { startEmbeddedDatabase } from '../embedded-database/embedded-database.ts';
import { findDatabaseUser } from '../embedded-database/user.ts';
import { BackupError } from './backup-error.ts';
import { makeBaseBackup } from './base-backup.ts';
import { startCopy } from './copy-server.ts';
import { configureCopy, unpackBackup } from './unpack-backup.ts';

/** A durable server with a row, and a base backup of it. */
async function backUpServer(context: TestContext) {
  const dataDir = await makeFolder(context);
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: true });
  context.after(() => server.stop());
  const address = server.ownerConnectionString;
  await run(address, "create table kept as select 'antes' as value");
  const user = await findDatabaseUser(dataDir);
  const folder = join(dataDir, "cópia d'hoje");
  await mkdir(folder);
  if (user.ids) await chown(folder, user.ids.uid, user.ids.gid);
  const backup = await makeBaseBackup(address, folder);
  return { dataDir, address, user, folder, backup };
}

test('a base backup becomes a standby that follows its primary and can be promoted', async (context) => {
  const { dataDir, address, user, folder, backup } = await backUpServer(context);
  assert.equal(backup.timeline, 1);
  assert.match(backup.firstWalFile, /^[0-9A-F]{24}$/);
  assert.ok(Math.abs(Date.now() - backup.endedAt) < 60_000);
  const clusterDir = join(dataDir, 'standby');
  await unpackBackup(folder, clusterDir, user.ids);
  assert.equal((await stat(clusterDir)).mode & 0o777, 0o700);
  await configureCopy(clusterDir, 'standby', { primary_conninfo: address }, user.ids);
  // A hot standby needs at least the primary's limits.
  const settings = { max_connections: 1_000 };
  const copy = await startCopy({ clusterDir, user, settings, log: () => {} });
  assert.ok('stop' in copy, 'reason' in copy ? copy.reason : '');
  context.after(() => copy.stop());
  const standby = copy.addressOf('pix_gateway', 'pix_gateway');
  await run(address, "insert into kept values ('depois')");
  const read = () => run(standby, 'select value from kept');
  await becomesTrue(async () => (await read()).length === 2, 'the standby has the new row');
  await run(standby, 'select pg_promote()');
  await run(standby, "insert into kept values ('promovido')");
  assert.equal((await run(address, 'select from kept')).length, 2);
});

test('a base backup with a changed byte or a missing file is refused', async (context) => {
  const { dataDir, user, folder } = await backUpServer(context);
  const unpack = (name: string) => unpackBackup(folder, join(dataDir, name), user.ids);
  const archive = join(folder, 'base.tar.gz');
  const manifest = join(folder, 'backup_manifest');
  const [bytes, text] = [await readFile(archive), await readFile(manifest, 'utf8')];
  const damaged = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  damaged.writeUInt8(damaged.readUInt8(middle) ^ 1, middle);
  for (const content of [damaged, bytes.subarray(0, middle), Buffer.alloc(0)]) {
    await writeFile(archive, content);
    await assert.rejects(unpack(`damaged-${content.length}`), BackupError);
  }
  await writeFile(archive, bytes);
  await writeFile(manifest, text.replace(/"Checksum": "./, '"Checksum": "x'));
  await assert.rejects(unpack('other-manifest'), BackupError);
  await writeFile(manifest, text);
  await unpack('whole');
});
