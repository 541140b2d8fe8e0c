import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDoors } from './doors.ts';
import { BESIDE_THE_CORE, OF_THE_CORE, OPTIONS, ROOMS } from './rooms.ts';
import { readSources, type SourceFile } from './source-files.ts';

/**
 * `npm run house`: prints how large and how divided the code is, so that anybody can repeat the
 * numbers of a review. It judges nothing: the tests of structure do.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'gateway/src');
/** Lines that two places must share to count as written twice. */
const WINDOW_LINES = 6;
/** Where the reading of "create a charge" begins. */
const CREATE_CHARGE = 'charges/create-charges.ts';

/** The files with the methods of the SDKs; a made file says so in its first lines. */
const SDK_RESOURCES = [
  'sdk/tools/resources/*.ts',
  'sdk/typescript/src/generated/*.ts',
  'sdk/typescript/src/feed.ts',
  'sdk/python/src/pix_gateway/_resources.py',
  'sdk/php/src/Resource/*.php',
];
/** What only the SDKs say about an operation, with its line break. */
const SDK_NOTE = /^ +(?:sdkNote:(?:\s+'.*'(?: \+)?)+|isRepeatable: true),\n/gm;

const files = readSources(SOURCE).filter(({ path }) => !path.endsWith('.test.ts'));
const byPath = new Map(files.map((file) => [file.path, file]));

/** The files that a reader of one file meets, without those of the ground. */
function readingSet(start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path) || path.startsWith('ground/')) return;
    seen.add(path);
    for (const target of file.imports) visit(target);
  };
  visit(start);
  return seen;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

/** How many runs of six lines, without imports and brackets, stand in more than one place. */
function duplicatedRuns(): number {
  const places = new Map<string, number>();
  for (const { text } of files) {
    const lines = linesOf(text).filter(
      (line) => line.length > 3 && !/^(import|export \{|\}|\/\*\*|\*)/.test(line),
    );
    for (let index = 0; index + WINDOW_LINES <= lines.length; index += 1) {
      const run = lines.slice(index, index + WINDOW_LINES).join('\n');
      places.set(run, (places.get(run) ?? 0) + 1);
    }
  }
  return [...places.values()].filter((count) => count > 1).length;
}

/** How many files of the gateway, its panel included, name a word: the median and the most. */
function filesNaming(words: readonly string[]): string {
  const panel = globSync('panel/src/**/*.{ts,tsx}', { cwd: ROOT }).map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  const texts = [...files.map(({ text }) => text), ...panel];
  const counts = words.map((word) => texts.filter((text) => text.includes(word)).length);
  counts.sort((a, b) => a - b);
  return `${counts[Math.floor(counts.length / 2)]}, at most ${counts.at(-1)}`;
}

function eventTypes(): readonly string[] {
  const text = byPath.get('webhooks/webhook-event.ts')?.text ?? '';
  return [...new Set([...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([quoted]) => quoted))];
}

/** The columns of the charges, as their stores write them. */
function chargeColumns(): readonly string[] {
  const schema = readFileSync(join(ROOT, 'gateway/schema/05-charges.sql'), 'utf8');
  const created = /create table charges \(([\s\S]*?)\n\)/.exec(schema)?.[1] ?? '';
  const names = [...created.matchAll(/^\s+([a-z_]+) (?:text|bigint|uuid|timestamptz|jsonb|int)/gm)];
  return names.map(([, name = '']) => name).filter((name) => name.includes('_'));
}

/** Of the commits since the rooms exist that change code: how many stay in one room. */
function commitsInOneRoom(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (!existsSync(join(ROOT, '.git'))) return 'no history here';
  const first = git('log', '--diff-filter=A', '--format=%H', '--', 'gateway/tools/rooms.ts').trim();
  const log = git('log', '--no-merges', '--name-only', '--format=format:commit', `${first}..HEAD`);
  const commits = log
    .split(/^commit$/m)
    .map((block) => [...block.matchAll(/^gateway\/src\/([a-z-]+)\//gm)].map(([, room]) => room))
    .map((rooms) => new Set(rooms).size)
    .filter((count) => count > 0);
  const inOne = commits.filter((count) => count === 1).length;
  return `${inOne} of ${commits.length}`;
}

/** Central lists that name operations. Their content should stand at the operations. */
const LISTS_OF_OPERATIONS = [
  'gateway/src/host/http/member-access.ts',
  'gateway/src/host/http/operator-access.ts',
  'gateway/src/host/http/openapi-headers.ts',
  'gateway/src/host/reference/sdk-calls.ts',
  'sdk/tools/type-names.ts',
];

/** How many names of operations stand in central lists, and in how many lists. */
function operationsInLists(): string {
  const ids = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:operationId|id): '([a-z]+[A-Z]\w+)'/g)].map(([, id = '']) => id),
    ),
  );
  const counts = LISTS_OF_OPERATIONS.map((path) => {
    const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
    const words = text.matchAll(/^ +(\w+): |'(\w+)'/gm);
    return [...words].filter(([, key = '', word = key]) => ids.has(word)).length;
  });
  const named = counts.reduce((sum, count) => sum + count, 0);
  return `${named} in ${counts.filter((count) => count > 0).length} lists`;
}

