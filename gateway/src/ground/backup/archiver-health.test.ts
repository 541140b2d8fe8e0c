import assert from 'node:assert/strict';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../test/support/database-server.ts';
import { becomesTrue } from '../../../test/support/embedded-database-folder.ts';
import { openDatabase } from '../database/database.ts';
import { startEmbeddedDatabase } from '../embedded-database/embedded-database.ts';
import { readArchiverFailing, readBackupAge } from './archiver-health.ts';
import { backupPaths } from './backup-folder.ts';
import { listArchive } from './log-archive.ts';

test('the log that the server fails to archive is measured until archiving works again', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-archiver-'));
  await chmod(folder, 0o711);
  const [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: false, backupDir });
  const connectionString = server.ownerConnectionString;
  const database = openDatabase({ connectionString, connectionsMax: 1, applicationName: 'test' });
  context.after(async () => {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await run(connectionString, 'create table written (value text)');
  const isFailing = async () => (await readArchiverFailing(database)) > 0;
  async function archiveUntil(isWanted: () => Promise<boolean>, what: string): Promise<void> {
    await becomesTrue(async () => {
      await run(connectionString, "insert into written values ('x')");
      await run(connectionString, 'select pg_switch_wal()');
      return isWanted();
    }, what);
  }
  const { walDir } = backupPaths(backupDir);
  await archiveUntil(async () => (await listArchive(backupDir)).length > 0, 'it is archived');
  assert.equal(await isFailing(), false);
  await rename(walDir, `${walDir}-away`);
  await archiveUntil(isFailing, 'the failure is measured');
  await rename(`${walDir}-away`, walDir);
  await archiveUntil(async () => !(await isFailing()), 'it is over');
  assert.ok((await readBackupAge(backupDir, Date.now() + 60_000)) >= 60);
});
