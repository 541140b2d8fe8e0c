import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TYPESCRIPT = join(import.meta.dirname, '../../typescript');

/** A folder outside of the project, until the process ends: several files may share it. */
export const FOLDER = mkdtempSync(join(tmpdir(), 'pix-gateway-sdk-'));
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

const OPTIONS = { encoding: 'utf8', stdio: 'pipe' } as const;

/** An empty folder outside of the project. */
export function emptyFolder(): string {
  return mkdtempSync(join(FOLDER, 'empty-'));
}

let installed: string | undefined;

/** A folder with nothing but the TypeScript SDK, packed and installed without a network. */
export function folderWithSdk(): string {
  if (installed !== undefined) return installed;
  const folder = emptyFolder();
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', pack, { ...OPTIONS, cwd: TYPESCRIPT }).trim();
  const tarball = join(folder, name.split('\n').at(-1) ?? '');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball];
  execFileSync('npm', install, { ...OPTIONS, cwd: folder });
  installed = folder;
  return folder;
}

/** The driver of the specification as a program that uses the packed SDK, without types. */
export function packedDriver(): string {
  const source = readFileSync(join(TYPESCRIPT, 'test/driver.ts'), 'utf8');
  const file = join(folderWithSdk(), 'driver.mjs');
  const program = stripTypeScriptTypes(source).replace('../src/index.ts', 'pix-gateway-sdk');
  writeFileSync(file, program);
  return file;
}
