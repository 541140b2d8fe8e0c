import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = join(import.meta.dirname, '..');
const runFile = promisify(execFile);

/** `pix` as users get it: packed, and installed in an empty folder. */
export interface Installed {
  /** The command that `npm install` linked. */
  readonly command: string;
  readonly folder: string;
  remove(): void;
}

/** Packs the package and installs it without a network. */
export async function installPackage(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-package-'));
  const npm = (...words: string[]) => runFile('npm', words, { cwd: folder, env: npmEnvironment() });
  await npm('pack', '--silent', '--pack-destination', folder, PACKAGE);
  const { name, version } = (await import('../package.json', { with: { type: 'json' } })).default;
  const archive = join(folder, `${name}-${version}.tgz`);
  await npm('install', '--offline', '--no-audit', '--no-fund', '--silent', archive);
  return {
    command: join(folder, 'node_modules/.bin/pix'),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Without the variables of the npm that runs the tests. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  return Object.fromEntries(own);
}
