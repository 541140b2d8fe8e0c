import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messagesOf } from './messages.ts';
import { type ZipEntry, zip } from './zip.ts';

const PLUGIN = resolve(import.meta.dirname, '..');
const SDK = resolve(PLUGIN, '../../sdk/php/src');
const ROOT = resolve(PLUGIN, '../..');
const SLUG = 'pix-gateway';
const FILES = [
  'pix-gateway.php',
  'autoload.php',
  'uninstall.php',
  'readme.txt',
  'src/**/*.php',
  'templates/*.php',
  'assets/*',
];

/** The files of the packed plug-in, with the PHP SDK in its folder `sdk`. */
export function packedFiles(): readonly ZipEntry[] {
  const own = globSync(FILES, { cwd: PLUGIN }).map((path) => fileOf(PLUGIN, path, path));
  const sdk = globSync('**/*.php', { cwd: SDK }).map((path) => fileOf(SDK, path, `sdk/${path}`));
  const license = fileOf(ROOT, 'LICENSE', 'LICENSE');
  const messages = Buffer.from(messagesOf(own, version()));
  const all = [...own, ...sdk, license, { path: `languages/${SLUG}.pot`, content: messages }];
  return all
    .map(({ path, content }) => ({ path: `${SLUG}/${path}`, content }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The version in the header that WordPress reads. */
export function version(): string {
  const header = readFileSync(join(PLUGIN, 'pix-gateway.php'), 'utf8');
  const [, found] = / \* Version: (\S+)/.exec(header) ?? [];
  if (found === undefined) throw new Error('pix-gateway.php has no version');
  return found;
}

function fileOf(folder: string, from: string, path: string): ZipEntry {
  return { path, content: readFileSync(join(folder, from)) };
}

if (process.argv[1] === import.meta.filename) {
  const target = join(PLUGIN, 'dist', `${SLUG}-${version()}.zip`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, zip(packedFiles()));
  console.log(target);
}
