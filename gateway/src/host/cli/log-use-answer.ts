import type { RestoredCopy } from '#src/ground/backup/restore-backup.ts';
import { isoTime } from '#src/ground/clock.ts';

type Reached = Omit<RestoredCopy, 'server'>;

/** The fields about the archived log in the answers of `restore` and `backup verify`. */
export function logUseFacts({ missingLog, damagedLogs, endedAtLog, archivedUntil }: Reached) {
  return {
    missing_log: missingLog ?? null,
    damaged_logs: damagedLogs,
    ended_at_log: endedAtLog ?? null,
    log_archived_until: archivedUntil === undefined ? null : isoTime(archivedUntil),
  };
}

/** Sentences about a log that was not used to its end, or that has damaged files. */
export function logUseText(copy: Reached): readonly string[] {
  const { damagedLogs, endedAtLog, reachedAt, archivedUntil = reachedAt } = copy;
  const early =
    `ATENÇÃO: a restauração termina em ${isoTime(reachedAt)}, no arquivo ${endedAtLog}, que ` +
    `falta ou está danificado. O log arquivado vai até ${isoTime(archivedUntil)}: o que foi ` +
    'gravado entre os dois instantes não está nesta cópia.';
  return [
    ...(endedAtLog === undefined ? [] : ['', early]),
    ...(damagedLogs.length === 0 ? [] : ['', `Danificados: ${damagedLogs.join(', ')}`]),
  ];
}
