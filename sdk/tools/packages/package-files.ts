import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the SDKs. */
export function sdkVersion(): string {
  const file = join(import.meta.dirname, '../../typescript/package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** The files of a package: the content of each by its path in the archive. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

/** A package as the gateway serves it. */
export interface Package {
  /** The name of its file. */
  readonly file: string;
  readonly content: Buffer;
}

/**
 * Archives have the time of each file; a fixed one makes equal sources give equal archives. A zip has
 * the local time, so this one is local.
 */
export const ARCHIVE_TIME = new Date(2026, 0, 1);
/** The same in a tar archive, as seconds since 1970. */
export const ARCHIVE_SECONDS = Date.UTC(2026, 0, 1) / 1_000;

/** Reads the files of a folder that fit, in the order of their paths, below `prefix`. */
export function readFiles(
  folder: string,
  patterns: readonly string[],
  prefix = '',
): readonly (readonly [string, Buffer])[] {
  const found = globSync([...patterns], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return found.map((path) => {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    return [`${prefix}${name}`, readFileSync(path)];
  });
}