function linesOfSdkResources(): number {
  const notes = files.flatMap(({ text }) => text.match(SDK_NOTE) ?? []);
  return globSync(SDK_RESOURCES, { cwd: ROOT })
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .filter((text) => !text.includes('Made from the OpenAPI document'))
    .concat(notes)
    .reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

/** The files outside of the rooms that take the same thing of three rooms or more. */
function listsOfRooms(): readonly string[] {
  const taken =
    /\b(start[A-Z]\w*|\w+(?:Api|Checks|Expiries|Room|Operations))\b[^;]*? from '(?:#src|\.)\/([a-z-]+)\/|import\('#src\/([a-z-]+)\/(?:(?:api|work)\.ts|commands\/)/g;
  return files
    .filter(({ path }) => !path.includes('/') || path.startsWith('host/'))
    .filter(({ text }) => {
      const rooms = [...text.matchAll(taken)].map(([, , imported, loaded]) => imported ?? loaded);
      return new Set(rooms).size >= 3;
    })
    .map(({ path }) => path);
}

/** How many statements are typed, so that a test compares them with the database. */
function typedStatements(): string {
  const count = (pattern: RegExp) =>
    files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);
  const typed = count(
    /^(?:export )?const \w+ = (?:many|maybeOne|one|countRows|run|send|sendForRows)\(/gm,
  );
  const untyped = count(
    /^ *(?:return )?(?:.*\{ )?name: ['`][^'`]+['`],\s+(?:place: .*\s+)?text: /gm,
  );
  return `${typed} of ${typed + untyped}`;
}

function unlistedDoors(): number {
  return readDoors(SOURCE, files)
    .map(({ used, listed }) => used.filter((file) => !listed.includes(file)).length)
    .reduce((sum, count) => sum + count, 0);
}

/** The files with statements about a table. */
function storesOf(table: string): number {
  const addressed = new RegExp(`\\b(?:from|into|update|join) ${table}\\b`);
  return files.filter(({ text }) => addressed.test(text)).length;
}

function wordsOf(path: string): number {
  return readFileSync(join(ROOT, path), 'utf8').split(/\s+/).filter(Boolean).length;
}

const isIn = (folders: readonly string[], path: string) =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const withoutOptions = files.filter(({ path }) => !isIn(OPTIONS, path));
const core = files.filter(({ path }) => isIn(OF_THE_CORE, path) || !isIn(BESIDE_THE_CORE, path));

/** How many options a test starts the gateway without. */
function optionsLeftOut(): string {
  const path = 'gateway/test/api/left-out-options.test.ts';
  const text = readFileSync(join(ROOT, path), 'utf8');
  const tested = OPTIONS.filter((option) => new RegExp(`^  '?${option}'?: \\[`, 'm').test(text));
  return `${tested.length} of ${OPTIONS.length}`;
}

const linesIn = (counted: readonly SourceFile[]) =>
  counted.reduce((sum, { text }) => sum + linesOf(text).length, 0);
const lines = linesIn(files);
const reading = readingSet(CREATE_CHARGE);
const readRooms = new Set([...reading].map((path) => path.split('/')[0]));
const rows: readonly (readonly [string, string | number])[] = [
  ['rooms of gateway/src', ROOMS.length],
  ['files of gateway/src without tests', files.length],
  ['lines of gateway/src without tests', lines],
  ['core: files / lines', `${core.length} / ${linesIn(core)}`],
  ['without the options: files / lines', `${withoutOptions.length} / ${linesIn(withoutOptions)}`],
  ['options that a test leaves out', optionsLeftOut()],
  ['files that name an event type (median)', filesNaming(eventTypes())],
  ['files that name a column of charges (median)', filesNaming(chargeColumns())],
  [`files behind ${CREATE_CHARGE}, without the ground`, reading.size],
  ['rooms of these files', readRooms.size],
  ['operations named in lists outside of them', operationsInLists()],
  ['hand-written lines of SDK resources, renderer and notes included', linesOfSdkResources()],
  ['lists of rooms', `${listsOfRooms().length}: ${listsOfRooms().join(', ')}`],
  ['doors of rooms', readDoors(SOURCE, files).reduce((sum, { used }) => sum + used.length, 0)],
  ['doors of rooms, unlisted', unlistedDoors()],
  ['words of README.md', wordsOf('README.md')],
  ['words of ARCHITECTURE.md', wordsOf('ARCHITECTURE.md')],
  ['statements whose types are compared with the database', typedStatements()],
  [
    'files with statements about charges / payouts',
    `${storesOf('charges')} / ${storesOf('payouts')}`,
  ],
  ['commits that stay in one room', commitsInOneRoom()],
  ['runs of six lines written twice, a thousand lines', perThousand(duplicatedRuns())],
];
for (const [name, value] of rows) console.log(`${name.padEnd(58)} ${value}`);

function perThousand(count: number): string {
  return ((count / lines) * 1_000).toFixed(1);
}
