import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../database/database.ts';
import { SECOND_MS } from '../durations.ts';
import { listBackups } from './backup-folder.ts';

// A failure before the last success is over. The counters begin at stats_reset.
const FAILING = {
  name: 'archiver_failing',
  text: `select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset,
      last_failed_time))::float8 as seconds
    from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`,
};

const LAST = {
  name: 'archiver_last',
  text: `select last_failed_wal as file, last_failed_time as failed_at,
      last_archived_time as archived_at
    from pg_stat_archiver`,
};

/** The server's last successful and last failed archiving. Milliseconds since 1970. */
export interface ArchiverFacts extends Record<string, unknown> {
  readonly file: string | null;
  readonly failed_at: number | null;
  readonly archived_at: number | null;
}

/** Reads the server's last successful and last failed archiving. */
export async function readArchiverFacts(database: Queryable): Promise<ArchiverFacts | undefined> {
  return (await database.query<ArchiverFacts>(LAST, []))[0];
}

/** For how many seconds the server has failed to archive its log; 0 while it doesn't fail. */
export async function readArchiverFailing(database: Queryable): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(FAILING, []);
  return row?.seconds ?? 0;
}

/**
 * The age of the newest complete base backup in seconds; before the first one, of the backup
 * folder. Throws errors of the file system.
 */
export async function readBackupAge(backupDir: string, now: number): Promise<number> {
  const newest = (await listBackups(backupDir)).at(-1);
  const since = newest?.endedAt ?? (await stat(join(backupDir, 'system-id'))).mtimeMs;
  return Math.max(0, (now - since) / SECOND_MS);
}
