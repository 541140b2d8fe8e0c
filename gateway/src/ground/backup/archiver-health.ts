import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { maybeOne, shaped, sql } from '../database/sql.ts';
import { SECOND_MS } from '../durations.ts';
import { listBackups } from './backup-folder.ts';

// A failure before the last success is over. The counters begin at stats_reset.
const selectFailing = maybeOne(
  'archiver_failing',
  shaped({ seconds: f.double }, ({ seconds }) => seconds),
  sql`select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset,
      last_failed_time))::float8 as seconds
    from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`,
);

/** Reads the server's last successful and last failed archiving. Milliseconds since 1970. */
export const readArchiverFacts = maybeOne(
  'archiver_last',
  { file: f.orNull(f.text), failedAt: f.orNull(f.instant), archivedAt: f.orNull(f.instant) },
  sql`select last_failed_wal as file, last_failed_time as failed_at,
      last_archived_time as archived_at
    from pg_stat_archiver`,
);

/** For how many seconds the server has failed to archive its log; 0 while it doesn't fail. */
export async function readArchiverFailing(database: Queryable): Promise<number> {
  return (await selectFailing(database)) ?? 0;
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
