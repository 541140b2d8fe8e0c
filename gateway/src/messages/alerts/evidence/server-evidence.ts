import { resolve } from 'node:path';
import { readArchiverFacts } from '#src/ground/backup/archiver-health.ts';
import { listBackups } from '#src/ground/backup/backup-folder.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { countWorkers } from '#src/ground/work/worker-heartbeat.ts';
import { readOpenRestoration } from '#src/incoming/restorations/confirm-restoration.ts';
import { listVerifications } from '#src/ledger/run-verifications.ts';
import { readDeliveryQueue } from '#src/webhooks/reports/read-delivery-queue.ts';
import { type AlertEvidence, factsOf, NO_EVIDENCE } from './alert-evidence.ts';

const VERIFICATIONS_READ = 20;

/** The rules that the last verification found broken. */
export async function readBrokenRules(database: Queryable): Promise<AlertEvidence> {
  const all = await listVerifications(database, VERIFICATIONS_READ);
  const last = all.find(({ status }) => status === 'done');
  if (!last) return NO_EVIDENCE;
  const broken = last.laws.filter(({ differences }) => differences.length > 0);
  return {
    facts: factsOf({
      verification: last.id,
      verified_at: last.finishedAt === null ? undefined : isoTime(last.finishedAt),
    }),
    items: broken.map(({ law, differences }) => ({
      kind: 'ledger_rule',
      id: law,
      count: differences.length,
    })),
  };
}

/** The queue of deliveries, and the processes that empty it. */
export async function readWebhookQueue(database: Queryable, now: number): Promise<AlertEvidence> {
  const [{ waiting, running }, workers] = await Promise.all([
    readDeliveryQueue(database, now),
    countWorkers(database),
  ]);
  return { facts: factsOf({ waiting, running, workers }), items: [] };
}

/** The newest complete base backup. */
export async function readNewestBackup(backupDir: string | undefined): Promise<AlertEvidence> {
  if (backupDir === undefined) return NO_EVIDENCE;
  const newest = (await listBackups(resolve(backupDir))).at(-1);
  if (!newest) return NO_EVIDENCE;
  return { facts: factsOf({ backup_at: isoTime(newest.endedAt) }), items: [] };
}

/** The file that the server could not archive, and when. */
export async function readArchiver(database: Queryable): Promise<AlertEvidence> {
  const archiver = await readArchiverFacts(database);
  if (!archiver) return NO_EVIDENCE;
  const facts = factsOf({
    failed_file: archiver.file ?? undefined,
    failed_at: archiver.failedAt === null ? undefined : isoTime(archiver.failedAt),
    archived_at: archiver.archivedAt === null ? undefined : isoTime(archiver.archivedAt),
  });
  return { facts, items: [] };
}

/** The restored backup that waits for a confirmation. */
export async function readRestoration(database: Queryable): Promise<AlertEvidence> {
  const restoration = await readOpenRestoration(database);
  if (!restoration) return NO_EVIDENCE;
  const facts = factsOf({
    backup: restoration.backup,
    reached_at: isoTime(restoration.reachedAt),
    restored_at: isoTime(restoration.restoredAt),
  });
  return { facts, items: [] };
}
