import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { BackupError } from '#src/ground/backup/backup-error.ts';
import { listBackups, type StoredBackup } from '#src/ground/backup/backup-folder.ts';
import { applyRetention } from '#src/ground/backup/backup-keeper.ts';
import type { CopyServer } from '#src/ground/backup/copy-server.ts';
import { findGap, lastArchivedAt, listArchive } from '#src/ground/backup/log-archive.ts';
import type { LogUse } from '#src/ground/backup/log-end.ts';
import { makeBackup } from '#src/ground/backup/make-backup.ts';
import { requireArchiving } from '#src/ground/backup/require-archiving.ts';
import { restoreBackup } from '#src/ground/backup/restore-backup.ts';
import { isoTime, systemClock } from '#src/ground/clock.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { answerAlone, lines } from '#src/ground/commands/session.ts';
import type { Config } from '#src/ground/config/config.ts';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import { checkEncryptionKey } from '#src/ground/database/installation.ts';
import { RUNTIME_ROLE } from '#src/ground/embedded-database/address.ts';
import { makeFolder } from '#src/ground/embedded-database/embedded-database.ts';
import { findDatabaseUser } from '#src/ground/embedded-database/user.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { silentLogger } from '#src/ground/log.ts';
import { verifyRestoredCopy } from '#src/ledger/run-verifications.ts';
import { keyFileOf, keysOf } from '../encryption-keys.ts';
import { allLedgerChecks } from '../ledger-checks.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { joinDatabase } from '../start-database.ts';
import { logUseFacts, logUseText } from './log-use-answer.ts';

const MEBIBYTE = 1_024 * 1_024;

/** `backup now`, `backup list` and `backup verify`. */
export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('cópias do banco embutido, em BACKUP_DIR');
  backup
    .command('now', { isDefault: true })
    .description('faz uma cópia de base agora')
    .action((_options: object, command: Command) => answerAlone(command, backUpNow));
  backup
    .command('list')
    .description('lista as cópias e até quando se pode restaurar')
    .action((_options: object, command: Command) => answerAlone(command, list));
  backup
    .command('verify')
    .description(
      'confere os hashes de uma cópia, restaura-a à parte e verifica o livro-razão; sai com 1 se ' +
        'algo falhar',
    )
    .option('--name <nome>', 'padrão: a cópia mais nova')
    .action(({ name }: { name?: string }, command: Command) =>
      answerAlone(command, (config) => verify(config, name)),
    );
}

/** The backup folder of the configuration. Throws a BackupError without one. */
export function backupFolderOf(config: Config): { backupDir: string; keep: number } {
  if (!config.backup) throw new BackupError('informe BACKUP_DIR, a pasta das cópias');
  return { backupDir: resolve(config.backup.dir), keep: config.backup.keep };
}

async function backUpNow(config: Config): Promise<Answer> {
  const { backupDir, keep } = backupFolderOf(config);
  const server = await joinDatabase(config, silentLogger);
  try {
    const connectionString = server.ownerConnectionString ?? server.connectionString;
    await requireArchiving(connectionString, backupDir);
    const owner = (await findDatabaseUser(resolve(config.dataDir))).ids;
    const now = systemClock.now();
    const made = await makeBackup({ backupDir, connectionString, owner, now });
    await applyRetention(backupDir, keep, now);
    const json = facts(made);
    return { json, text: `${lines(json)}\n\n${KEY_NOTE}` };
  } finally {
    await server.stop();
  }
}

const KEY_NOTE =
  'A chave de criptografia não está na cópia: guarde DATA_DIR/encryption-key (ou ENCRYPTION_KEY) ' +
  'em outro lugar; sem ela os segredos guardados não se leem.';

async function list(config: Config): Promise<Answer> {
  const { backupDir } = backupFolderOf(config);
  const backups = await listBackups(backupDir);
  const archive = await listArchive(backupDir);
  const lastAt = await lastArchivedAt(backupDir);
  const newest = backups.at(-1);
  const json = {
    backups: backups.map(facts),
    restorable_from: backups[0] ? isoTime(backups[0].endedAt) : null,
    log_archived_until: lastAt === undefined ? null : isoTime(lastAt),
    missing_log: (newest && findGap(archive, newest.firstWalFile)) ?? null,
  };
  const rows = json.backups.map(
    (backup) =>
      `${backup.name}  ${backup.completed_at}  ${(backup.bytes / MEBIBYTE).toFixed(1)} MiB`,
  );
  const { backups: _, ...rest } = json;
  return { json, text: [...rows, '', lines(rest)].join('\n') };
}

function facts(backup: StoredBackup) {
  return {
    name: backup.name,
    completed_at: isoTime(backup.endedAt),
    bytes: backup.sizeBytes,
    first_log_file: backup.firstWalFile,
  };
}

async function verify(config: Config, name: string | undefined): Promise<Answer> {
  const { backupDir } = backupFolderOf(config);
  const backups = await listBackups(backupDir);
  const backup = name === undefined ? backups.at(-1) : backups.find((each) => each.name === name);
  if (!backup) throw new BackupError(`não há a cópia ${name ?? ''} em ${backupDir}`);
  const folder = await mkdtemp(join(backupDir, 'verify-'));
  try {
    const log = () => {};
    await makeFolder(folder);
    const user = await findDatabaseUser(folder);
    const clusterDir = join(folder, 'postgres');
    const copy = await restoreBackup({ backupDir, clusterDir, user, log, backup, at: undefined });
    try {
      const result = await verifyCopy(config, copy.server);
      const isGood = result.isLedgerClean && isLogWhole(copy) && result.key !== 'wrong';
      const json = {
        name: backup.name,
        hashes: 'ok',
        restored_until: isoTime(copy.reachedAt),
        ...logUseFacts(copy),
        ledger: result.isLedgerClean ? 'ok' : 'broken',
        encryption_key: result.key,
      };
      const text = [lines(json), ...logUseText(copy)].join('\n');
      return { json, text, exitCode: isGood ? 0 : 1 };
    } finally {
      await copy.server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isLogWhole({ missingLog, damagedLogs, endedAtLog }: LogUse): boolean {
  return missingLog === undefined && damagedLogs.length === 0 && endedAtLog === undefined;
}

/** Whether the encryption key of this configuration opens the copy; `missing` without a key. */
type KeyCheck = 'opens' | 'wrong' | 'missing';

/**
 * Migrates a restored copy to this version and verifies its whole ledger. Throws errors of the
 * database.
 */
async function verifyCopy(
  config: Config,
  server: CopyServer,
): Promise<{ readonly isLedgerClean: boolean; readonly key: KeyCheck }> {
  const connectionString = server.addressOf(RUNTIME_ROLE, 'pix_gateway');
  const ownerConnectionString = server.addressOf('pix_gateway', 'pix_gateway');
  const applicationName = 'pix-gateway backup verify';
  const database = openDatabase({ connectionString, connectionsMax: 4, applicationName });
  try {
    await prepareDatabase(database, { connectionString, ownerConnectionString });
    const deps = { database, clock: systemClock, checks: allLedgerChecks };
    const { isClean } = await verifyRestoredCopy(deps);
    return { isLedgerClean: isClean, key: await checkKeyOf(config, database) };
  } finally {
    await database.close();
  }
}

async function checkKeyOf(config: Config, database: Database): Promise<KeyCheck> {
  if (!config.encryptionKey && !existsSync(keyFileOf(config))) return 'missing';
  const secretBox = createSecretBox(await keysOf(config));
  return (await checkEncryptionKey(database, secretBox)) ? 'opens' : 'wrong';
}
