import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { backupPaths, syncFolder } from './backup-folder.ts';

const STORED = /^([0-9A-F]{24})(\.gz)?$/;
const LABEL = /^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/;
/** PostgreSQL's `wal_segment_size`. */
export const LOG_FILE_BYTES = 16 * 1_024 * 1_024;
const TIMELINE_LENGTH = 8;
const SEGMENTS_EACH_LOG = 0x1_00n;
const GZIP_LEVEL = 1;

/** A file of PostgreSQL's log in the archive: plain as it arrives, then compressed. */
export interface ArchivedFile {
  /** Its name in PostgreSQL: timeline and position. */
  readonly name: string;
  readonly path: string;
  readonly isCompressed: boolean;
}

/** The files of the log, in the order of their names. */
export async function listArchive(backupDir: string): Promise<ArchivedFile[]> {
  const { walDir } = backupPaths(backupDir);
  const names = (await readdir(walDir).catch(() => [])).sort();
  return names.flatMap((stored) => {
    const [, name, ending] = STORED.exec(stored) ?? [];
    if (name === undefined) return [];
    return { name, path: join(walDir, stored), isCompressed: ending !== undefined };
  });
}

/** When the newest file arrived, in milliseconds since 1970; undefined for an empty archive. */
export async function lastArchivedAt(backupDir: string): Promise<number | undefined> {
  const newest = (await listArchive(backupDir)).at(-1);
  return newest && (await stat(newest.path)).mtimeMs;
}

/**
 * Compresses the files that have arrived: most of a file is empty on a quiet gateway. The plain
 * file is deleted when the compressed one is on the disk. A compressed file that is damaged is
 * replaced. Throws a BackupError when a file of the same name with another content is in the
 * archive, and errors of the file system.
 */
export async function compressArchive(backupDir: string): Promise<void> {
  const files = await listArchive(backupDir);
  const compressed = new Set(files.flatMap((file) => (file.isCompressed ? file.name : [])));
  for (const { path, name, isCompressed } of files) {
    if (isCompressed) continue;
    if (!compressed.has(name) || !(await isKept(path))) await compress(path);
    await syncFolder(dirname(path));
    await rm(path);
  }
}

async function compress(path: string): Promise<void> {
  const draft = `${path}.draft`;
  const { mtime } = await stat(path);
  const to = createWriteStream(draft, { mode: 0o600 });
  await pipeline(createReadStream(path), createGzip({ level: GZIP_LEVEL }), to);
  const file = await open(draft, 'r+');
  try {
    await file.utimes(mtime, mtime);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, `${path}.gz`);
}

/** Whether an error means that a file is damaged: truncated or changed. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'EIO';
}

/**
 * Whether the archive has this file already: after a crash the server archives its last file again.
 * False when the archived file is damaged. Throws when it has another content, because the logs of
 * two servers would be mixed.
 */
async function isKept(path: string): Promise<boolean> {
  const plain = await sumOf(createReadStream(path));
  try {
    if (plain === (await sumOf(createReadStream(`${path}.gz`), createGunzip()))) return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
  throw new BackupError(
    `${path} já está no arquivo com outro conteúdo: dois bancos usam o mesmo BACKUP_DIR`,
  );
}

async function sumOf(from: Readable, ...through: Transform[]): Promise<string> {
  const hash = createHash('sha256');
  await pipeline([from, ...through, hash]);
  return hash.digest('hex');
}

/**
 * The first file that is missing in the archive between a base backup's first file and the newest
 * one; undefined when none is. A copy can't be restored past it.
 */
export function findGap(
  files: readonly Pick<ArchivedFile, 'name'>[],
  firstWalFile: string,
): string | undefined {
  const since = positionOf(firstWalFile);
  const positions = [...new Set(files.map(({ name }) => positionOf(name)))]
    .filter((position) => position >= since)
    .sort((a, b) => (a < b ? -1 : 1));
  let expected = positions.length > 0 ? since : undefined;
  for (const position of positions) {
    if (position !== expected) return nameAt(firstWalFile, expected ?? position);
    expected = position + 1n;
  }
  return undefined;
}

/** Deletes the files that no base backup needs any more. Histories of timelines stay. */
export async function deleteArchiveBefore(backupDir: string, firstWalFile: string): Promise<void> {
  const { walDir } = backupPaths(backupDir);
  const first = positionOf(firstWalFile);
  for (const stored of await readdir(walDir)) {
    if (!STORED.test(stored) && !LABEL.test(stored)) continue;
    if (positionOf(stored) < first) await rm(join(walDir, stored), { force: true });
  }
}

/** The position of a file in the log, counted in files over all timelines. */
export function positionOf(name: string): bigint {
  const log = BigInt(`0x${name.slice(TIMELINE_LENGTH, 2 * TIMELINE_LENGTH)}`);
  const segment = BigInt(`0x${name.slice(2 * TIMELINE_LENGTH, 3 * TIMELINE_LENGTH)}`);
  return log * SEGMENTS_EACH_LOG + segment;
}

/** The name of the file at a position, on the timeline of another file. */
export function nameAt(sample: string, position: bigint): string {
  const hex = (value: bigint): string =>
    value.toString(16).toUpperCase().padStart(TIMELINE_LENGTH, '0');
  const timeline = sample.slice(0, TIMELINE_LENGTH);
  return timeline + hex(position / SEGMENTS_EACH_LOG) + hex(position % SEGMENTS_EACH_LOG);
}
