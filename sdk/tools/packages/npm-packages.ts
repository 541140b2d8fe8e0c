import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildCommand } from '../../../developer-cli/build/build-command.ts';
import { buildSdk } from '../../typescript/build/build-sdk.ts';
import { type Package, readFiles } from './package-files.ts';
import { writeTar } from './tar.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'developer-cli');
const SDK = join(ROOT, 'sdk/typescript');
/** The folder of all files in an archive of npm. */
const PREFIX = 'package/';

/** Builds the packages of `pix` and of the SDK for JavaScript. They have no dependencies. */
export async function npmPackages(): Promise<readonly Package[]> {
  const built = mkdtempSync(join(tmpdir(), 'pix-gateway-packages-'));
  try {
    await buildCommand(join(built, 'command'));
    buildSdk(join(built, 'sdk'));
    return [
      packageOf(COMMAND, join(built, 'command'), ['bin/pix.js', 'README.md']),
      packageOf(SDK, join(built, 'sdk'), ['README.md']),
    ];
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

function packageOf(folder: string, built: string, patterns: readonly string[]): Package {
  const {
    scripts: _scripts,
    devDependencies: _development,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (manifest.dependencies) throw new Error(`${manifest.name} must have no dependencies`);
  const files = new Map([
    [`${PREFIX}package.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ...readFiles(folder, patterns, PREFIX),
    ...readFiles(ROOT, ['LICENSE'], PREFIX),
    ...readFiles(built, ['**/*'], `${PREFIX}dist/`),
  ]);
  const programs = Object.values<string>(manifest.bin ?? {}).map((path) => PREFIX + path);
  const content = gzipSync(writeTar(files, programs), { level: 9 });
  return { file: `${manifest.name}-${manifest.version}.tgz`, content };
}
