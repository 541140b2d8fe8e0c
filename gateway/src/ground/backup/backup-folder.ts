import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canWrite } from '../embedded-database/user.ts';
import { BackupError } from './backup-error.ts';
import type { BaseBackup } from './base-backup.ts';
import type { FileOwner } from './unpack-backup.ts';

const FACTS = 'backup.json';
const SYSTEM_ID_FILE = 'system-id';
const PASS_THROUGH = 0o011;
const PRIVATE = 0o700;

/** Where the base backups and the archived log are. */
export interface BackupPaths {
  readonly backupDir: string;
  readonly baseDir: string;
  readonly walDir: string;
}

/** A complete base backup in the backup folder. Instants in milliseconds since 1970. */
export interface StoredBackup extends BaseBackup {
  readonly name: string;
  readonly folder: string;
  readonly startedAt: number;
  readonly sizeBytes: number;
}

export function backupPaths(backupDir: string): BackupPaths {
  return { backupDir, baseDir: join(backupDir, 'base'), walDir: join(backupDir, 'wal') };
}

/**
 * Makes the folders of a backup, owned by the system user of the server, and binds them to one
 * database. Throws a BackupError when the server can't write to them or they belong to another
 * database.
 */
export async function prepareBackupFolder(
  backupDir: string,
  clusterDir: string,
  owner: FileOwner,
): Promise<void> {
  const { baseDir, walDir } = backupPaths(backupDir);
  try {
    await makeReachable(backupDir);
    for (const path of [baseDir, walDir]) {
      await mkdir(path, { recursive: true, mode: PRIVATE });
      if (owner) await chown(path, owner.uid, owner.gid);
    }
    await bindTo(await readSystemId(clusterDir), backupDir);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`não é possível usar ${backupDir} (${reason}); corrija BACKUP_DIR`);
  }
  for (const path of [baseDir, walDir]) {
    if (canWrite(path, owner)) continue;
    throw new BackupError(
      `o usuário que roda o PostgreSQL não consegue gravar em ${path}; ` +
        'dê acesso às pastas acima dela ou escolha outro BACKUP_DIR',
    );
  }
}

/** The id that PostgreSQL gives a database cluster when it is made; copies keep it. */
async function readSystemId(clusterDir: string): Promise<string> {
  const control = await readFile(join(clusterDir, 'global', 'pg_control'));
  return String(control.readBigUInt64LE());
}

/** Files of two databases have equal names, so a second database may not use the folder. */
async function bindTo(systemId: string, backupDir: string): Promise<void> {
  const path = join(backupDir, SYSTEM_ID_FILE);
  const storedId = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (storedId === systemId) return;
  if (storedId !== '') {
    throw new BackupError(`${backupDir} tem as cópias de outro banco; escolha outro BACKUP_DIR`);
  }
  await writeSafely(path, `${systemId}\n`);
}

/** New folders get search permission, because the server may run as another system user. */
async function makeReachable(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: PRIVATE });
  if (firstMade === undefined || process.getuid?.() !== 0) return;
  for (let folder = path; folder.startsWith(firstMade); folder = dirname(folder)) {
    await chmod(folder, (await stat(folder)).mode | PASS_THROUGH);
  }
}

/** The complete base backups, oldest first. Throws errors of the file system. */
export async function listBackups(backupDir: string): Promise<StoredBackup[]> {
  const { baseDir } = backupPaths(backupDir);
  const names = await readdir(baseDir).catch(() => []);
  const backups = await Promise.all(names.map((name) => readBackup(join(baseDir, name), name)));
  return backups.flatMap((backup) => backup ?? []).sort((a, b) => a.endedAt - b.endedAt);
}

async function readBackup(folder: string, name: string): Promise<StoredBackup | undefined> {
  try {
    return { ...JSON.parse(await readFile(join(folder, FACTS), 'utf8')), name, folder };
  } catch {
    // An incomplete backup has no facts yet.
    return undefined;
  }
}

/** Writes the facts of a backup last: they make it complete. */
export async function writeFacts(
  folder: string,
  facts: BaseBackup & Pick<StoredBackup, 'startedAt' | 'sizeBytes'>,
): Promise<void> {
  await writeSafely(join(folder, FACTS), `${JSON.stringify(facts)}\n`);
}

/**
 * Deletes base backups beyond the newest `keep`, and the remains of interrupted backups.
 * @returns whether another backup may be under way.
 */
export async function deleteOldBackups(
  backupDir: string,
  keep: number,
  incompleteBefore: number,
): Promise<boolean> {
  const { baseDir } = backupPaths(backupDir);
  const backups = await listBackups(backupDir);
  for (const { folder } of backups.slice(0, Math.max(0, backups.length - keep))) {
    // Without its facts a half-deleted backup is incomplete.
    await rm(join(folder, FACTS));
    await rm(folder, { recursive: true, force: true });
  }
  const complete = new Set(backups.map(({ name }) => name));
  let isUnderWay = false;
  for (const name of await readdir(baseDir)) {
    const folder = join(baseDir, name);
    if (complete.has(name)) continue;
    if ((await stat(folder)).mtimeMs >= incompleteBefore) isUnderWay = true;
    else await rm(folder, { recursive: true, force: true });
  }
  return isUnderWay;
}

/** Writes a file that is complete after a loss of power, or absent. */
export async function writeSafely(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
