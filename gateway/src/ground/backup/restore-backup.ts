import { join } from 'node:path';
import pg from 'pg';
import { isoTime } from '../clock.ts';
import type { DatabaseLog } from '../embedded-database/address.ts';
import type { DatabaseUser } from '../embedded-database/user.ts';
import { BackupError } from './backup-error.ts';
import { listBackups, type StoredBackup } from './backup-folder.ts';
import { type CopiedFile, copyArchive } from './copy-archive.ts';
import { type CopyServer, startCopy } from './copy-server.ts';
import { lastArchivedAt } from './log-archive.ts';
import { judgeLogUse, type LogUse } from './log-end.ts';
import { configureCopy, unpackBackup } from './unpack-backup.ts';

const TARGET_NOT_REACHED = /recovery ended before configured recovery target/;
/** Settings for the recovery only. The copy archives no log. */
const RECOVERY_SETTINGS = {
  hot_standby: 'off',
  archive_mode: 'off',
  // The log is in the copy's own folder, where the server looks after this fails.
  restore_command: 'false',
  recovery_target_action: 'promote',
  max_wal_size: '4GB',
};

export interface RestoreOptions {
  readonly backupDir: string;
  /** The new folder of the server's files. */
  readonly clusterDir: string;
  readonly user: DatabaseUser;
  readonly log: DatabaseLog;
  readonly backup: StoredBackup;
  /** The instant to restore, in milliseconds since 1970; undefined: as late as possible. */
  readonly at: number | undefined;
}

/** A restored copy that runs. */
export interface RestoredCopy extends LogUse {
  readonly server: CopyServer;
  /** The instant of the last change that the copy has. */
  readonly reachedAt: number;
  /** False when the archived log ends before the instant that was asked for. */
  readonly isTargetReached: boolean;
  /** When the newest file of the archived log arrived; undefined for an empty archive. */
  readonly archivedUntil: number | undefined;
}

/**
 * The newest base backup from which an instant can be restored; the newest of all without one.
 * Throws a BackupError when there is none.
 */
export async function chooseBackup(
  backupDir: string,
  at: number | undefined,
): Promise<StoredBackup> {
  const backups = await listBackups(backupDir);
  const [oldest] = backups;
  if (!oldest) throw new BackupError(`não há cópias completas em ${backupDir}`);
  const chosen = backups.findLast(({ endedAt }) => at === undefined || endedAt <= at);
  if (chosen) return chosen;
  throw new BackupError(
    `não há cópia anterior a esse instante; o mais antigo possível é ${isoTime(oldest.endedAt)}`,
  );
}

/**
 * Unpacks a base backup, replays the archived log up to an instant and starts a server on the
 * result. Changes that were committed after the instant are not in the copy. Throws a BackupError
 * when the backup was changed or the server does not start.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredCopy> {
  const { backupDir, clusterDir, user, backup } = options;
  await unpackBackup(backup.folder, clusterDir, user.ids);
  const archivedUntil = await lastArchivedAt(backupDir);
  const logDir = join(clusterDir, 'pg_wal');
  const files = await copyArchive(backupDir, backup.firstWalFile, logDir, user.ids);
  await configureCopy(clusterDir, 'recovery', {}, user.ids);
  const { server, isTargetReached } = await recover(options, files);
  const { reachedAt, replayedTo } = await readReached(server, backup);
  const use = judgeLogUse(files, backup.firstWalFile, replayedTo);
  const isAllWanted = options.at === undefined || !isTargetReached;
  const endedAtLog = isAllWanted ? use.endedAtLog : undefined;
  return { server, reachedAt, isTargetReached, archivedUntil, ...use, endedAtLog };
}

/** PostgreSQL reads no `Z` in this setting. */
function timestampOf(at: number): string {
  return isoTime(at).replace('T', ' ').replace('Z', '+00');
}

/** When the log ends before the instant, everything that it has is replayed. */
async function recover(
  options: RestoreOptions,
  files: readonly CopiedFile[],
): Promise<Pick<RestoredCopy, 'server' | 'isTargetReached'>> {
  const { at } = options;
  const server = await startCopy({ ...options, settings: settingsFor(at) });
  if ('stop' in server) return { server, isTargetReached: true };
  if (!TARGET_NOT_REACHED.test(server.reason)) throw notStarted(server.reason, files);
  const whole = await startCopy({ ...options, settings: settingsFor(undefined) });
  if ('stop' in whole) return { server: whole, isTargetReached: false };
  throw notStarted(whole.reason, files);
}

function settingsFor(at: number | undefined): Record<string, string> {
  const target = at === undefined ? {} : { recovery_target_time: timestampOf(at) };
  return { ...RECOVERY_SETTINGS, ...target };
}

async function readReached(server: CopyServer, backup: StoredBackup) {
  const client = new pg.Client({ connectionString: server.addressOf('pix_gateway', 'postgres') });
  try {
    await client.connect();
    const { rows } = await client.query(
      'select pg_last_xact_replay_timestamp() as at, pg_last_wal_replay_lsn() as replayed_to',
    );
    const [row] = rows;
    return {
      reachedAt: Number(row?.at ?? backup.endedAt),
      replayedTo: String(row?.replayed_to ?? '0/0'),
    };
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

function notStarted(reason: string, files: readonly CopiedFile[]): BackupError {
  const damaged = files.filter(({ isDamaged }) => isDamaged).map(({ path }) => path);
  const why = damaged.length === 0 ? '' : `; danificados no log: ${damaged.join(', ')}`;
  return new BackupError(
    `o banco restaurado não iniciou (${reason})${why}; use uma cópia de base anterior (--at)`,
  );
}
