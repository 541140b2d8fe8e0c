import { brazilianDayOf, startOfBrazilianDay } from '../brazilian-days.ts';
import type { Clock } from '../clock.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import { startPoller } from '../work/poller.ts';
import { deleteOldBackups, listBackups, type StoredBackup } from './backup-folder.ts';
import { compressArchive, deleteArchiveBefore, findGap, listArchive } from './log-archive.ts';
import { makeBackup } from './make-backup.ts';
import type { FileOwner } from './unpack-backup.ts';

const ROUND_MS = 10_000;
const BACKUP_HOUR = 3;
const RETRY_AFTER_MS = HOUR_MS;

export interface KeeperOptions {
  readonly backupDir: string;
  /** How many base backups are kept, with the log that they need. */
  readonly keep: number;
  readonly connectionString: string;
  readonly owner: FileOwner;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Keeper {
  stop(): Promise<void>;
}

/**
 * Keeps the backup folder while the server runs: compresses the archived log, makes a base backup
 * each night at 03:00 in Brasília (at once when there is no backup, or when the log since the last
 * one has a gap), and deletes older backups and log. A failure is logged; payments go on.
 */
export function startBackupKeeper(options: KeeperOptions): Keeper {
  const { backupDir, keep, clock, logger } = options;
  const stopping = new AbortController();
  let retryAt = 0;
  let isStarting = true;
  async function work(): Promise<boolean> {
    // The start of the gateway itself comes first.
    if (isStarting) {
      isStarting = false;
      return false;
    }
    await compressArchive(backupDir);
    const now = clock.now();
    if (now >= retryAt && (await isBackupDue(backupDir, now))) {
      retryAt = now + RETRY_AFTER_MS;
      const { signal } = stopping;
      const made = await makeBackup({ ...options, now, signal }).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (!made) return false;
      retryAt = 0;
      logger.info({ backup: made.name, bytes: made.sizeBytes }, 'a base backup was made');
    }
    await applyRetention(backupDir, keep, now);
    return false;
  }
  const poller = startPoller({ name: 'backups', intervalMs: ROUND_MS, work, logger });
  return {
    stop() {
      stopping.abort();
      return poller.stop();
    },
  };
}

/** Deletes base backups beyond the newest `keep`, and the log before the oldest kept one. */
export async function applyRetention(backupDir: string, keep: number, now: number): Promise<void> {
  // A backup that is under way may need an older log than the complete ones.
  if (await deleteOldBackups(backupDir, keep, now - DAY_MS)) return;
  const [oldest] = await listBackups(backupDir);
  if (oldest) await deleteArchiveBefore(backupDir, oldest.firstWalFile);
}

/**
 * Whether a base backup must be made: there is none since the latest 03:00 in Brasília, or the log
 * since the last one has a gap.
 */
export async function isBackupDue(backupDir: string, now: number): Promise<boolean> {
  const newest = (await listBackups(backupDir)).at(-1);
  if (!newest || newest.startedAt < lastBackupTime(now)) return true;
  return hasGapSince(backupDir, newest);
}

async function hasGapSince(backupDir: string, newest: StoredBackup): Promise<boolean> {
  return findGap(await listArchive(backupDir), newest.firstWalFile) !== undefined;
}

/** The latest 03:00 in Brasília. */
function lastBackupTime(now: number): number {
  const sinceMidnight = BACKUP_HOUR * HOUR_MS;
  const midnight = startOfBrazilianDay(brazilianDayOf(now - sinceMidnight));
  return midnight === undefined ? now - DAY_MS : midnight + sinceMidnight;
}
