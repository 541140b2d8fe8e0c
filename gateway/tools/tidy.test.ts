import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import {
  BANNED_FILE_WORDS,
  FILE_LINES_MAX,
  LINE_LENGTH_MAX,
  LIST_OF_ROOMS,
  PRIVATE_SUFFIXES,
  ROOMS,
  TYPE_OF_RECORDS,
} from './rooms.ts';
import { filesBelow, readSources, type SourceFile } from './source-files.ts';

const GATEWAY = resolve(import.meta.dirname, '..');
const SOURCE = join(GATEWAY, 'src');

const sourceFiles = readSources(SOURCE);
const products = sourceFiles.filter((file) => !file.path.endsWith('.test.ts'));

const ORDER: readonly string[] = ROOMS;

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

test('the folders of src are the rooms', () => {
  const folders = new Set(products.map(({ path }) => roomOf(path)));
  const rooms = [...folders].filter((folder) => !folder.endsWith('.ts'));
  assert.deepEqual(rooms.sort(), ROOMS.toSorted());
});

test('a room imports only lower rooms', () => {
  const faults = products
    .filter(({ path }) => path.includes('/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          (target) =>
            !target.startsWith('../') &&
            !isRecordImport(path, target) &&
            ORDER.indexOf(roomOf(target)) < ORDER.indexOf(roomOf(path)),
        )
        .map((target) => `${path} imports ${target}`),
    );
  assert.deepEqual(faults, []);
});

/** The host reads the records, the ground their codes, and a record has the type of all. */
function isRecordImport(path: string, target: string): boolean {
  if (target === LIST_OF_ROOMS) return ['host', 'ground'].includes(roomOf(path));
  return target === TYPE_OF_RECORDS && (roomOf(path) === 'host' || basename(path) === 'room.ts');
}

test('only the list of rooms imports the record of a room', () => {
  const faults = products
    .filter(({ path }) => path !== LIST_OF_ROOMS)
    .filter(({ imports }) => imports.some((target) => target.endsWith('/room.ts')))
    .map(({ path }) => path);
  assert.deepEqual(faults, []);
});

test('an import of another room begins with #src, one of the own room does not', () => {
  const faults = products
    .filter(({ path }) => path.includes('/'))
    .flatMap(({ path, text }) => {
      const room = roomOf(path);
      const own = text.includes(`from '#src/${room}/`);
      const relatives = [...text.matchAll(/(?:from|import) '(\.{1,2}\/[^']+\.ts)'/g)].map(
        ([, target = '']) => relative(SOURCE, resolve(SOURCE, dirname(path), target)),
      );
      return own || relatives.some((target) => roomOf(target) !== room) ? [path] : [];
    });
  assert.deepEqual(faults, []);
});

test('no room imports the private files of another room', () => {
  const faults = products.flatMap((file) =>
    file.imports
      .filter((target) => isPrivate(target) && roomOf(target) !== roomOf(file.path))
      .filter((target) => roomOf(target) !== 'ground')
      // Pages of transactions and customers, and the API's document, contain the schemas of other rooms.
      .filter(
        (target) =>
          !(
            /^(reports\/(customers|transactions)\/|host\/http\/openapi\.ts)/.test(file.path) &&
            target.endsWith('-schemas.ts')
          ),
      )
      .map((target) => `${file.path} imports ${target}`),
  );
  assert.deepEqual(faults, []);
});

function isPrivate(path: string): boolean {
  const name = basename(path, '.ts');
  return PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

test('only a file of reads exports statements of a store again', () => {
  const again = /^export [^;]*? from '[^']+-store\.ts'/m;
  const faults = products
    .filter(({ path, text }) => again.test(text) && !/\/(read|find)-[^/]+$/.test(path))
    .map(({ path }) => path);
  assert.deepEqual(faults, []);
});

test('schemas import no store and no rows', () => {
  const row = /^import [^;]*\b\w+Row\b[^;]* from '/m;
  const faults = products
    .filter(({ path }) => path.endsWith('-schemas.ts'))
    .filter(
      ({ text, imports }) =>
        row.test(text) || imports.some((target) => target.endsWith('-store.ts')),
    )
    .map(({ path }) => path);
  assert.deepEqual(faults, []);
});

