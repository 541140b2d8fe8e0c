import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGE = 'sdk/typescript';
const TYPESCRIPT = join(ROOT, PACKAGE);

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
  const name = execFileSync('npm', pack, { ...OPTIONS, cwd: copyOfPackage() }).trim();
  const tarball = join(folder, name.split('\n').at(-1) ?? '');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball];
  execFileSync('npm', install, { ...OPTIONS, cwd: folder });
  installed = folder;
  return folder;
}

/** Files of tests that run side by side pack the SDK, and its build empties its folder `dist`. */
function copyOfPackage(): string {
  const root = emptyFolder();
  const copy = join(root, PACKAGE);
  cpSync(TYPESCRIPT, copy, {
    recursive: true,
    filter: (source) => source !== join(TYPESCRIPT, 'dist'),
  });
  cpSync(join(ROOT, 'tsconfig.json'), join(root, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return copy;
}

/** The driver of the specification as a program that uses the packed SDK, without types. */
export function packedDriver(): string {
  const source = readFileSync(join(TYPESCRIPT, 'test/driver.ts'), 'utf8');
  const file = join(folderWithSdk(), 'driver.mjs');
  const program = stripTypeScriptTypes(source).replace('../src/index.ts', 'pix-gateway-sdk');
  writeFileSync(file, program);
  return file;
}
