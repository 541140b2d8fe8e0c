import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from '../embedded-database/address.ts';
import { keepDatabasePasswords } from '../embedded-database/cluster.ts';
import { makeFolder } from '../embedded-database/embedded-database.ts';
import { acquireOwnership } from '../embedded-database/lock.ts';
import { findDatabaseUser } from '../embedded-database/user.ts';
import { BackupError } from './backup-error.ts';
import { syncFolder } from './backup-folder.ts';
import type { CopyServer } from './copy-server.ts';
import { type RestorationFacts, writeRestorationFacts } from './restoration-facts.ts';
import { chooseBackup, type RestoredCopy, restoreBackup } from './restore-backup.ts';

export interface RestoreFolderOptions {
  readonly backupDir: string;
  /** A folder that is empty or doesn't exist. */
  readonly dataDir: string;
  /** The instant to restore; undefined: as late as possible. */
  readonly at: number | undefined;
  readonly now: number;
  readonly log: DatabaseLog;
}

export type RestoredFolder = Omit<RestoredCopy, 'server'> & { readonly facts: RestorationFacts };

/**
 * Restores the embedded database into an empty folder, which then is a DATA_DIR without encryption
 * key. The passwords of the database are made anew. The next start reads the facts of the
 * restoration there. A failed restore leaves the folder empty. Throws a BackupError when the folder
 * isn't empty, no backup fits, or the backup is damaged.
 */
export async function restoreFolder(options: RestoreFolderOptions): Promise<RestoredFolder> {
  const { backupDir, dataDir, at, log } = options;
  const backup = await chooseBackup(backupDir, at);
  await makeFolder(dataDir);
  if ((await readdir(dataDir)).length > 0) {
    throw new BackupError(`${dataDir} não está vazia; a restauração só grava em uma pasta vazia`);
  }
  const ownership = await acquireOwnership(dataDir);
  try {
    const user = await findDatabaseUser(dataDir);
    // The next start deletes a draft that a killed restore leaves.
    const draft = await mkdtemp(join(dataDir, 'postgres.new-'));
    if (user.ids) await chown(draft, user.ids.uid, user.ids.gid);
    const clusterDir = join(draft, 'data');
    const copy = await restoreBackup({ backupDir, clusterDir, user, log, backup, at });
    const { server, ...reached } = copy;
    try {
      await setPassword(server, dataDir);
    } finally {
      await server.stop();
    }
    const facts = { backup: backup.name, reachedAt: reached.reachedAt, restoredAt: options.now };
    await writeRestorationFacts(dataDir, facts);
    await rename(clusterDir, join(dataDir, 'postgres'));
    await syncFolder(dataDir);
    await rm(draft, { recursive: true });
    return { ...reached, facts };
  } catch (error) {
    await empty(dataDir);
    throw error;
  } finally {
    await ownership.release();
  }
}

async function setPassword(server: CopyServer, dataDir: string): Promise<void> {
  const { owner } = await keepDatabasePasswords(dataDir);
  const client = new pg.Client({ connectionString: server.addressOf('pix_gateway', 'postgres') });
  await client.connect();
  try {
    await client.query(`set password_encryption = 'scram-sha-256'`);
    await client.query(`alter role pix_gateway with password ${client.escapeLiteral(owner)}`);
  } finally {
    await client.end();
  }
}

async function empty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('gateway.lock')) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