test('no file imports itself, directly or through other files', () => {
  // The ground reads the codes of the rooms above it: records load data alone (rooms.test.ts).
  const files = products.map((file) =>
    roomOf(file.path) === 'ground'
      ? { ...file, imports: file.imports.filter((target) => target !== LIST_OF_ROOMS) }
      : file,
  );
  assert.deepEqual(circlesOf(files), []);
});

test('no file of the bank simulator imports itself, directly or through other files', () => {
  const files = readSources(join(GATEWAY, '../bank-simulator/src'));
  assert.ok(files.length > 30);
  assert.deepEqual(circlesOf(files), []);
});

/** What `pix` shares with the gateway: code without I/O, which is built into its package. */
const SHARED_WITH_PIX =
  /^ground\/(pix|money)\/|^webhooks\/(webhook-event|webhook-secret|delivery\/(sign-webhook|retry-schedule))\.ts$|^charges\/(test-scenarios|due\/(due-rules|typed-rule))\.ts$|^host\/cli\/portuguese-command\.ts$/;
/** What `pix exam-bank` shares: the exam itself, and how the variables of a bank are read. */
const EXAM_OF_PIX = /^bank\/exam\/examine-bank\.ts$|^ground\/config\/(read-)?bank-config\.ts$/;

test('pix imports of the gateway only what computes, and the exam of a bank', () => {
  const root = join(GATEWAY, '../developer-cli/src');
  const files = readSources(root);
  const shared = files.flatMap(({ imports }) =>
    imports.flatMap((target) => target.split('../gateway/src/')[1] ?? []),
  );
  assert.ok(shared.length > 5);
  assert.deepEqual(
    shared.filter((target) => !SHARED_WITH_PIX.test(target) && !EXAM_OF_PIX.test(target)),
    [],
  );
  assert.deepEqual(circlesOf(files.filter(({ path }) => !path.endsWith('.test.ts'))), []);
});

// Its type check knows this function, because it reads types of the gateway, whose Node is newer.
test('the built pix calls nothing that Node 20 lacks', () => {
  const bundle = readFileSync(join(GATEWAY, '../developer-cli/dist/pix.js'), 'utf8');
  assert.ok(!bundle.includes('withResolvers'));
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
  // Stores share the parts of SQL of the ledger's rules, and statements about orders.
  const allowed =
    /-store\.ts$|^ground\/|^ledger\/ledger-check\.ts$|^bank\/orders\/order-statements\.ts$/;
  const sql = /\b(insert into|delete from|update \w+ set|select .+ from) /;
  const faults = products.filter((file) => !allowed.test(file.path) && sql.test(file.text));
  assert.deepEqual(
    faults.map((file) => file.path),
    [],
  );
});

test('only the processes read the environment, only the clock reads the time', () => {
  const faults = products.flatMap((file) => {
    const isProcess = ['main.ts', 'cli.ts'].includes(file.path);
    const readsEnvironment = !isProcess && /process\.env(?!\.PATH)/.test(file.text);
    const readsTime =
      !file.path.startsWith('ground/') && /Date\.now\(|new Date\(\)/.test(file.text);
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

test('each file that may have a function above the limit of complexity has one', () => {
  const project = join(GATEWAY, '..');
  const config = JSON.parse(readFileSync(join(project, 'biome.json'), 'utf8'));
  const rule = 'noExcessiveCognitiveComplexity';
  const [{ includes }] = config.overrides;
  const folder = mkdtempSync(join(tmpdir(), 'biome-'));
  const rules = { preset: 'none', complexity: { [rule]: config.linter.rules.complexity[rule] } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter: { rules } }));
  const { stdout } = spawnSync(
    join(project, 'node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none', `--config-path=${folder}`, ...includes],
    { cwd: project, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  const diagnostics: readonly { location: { path: string } }[] = JSON.parse(stdout).diagnostics;
  const found = diagnostics.map(({ location }) => location.path);
  assert.deepEqual([...new Set(found)].sort(), includes.toSorted());
});
