import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';

const MANIFEST_FILE = 'backup_manifest';
const SUM_LINE = '"Manifest-Checksum"';

/**
 * The SHA-256 of each file of a base backup, by path, out of its `backup_manifest`. Files of the
 * log are not in it: each record of the log has a checksum of its own. Throws a BackupError when
 * the manifest is missing or was changed.
 */
export async function readManifest(folder: string): Promise<Map<string, string>> {
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
