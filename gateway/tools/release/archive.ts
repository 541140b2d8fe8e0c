import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packFolder } from './pack-folder.ts';
import { BUILD, sumLine } from './sums.ts';
import { versionOf } from './versions.ts';

/**
 * `npm run archive` writes the release archive of this machine's system into `build/`: everything
 * that runs a gateway, with Node and the embedded database, and its SHA-256 beside it.
 * With `--folder` it writes the same files into that folder instead, without Node and the
 * database: the content of the image.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' } } });

if (values.folder === undefined) writeArchive();
else packFolder(values.folder, { hasRuntime: false });

function writeArchive(): void {
  const name = `pix-gateway-${versionOf()}-${process.platform}-${process.arch}`;
  const folder = join(BUILD, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  packFolder(folder, { hasRuntime: true });
  const file = `${folder}.tar.gz`;
  execFileSync('tar', ['--create', '--gzip', '--file', file, '--directory', BUILD, name]);
  const line = sumLine(basename(file));
  writeFileSync(`${file}.sha256`, line);
  rmSync(folder, { recursive: true });
  console.log(`${Math.ceil(statSync(file).size / 1_000_000)} MB, sha256 ${line.trim()}`);
}
