import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import {
  BANNED_FILE_WORDS,
  DOORS,
  FILE_LINES_MAX,
  FLOORS,
  LINE_LENGTH_MAX,
  OPEN_ROOT_FILES,
  PRIVATE_SUFFIXES,
  TOP,
} from './floors.ts';

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

const sourceFiles: SourceFile[] = filesBelow(SOURCE).map((path) => {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/(?:from|import) '(#src\/|\.{1,2}\/)([^']+)'/g)].map(
    ([, prefix = '', rest = '']) =>
      prefix === '#src/' ? rest : relative(SOURCE, resolve(dirname(path), prefix + rest)),
  );
  return { path: relative(SOURCE, path), text, imports };
});

const products = sourceFiles.filter((file) => !file.path.endsWith('.test.ts'));

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

test('imports go down the floors and never up', () => {
  const faults = products.flatMap((file) =>
    file.imports
      .filter((target) => !mayImport(roomOf(file.path), target))
      .map((target) => `${file.path} imports ${target}`),
  );
  assert.deepEqual(faults, []);
});

function mayImport(room: string, target: string): boolean {
  if (room.endsWith('.ts') || TOP.includes(room)) return true;
  if (target.startsWith('../') || OPEN_ROOT_FILES.includes(target)) return true;
  return roomOf(target) === room || (FLOORS[room] ?? []).includes(roomOf(target));
}

test('every room has its place in the table of floors', () => {
  const rooms = new Set(products.map((file) => roomOf(file.path)));
  const unknown = [...rooms].filter(
    (room) => !room.endsWith('.ts') && !(room in FLOORS) && !TOP.includes(room),
  );
  assert.deepEqual(unknown, []);
});

test('nobody reaches into the private files of another feature', () => {
  const faults = products.flatMap((file) =>
    file.imports
      .filter((target) => isPrivate(target) && roomOf(target) !== roomOf(file.path))
      .filter((target) => FLOORS[roomOf(target)] !== undefined && roomOf(target) !== 'platform')
      .filter(() => !DOORS.includes(roomOf(file.path)))
      // A page of transactions is described by the schemas of what stands on it.
      .filter((target) => !(roomOf(file.path) === 'transactions' && target.endsWith('-schemas.ts')))
      .map((target) => `${file.path} imports ${target}`),
  );
  assert.deepEqual(faults, []);
});

function isPrivate(path: string): boolean {
  const name = basename(path, '.ts');
  return PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

test('no file imports itself by a circle', () => {
  const byPath = new Map(products.map((file) => [file.path, file]));
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) visit(target, [...trail, path]);
    done.add(path);
  }
  for (const file of products) visit(file.path, []);
  assert.deepEqual(circles, []);
});

test('SQL stands in stores only', () => {
  // The pieces that the stores make the laws of the ledger from are shared by all of them.
  const allowed = /-store\.ts$|^platform\/|^ledger\/law\.ts$/;
  const sql = /\b(insert into|delete from|update \w+ set|select .+ from) /;
  const faults = products.filter((file) => !allowed.test(file.path) && sql.test(file.text));
  assert.deepEqual(
    faults.map((file) => file.path),
    [],
  );
});

test('the environment is read by the processes, time by the clock', () => {
  const faults = products.flatMap((file) => {
    const isProcess = ['main.ts', 'cli.ts', 'cli/operator-session.ts'].includes(file.path);
    const readsEnvironment = !isProcess && /process\.env(?!\.PATH)/.test(file.text);
    const readsTime =
      !file.path.startsWith('platform/') && /Date\.now\(|new Date\(\)/.test(file.text);
    const throwsDice = /Math\.random\(/.test(file.text);
    return readsEnvironment || readsTime || throwsDice ? [file.path] : [];
  });
  assert.deepEqual(faults, []);
});

test('files are short, lines are short, names are words', () => {
  const everything = [...filesBelow(SOURCE), ...filesBelow(join(GATEWAY, 'test'))];
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

test('nothing is left open in the code', () => {
  const leftover = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|XXX)\\b`);
  const faults = sourceFiles.filter((file) => leftover.test(file.text));
  assert.deepEqual(
    faults.map((file) => file.path),
    [],
  );
});
