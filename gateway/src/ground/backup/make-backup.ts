import { chown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupPaths, type StoredBackup, writeFacts } from './backup-folder.ts';
import { makeBaseBackup } from './base-backup.ts';
import type { FileOwner } from './unpack-backup.ts';

export interface MakeBackupOptions {
  readonly backupDir: string;
  /** A superuser of the server. */
  readonly connectionString: string;
  readonly owner: FileOwner;
  readonly now: number;
  /** Ends the backup early; it then throws. */
  readonly signal?: AbortSignal;
}

/**
 * Makes a base backup in a new folder of the backup folder. An interrupted one stays incomplete and
 * is deleted a day later. Throws errors of the database and of the file system.
 */
export async function makeBackup(options: MakeBackupOptions): Promise<StoredBackup> {
  const { backupDir, connectionString, owner, now, signal } = options;
  const name = new Date(now).toISOString().replaceAll(':', '-');
  const folder = join(backupPaths(backupDir).baseDir, name);
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  const backup = await makeBaseBackup(connectionString, folder, {
    signal,
    isLogArchived: true,
  });
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size),
  );
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
  const facts = { ...backup, startedAt: now, sizeBytes };
  await writeFacts(folder, facts);
  return { ...facts, name, folder };
}
