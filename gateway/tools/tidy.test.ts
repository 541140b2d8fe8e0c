import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import {
  BANNED_FILE_WORDS,
  COMPOSITION,
  FILE_LINES_MAX,
  LAYERS,
  LINE_LENGTH_MAX,
  OPEN_ROOT_FILES,
  PRIVATE_SUFFIXES,
  TOP_LAYER,
} from './layers.ts';

const GATEWAY = resolve(import.meta.dirname, '..');
const SOURCE = join(GATEWAY, 'src');

interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** The files of ours that it imports, relative to src. */
  readonly imports: readonly string[];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function readSources(root: string): SourceFile[] {
  return filesBelow(root).map((path) => {
    const text = readFileSync(path, 'utf8');
    const imports = [...text.matchAll(/(?:from|import) '(#src\/|\.{1,2}\/)([^']+)'/g)].map(
      ([, prefix = '', rest = '']) =>
        prefix === '#src/' ? rest : relative(root, resolve(dirname(path), prefix + rest)),
    );
    return { path: relative(root, path), text, imports };
  });
}

const sourceFiles = readSources(SOURCE);
const products = sourceFiles.filter((file) => !file.path.endsWith('.test.ts'));

function folderOf(path: string): string {
  return path.split('/')[0] ?? '';
}

test('a file imports only the folders that the table of layers allows', () => {
  const faults = products.flatMap((file) =>
    file.imports
      .filter((target) => !mayImport(folderOf(file.path), target))
      .map((target) => `${file.path} imports ${target}`),
  );
  assert.deepEqual(faults, []);
});

function mayImport(folder: string, target: string): boolean {
  if (folder.endsWith('.ts') || TOP_LAYER.includes(folder)) return true;
  if (target.startsWith('../') || OPEN_ROOT_FILES.includes(target)) return true;
  return folderOf(target) === folder || (LAYERS[folder] ?? []).includes(folderOf(target));
}

test('every folder is in the table of layers', () => {
  const folders = new Set(products.map((file) => folderOf(file.path)));
  const unknown = [...folders].filter(
    (folder) => !folder.endsWith('.ts') && !(folder in LAYERS) && !TOP_LAYER.includes(folder),
  );
  assert.deepEqual(unknown, []);
});

test('no feature imports the private files of another feature', () => {
  const faults = products.flatMap((file) =>
    file.imports
      .filter((target) => isPrivate(target) && folderOf(target) !== folderOf(file.path))
      .filter((target) => LAYERS[folderOf(target)] !== undefined && folderOf(target) !== 'platform')
      .filter(() => !COMPOSITION.includes(folderOf(file.path)))
      // The schema of a page of transactions contains those of charges, payouts and refunds.
      .filter(
        (target) => !(folderOf(file.path) === 'transactions' && target.endsWith('-schemas.ts')),
      )
      .map((target) => `${file.path} imports ${target}`),
  );
  assert.deepEqual(faults, []);
});

function isPrivate(path: string): boolean {
  const name = basename(path, '.ts');
  return PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

test('no file exports symbols of a store again', () => {
  const again = /^export [^;]*? from '[^']+-store\.ts'/m;
  const faults = products.filter(({ text }) => again.test(text)).map(({ path }) => path);
  assert.deepEqual(faults, []);
});

test('routes and schemas import no store and no rows', () => {
  const row = /^import [^;]*\b\w+Row\b[^;]* from '/m;
  const faults = products
    .filter(({ path }) => /-(routes|schemas)\.ts$/.test(path))
    .filter(
      ({ text, imports }) =>
        row.test(text) || imports.some((target) => target.endsWith('-store.ts')),
    )
    .map(({ path }) => path);
  assert.deepEqual(faults, []);
});

test('no file imports itself, directly or through other files', () => {
  assert.deepEqual(circlesOf(products), []);
});

test('no file of the bank simulator imports itself, directly or through other files', () => {
  const files = readSources(join(GATEWAY, '../bank-simulator/src'));
  assert.ok(files.length > 30);
  assert.deepEqual(circlesOf(files), []);
});

/** What `pix` shares with the gateway: code without I/O, which is built into its package. */
const SHARED_WITH_PIX =
  /^(pix|money)\/|^webhooks\/(webhook-event|delivery\/(sign-webhook|retry-schedule))\.ts$|^charges\/test-payment\.ts$|^cli\/portuguese-command\.ts$/;

test('pix imports no file of the gateway that does more than compute', () => {
  const root = join(GATEWAY, '../developer-cli/src');
  const files = readSources(root);
  const shared = files.flatMap(({ imports }) =>
    imports.flatMap((target) => target.split('../gateway/src/')[1] ?? []),
  );
  assert.ok(shared.length > 5);
  assert.deepEqual(
    shared.filter((target) => !SHARED_WITH_PIX.test(target)),
    [],
  );
  assert.deepEqual(circlesOf(files.filter(({ path }) => !path.endsWith('.test.ts'))), []);
});

function circlesOf(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) visit(target, [...trail, path]);
    done.add(path);
  }
  for (const file of files) visit(file.path, []);
  return circles;
}

test('SQL is written in stores only', () => {
  // Stores share the parts of SQL of the ledger's rules, and statements about held and stuck orders.
  const allowed =
    /-store\.ts$|^platform\/|^ledger\/ledger-check\.ts$|^banking\/(held-orders|order-resolutions)\.ts$/;
  const sql = /\b(insert into|delete from|update \w+ set|select .+ from) /;
  const faults = products.filter((file) => !allowed.test(file.path) && sql.test(file.text));
  assert.deepEqual(
    faults.map((file) => file.path),
    [],
  );
});

test('only the processes read the environment, only the clock reads the time', () => {
  const faults = products.flatMap((file) => {
    const isProcess = ['main.ts', 'cli.ts', 'cli/operator-session.ts'].includes(file.path);
    const readsEnvironment = !isProcess && /process\.env(?!\.PATH)/.test(file.text);
    const readsTime =
      !file.path.startsWith('platform/') && /Date\.now\(|new Date\(\)/.test(file.text);
    const usesChance = /Math\.random\(/.test(file.text);
    return readsEnvironment || readsTime || usesChance ? [file.path] : [];
  });
  assert.deepEqual(faults, []);
});

test('files and lines are short, and no file has a banned name', () => {
  const pix = join(GATEWAY, '../developer-cli');
  const folders = [SOURCE, join(GATEWAY, 'test'), join(pix, 'src'), join(pix, 'test')];
  const everything = folders.flatMap(filesBelow);
  const faults = everything.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    const name = relative(GATEWAY, path);
    const found: string[] = [];
    if (lines.length - 1 > FILE_LINES_MAX) found.push(`${name} has ${lines.length - 1} lines`);
    lines.forEach((line, index) => {
      // The formatter can't break the title of a test or the import of one name.
      const isUnbreakable = /^(test\(['`]|import .* from ')/.test(line);
      if (line.length > LINE_LENGTH_MAX && !isUnbreakable)
        found.push(`${name}:${index + 1} is ${line.length} wide`);
    });
    if (BANNED_FILE_WORDS.test(basename(path, '.ts'))) found.push(`${name} has a banned name`);
    return found;
  });
  assert.deepEqual(faults, []);
});

test('no comment marks unfinished work', () => {
  const leftover = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|XXX)\\b`);
  const faults = sourceFiles.filter((file) => leftover.test(file.text));
  assert.deepEqual(
    faults.map((file) => file.path),
    [],
  );
});
