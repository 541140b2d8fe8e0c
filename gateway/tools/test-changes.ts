import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { readMutations } from './mutations/tool/mutation.ts';

const SOURCES = [
  'gateway/{src,test,tools}/**/*.ts',
  '{bank-simulator,sdk,developer-cli,plugins}/**/*.ts',
];
const IMPORT = /(?:from|import)[ (]+'(#src\/|\.{1,2}\/)([^']+)'/g;
/** These start a gateway with all rooms. A test that imports one would depend on every source. */
const WHOLE_GATEWAY =
  /^gateway\/(src\/(host|rooms?\.ts$)|test\/support\/(gateway|gateway-process|live))\b/;
/** They read the whole project, and take seconds. */
const ALWAYS = /^gateway\/tools\//;
const TABLES = /^gateway\/(schema|migrations)\//;
/** The room and the folder in it, or the feature of the panel. */
const FEATURE = /^(?:gateway\/src|panel\/src\/features)\/(?:[\w-]+\/)?([\w-]+)\/[\w./-]+$/;

/** The paths that differ from the main branch: those of commits, and of the working tree. */
export function changedPaths(root: string): readonly string[] {
  const git = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const main = git('branch', '--all', '--format=%(refname)', '--list', 'main', 'origin/main');
  const base = main.at(-1) === undefined ? 'HEAD' : git('merge-base', 'HEAD', `${main.at(-1)}`)[0];
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', `${base}`), ...added])];
}

/**
 * Chooses the tests that a change most likely breaks, for the inner loop: those that import a
 * changed file, that a mutation of it names, whose name has the word of its folder (`payouts`), that
 * name a changed table or document, and the tests of structure. It may miss one: `npm test` runs
 * what must pass before a commit.
 */
export async function testsOfChange(
  root: string,
  tests: readonly string[],
  changed: readonly string[],
): Promise<readonly string[]> {
  const texts = new Map(
    globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).map((path) => [
      path,
      readFileSync(join(root, path), 'utf8'),
    ]),
  );
  const imports = new Map([...texts].map(([path, text]) => [path, importsIn(path, text)]));
  const mutations = (await readMutations()).filter(({ file }) => changed.includes(file));
  const ofMutations = new Set(mutations.flatMap((mutation) => mutation.tests));
  const features = changed.flatMap((path) => FEATURE.exec(path)?.[1]?.replace(/s$/, '') ?? []);
  const tables = changed
    .filter((path) => TABLES.test(path))
    .flatMap((path) => tablesOf(root, path));
  const documents = changed.filter((path) => extname(path) === '.md').map((path) => basename(path));
  const words = new RegExp(`\\b(${[...tables, ...documents].join('|') || '(?!)'})\\b`);
  return tests.filter((test) => {
    if (ALWAYS.test(test) || changed.includes(test) || ofMutations.has(test)) return true;
    if (tables.length > 0 && test.startsWith('gateway/test/database/')) return true;
    if (features.some((word) => basename(test).includes(word))) return true;
    if (words.test(texts.get(test) ?? '')) return true;
    const reached = reachedFrom(test, imports);
    return changed.some((path) => reached.has(path));
  });
}

/** The files that a file imports. */
function importsIn(path: string, text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, prefix = '', rest = '']) =>
    prefix === '#src/' ? join('gateway/src', rest) : join(dirname(path), prefix + rest),
  );
}

/** A file, the files that it imports, and those that they import. */
function reachedFrom(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const path of seen) {
    if (WHOLE_GATEWAY.test(path)) continue;
    for (const target of imports.get(path) ?? []) seen.add(target);
  }
  return seen;
}

function tablesOf(root: string, path: string): readonly string[] {
  const text = globSync(path, { cwd: root }).map((found) =>
    readFileSync(join(root, found), 'utf8'),
  );
  const names = text.join('\n').matchAll(/(?:create|alter) table (?:if not exists )?(\w+)/g);
  return [...names].map(([, name = '']) => name);
}
