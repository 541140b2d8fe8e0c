import { resolve } from 'node:path';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { backupPaths } from './backup-folder.ts';

/**
 * Throws a BackupError when a server does not archive its log to a backup folder: it was started
 * without BACKUP_DIR, or with another.
 */
export async function requireArchiving(connectionString: string, backupDir: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select current_setting('basic_archive.archive_directory', true) as folder`,
    );
    if (rows[0]?.folder === backupPaths(resolve(backupDir)).walDir) return;
  } finally {
    await client.end();
  }
  throw new BackupError(
    'o gateway em execução não arquiva o log nesta pasta; reinicie-o com este BACKUP_DIR',
  );
}
