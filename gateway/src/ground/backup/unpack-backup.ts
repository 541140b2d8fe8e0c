import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, chmod, chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { readTar, type TarEntry } from './tar-entries.ts';

const MANIFEST_FILE = 'backup_manifest';
const SUM_LINE = '"Manifest-Checksum"';
const LOG_FOLDER = 'pg_wal/';
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** The system user of the server; undefined for the gateway's own user. */
export type FileOwner = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Unpacks a base backup into a folder, which it makes, and compares each file with the manifest.
 * PostgreSQL flushes the files to the disk when it starts on them. Throws a BackupError when a file
 * is missing, was changed or is not in the manifest, and errors of the file system.
 */
export async function unpackBackup(
  backupDir: string,
  clusterDir: string,
  owner: FileOwner,
): Promise<void> {
  const expected = await readManifest(backupDir);
  const archive = join(backupDir, 'base.tar.gz');
  await makeFolder(clusterDir, owner);
  try {
    for await (const entry of readTar(unzipped(archive))) {
      const sum = await unpackEntry(entry, clusterDir, owner);
      if (entry.isFolder || isOfLog(entry.path)) continue;
      if (expected.get(entry.path) !== sum) throw changed(archive, entry.path);
      expected.delete(entry.path);
    }
  } catch (error) {
    if (error instanceof BackupError || isOfFileSystem(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${archive} está danificado (${reason}); use outra cópia`);
  }
  for (const path of expected.keys()) if (!isOfLog(path)) throw changed(archive, path);
}

/**
 * Prepares an unpacked copy as a standby or for a recovery: writes PostgreSQL's settings and its
 * signal file. Throws errors of the file system.
 */
export async function configureCopy(
  clusterDir: string,
  kind: 'standby' | 'recovery',
  settings: Readonly<Record<string, string>>,
  owner: FileOwner,
): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${quoted(value)}'\n`);
  await appendFile(join(clusterDir, 'postgresql.auto.conf'), lines.join(''));
  const signal = join(clusterDir, `${kind}.signal`);
  await writeFile(signal, '', { mode: FILE_MODE });
  if (owner) await chown(signal, owner.uid, owner.gid);
}

function quoted(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll("'", "''");
}

function unzipped(archive: string): Readable {
  const unzip = createGunzip();
  const source = createReadStream(archive).on('error', (error) => unzip.destroy(error));
  return source.pipe(unzip);
}

/** Writes a file or folder; returns the SHA-256 of its content. */
async function unpackEntry(entry: TarEntry, clusterDir: string, owner: FileOwner): Promise<string> {
  const path = join(clusterDir, insideOf(entry.path));
  const hash = createHash('sha256');
  if (entry.isFolder) {
    await makeFolder(path, owner);
    return '';
  }
  const file = await open(path, 'wx', FILE_MODE);
  try {
    for await (const chunk of entry.content) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function makeFolder(path: string, owner: FileOwner): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  await chmod(path, FOLDER_MODE);
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** A relative path that stays inside its folder. */
function insideOf(path: string): string {
  const plain = normalize(path);
  if (isAbsolute(plain) || plain.startsWith('..')) throw new Error(`the path ${path} leaves it`);
  return plain;
}

function isOfLog(path: string): boolean {
  return path.startsWith(LOG_FOLDER);
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function changed(archive: string, path: string): BackupError {
  return new BackupError(`${path} em ${archive} não confere com o manifesto; use outra cópia`);
}

/**
 * The SHA-256 of each file of a base backup, by path, from its `backup_manifest`. It has no files
 * of the log, whose records have their own checksums. Throws a BackupError when the manifest is
 * missing or was changed.
 */
async function readManifest(folder: string): Promise<Map<string, string>> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch(() => '');
  const end = text.lastIndexOf(SUM_LINE);
  try {
    const manifest = JSON.parse(text);
    const sum = createHash('sha256').update(text.slice(0, end)).digest('hex');
    if (manifest['Manifest-Checksum'] === sum) return sumsOf(manifest.Files);
  } catch {
    // It is refused below.
  }
  throw new BackupError(`${path} falta ou foi alterado; esta cópia não é confiável`);
}

function sumsOf(files: readonly Record<string, string>[]): Map<string, string> {
  return new Map(files.map((file) => [pathOf(file), file.Checksum ?? '']));
}

/** A path that is not UTF-8 stands in the manifest in hexadecimal. */
function pathOf(file: Record<string, string>): string {
  return file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
}
