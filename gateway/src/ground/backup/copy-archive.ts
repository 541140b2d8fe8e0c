import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chown, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { backupPaths } from './backup-folder.ts';
import { isDamage, LOG_FILE_BYTES, listArchive, positionOf } from './log-archive.ts';
import type { FileOwner } from './unpack-backup.ts';

const HISTORY = /^[0-9A-F]{8}\.history$/;

/** A file of the log that was in the archive when it was copied. */
export interface CopiedFile {
  /** Its name in PostgreSQL. */
  readonly name: string;
  readonly path: string;
  /** Whether it can't be read completely; it was then not copied. */
  readonly isDamaged: boolean;
}

/**
 * Copies the histories of timelines and the log files from a position on, uncompressed, into the
 * server's own folder, where a recovery finds them without a shell command.
 * @returns the files of the log, in the order of their names.
 * @throws {BackupError} when a file may not be read.
 */
export async function copyArchive(
  backupDir: string,
  firstWalFile: string,
  toDir: string,
  owner: FileOwner,
): Promise<CopiedFile[]> {
  const { walDir } = backupPaths(backupDir);
  const first = positionOf(firstWalFile);
  for (const name of (await readdir(walDir)).filter((file) => HISTORY.test(file))) {
    await copyPlain(join(walDir, name), false, join(toDir, name), owner);
  }
  const copied = new Map<string, CopiedFile>();
  for (const { name, path, isCompressed } of await listArchive(backupDir)) {
    // A file may be there twice for a moment: plain and compressed.
    if (positionOf(name) < first || copied.get(name)?.isDamaged === false) continue;
    const isDamaged = !(await copyLogFile(path, isCompressed, join(toDir, name), owner));
    copied.set(name, { name, path, isDamaged });
  }
  return [...copied.values()];
}

/** Returns false for a damaged file, which is not copied. */
async function copyLogFile(
  from: string,
  isCompressed: boolean,
  to: string,
  owner: FileOwner,
): Promise<boolean> {
  try {
    await copyPlain(from, isCompressed, to, owner);
    if ((await stat(to)).size === LOG_FILE_BYTES) return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  await rm(to, { force: true });
  return false;
}

async function copyPlain(
  from: string,
  isCompressed: boolean,
  to: string,
  owner: FileOwner,
): Promise<void> {
  const draft = `${to}.draft`;
  const unzip = isCompressed ? [createGunzip()] : [];
  try {
    await pipeline([createReadStream(from), ...unzip, createWriteStream(draft, { mode: 0o600 })]);
  } catch (error) {
    await rm(draft, { force: true });
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // A running gateway has compressed it meanwhile.
    if (code === 'ENOENT' && !isCompressed && existsSync(`${from}.gz`)) {
      return copyPlain(`${from}.gz`, true, to, owner);
    }
    if (code !== 'EACCES') throw error;
    throw new BackupError(`não é possível ler ${from}: rode com o usuário do gateway`);
  }
  if (owner) await chown(draft, owner.uid, owner.gid);
  await rename(draft, to);
}
