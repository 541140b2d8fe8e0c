import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
/** What `npm run build` runs (`prepare` of an install), and what Vite builds. */
const BUILDS = ['panel/build/build.ts', 'guide/build/build.ts', 'panel/vite.config.ts'];
const IMPORTED =
  /(?:from|import|resolve\(|import\() ?'((?:[.#]+|@[\w.-]+|node:|[a-z])[\w./:@-]*)'/g;

interface Locked {
  readonly dev?: boolean;
}

/** The files of the project that a build loads, with the packages that they import. */
function packagesOfBuilds(): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const open = [...BUILDS.map((path) => join(ROOT, path)), ...panelSources()];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    seen.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      if (name.startsWith('#src/')) open.push(join(ROOT, 'gateway/src', name.slice(5)));
      else if (name.startsWith('.')) open.push(resolve(dirname(file), name));
      else if (!name.startsWith('#') && !isBuiltin(name)) found.set(packageOf(name), file);
    }
  }
  return found;
}

function panelSources(): string[] {
  const folder = join(ROOT, 'panel/src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

test('an install without development packages has all that its build imports', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const builds = packagesOfBuilds();
  for (const name of [
    'typescript',
    'rolldown',
    'vite',
    'openapi-typescript',
    'fflate',
    'fastify',
  ]) {
    assert.ok(builds.has(name), name);
  }
  const missing = [...builds].filter(([name]) => {
    const folders = ['', 'panel/', 'guide/', 'gateway/'];
    const locked = folders.flatMap((folder) => packages[`${folder}node_modules/${name}`] ?? []);
    return locked.length > 0 && locked.every(({ dev }) => dev);
  });
  assert.deepEqual(missing, []);
});
