import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import type { Command } from 'commander';
import { loadConfig } from '#src/ground/config/config.ts';
import { problems } from '#src/ground/errors/problems.ts';
import { buildProgram } from '#src/host/cli/program.ts';
import type { ApiDocument } from '#src/host/reference/api-document.ts';
import { ALERT_RULES } from '#src/messages/alerts/operator-alert.ts';
import {
  ATTEMPTS_MAX,
  PAUSES_MS,
  SANDBOX_ATTEMPTS_MAX,
} from '#src/webhooks/delivery/retry-schedule.ts';
import type { OpenApiDocument } from '../test/support/documented-answers.ts';
import { bankVariables, startLiveGateway } from '../test/support/live.ts';
import { withErrorTables } from './error-tables.ts';
import { withEventTable } from './event-table.ts';
import { anchorsOf, codesOf, linksOf, type Table, tablesOf } from './markdown.ts';
import { OPTIONS, ROOMS } from './rooms.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OPERATING = 'docs/operating/README.md';
const CONFIGURATION = 'docs/operating/configuration.md';
const GOING_LIVE = 'docs/operating/going-live.md';
const ERRORS = 'docs/guia/erros.md';
const EVENTS = 'docs/guia/webhooks.md';
const IDEMPOTENCY = 'docs/guia/idempotencia.md';
const GLOSSARY = 'docs/glossary.md';

const live = await startLiveGateway({ after });

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The pages of the project, seen from its root. */
function pages(): readonly string[] {
  const patterns = [
    '*.md',
    '.github/*.md',
    'docs/**/*.md',
    '*/README.md',
    'gateway/src/*/README.md',
  ];
  return globSync(patterns, { cwd: ROOT });
}

/** The tables of a page whose head begins with these words. */
function tables(path: string, ...head: string[]): readonly Table[] {
  const found = tablesOf(read(path)).filter((table) =>
    head.every((word, index) => table.head[index] === word),
  );
  assert.ok(found.length > 0, `${path} has no table ${head.join(' | ')}`);
  return found;
}

function rows(path: string, ...head: string[]): readonly (readonly string[])[] {
  return tables(path, ...head).flatMap((table) => table.rows);
}

/** The commands that can be run, by their words: `incoming-payment collect`. */
function commandsOf(parent: Command, path: readonly string[] = []): ReadonlyMap<string, Command> {
  const found = parent.commands.flatMap((command) => {
    const words = [...path, command.name()];
    const below = [...commandsOf(command, words)];
    return below.length > 0 ? below : [[words.join(' '), command] as const];
  });
  return new Map(found);
}

test('the operating notes list every command with its arguments and options, and no other', async () => {
  const program = await buildProgram();
  const usages = [...commandsOf(program)].map(([path, command]) => usageOf(path, command));
  const listed = rows(OPERATING, 'command').map(([cell = '']) => codesOf(cell)[0] ?? '');
  assert.deepEqual(listed, usages);
});

/** A command as the notes write it: arguments, then options, the optional ones in brackets. */
function usageOf(path: string, command: Command): string {
  const words = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const options = command.options.map(({ mandatory, flags }) => (mandatory ? flags : `[${flags}]`));
  return [path, ...words, ...options].join(' ');
}

test('every command that a page shows exists', async () => {
  const paths = [...commandsOf(await buildProgram()).keys()];
  const groups = new Set(paths.map((path) => path.split(' ')[0]));
  const shown = pages().flatMap((page) => {
    const text = read(page);
    const typed = [...text.matchAll(/cli -- ([a-z][^`#\n]*)/g)].map(([, usage = '']) => usage);
    const named = codesOf(text).filter((code) => /^[a-z-]+ [a-z-]+(?: |$)/.test(code));
    return [...typed, ...named.filter((code) => groups.has(code.split(' ')[0]))];
  });
  assert.ok(shown.length > paths.length);
  assert.deepEqual(
    shown.filter((usage) => !paths.some((path) => `${usage} `.startsWith(`${path} `))),
    [],
  );
});

test('the guide lists every error with its status and its message, those of the API apart', async () => {
  const { body } = await live.gateway.call<ApiDocument>('GET', '/openapi.json');
  const hint = 'an error has changed: run `npm run -s docs:errors` and commit docs/guia/erros.md';
  const page = read(ERRORS);
  assert.equal(page, withErrorTables(page, body), hint);
  const [api, others, ...more] = tables(ERRORS, 'status', 'code');
  assert.equal(more.length, 0);
  assert.ok(api && api.rows.length > 30);
  const listed = [api, others].flatMap((table) => table?.rows.map(([, code = '']) => code) ?? []);
  assert.deepEqual(
    listed.sort(),
    Object.keys(problems)
      .map((code) => `\`${code}\``)
      .sort(),
  );
});

test('the guide lists the operations that take an idempotency key, and no other', async () => {
  const { body } = await live.gateway.call<OpenApiDocument>('GET', '/openapi.json');
  const keyed = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) =>
        parameters.some(({ name }) => name === 'Idempotency-Key'),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const listed = rows(IDEMPOTENCY, 'operação').map(([operation = '']) => codesOf(operation)[0]);
  assert.deepEqual(listed.toSorted(), keyed.toSorted());
});

test('the guide lists every event with its meaning, and no other', () => {
  const page = read(EVENTS);
  assert.equal(page, withEventTable(page), 'run npm run -s docs:events');
});

test('the guide states the retry schedule of webhooks that the code follows', () => {
  const [, pauses = '', attempts, sandboxAttempts] =
    /pausas crescentes \(([^)]+)\) por cerca de três dias, (\d+) vezes. No sandbox, (\d+)\s/.exec(
      read(EVENTS),
    ) ?? [];
  const stated = [...pauses.matchAll(/(\d+) (s|min|h)\b/g)].map(
    ([, count, unit = '']) => Number(count) * ({ s: 1_000, min: 60_000, h: 3_600_000 }[unit] ?? 0),
  );
  assert.deepEqual(stated, [...PAUSES_MS.slice(0, 3), PAUSES_MS.at(-1)]);
  assert.deepEqual(
    [Number(attempts), Number(sandboxAttempts)],
    [ATTEMPTS_MAX, SANDBOX_ATTEMPTS_MAX],
  );
});

test('the tables of variables name every variable that is read, and no other', async () => {
  const readNames = new Set<string>();
  const env = new Proxy(await bankVariables({ after }, live.bank), {
    get(target, name) {
      readNames.add(String(name));
      return Reflect.get(target, name);
    },
  });
  loadConfig(env);
  const cells = [...rows(CONFIGURATION, 'variable'), ...rows(GOING_LIVE, 'variable')];
  const listed = cells.flatMap(([cell = '']) => codesOf(cell));
  // The page of configuration links the other page for PROVIDER_*.
  const names = new Set(listed.filter((name) => name !== 'PROVIDER_*'));
  assert.deepEqual([...names].sort(), [...readNames].sort());
});

test('the operating notes list every metric, and name none that does not exist', async () => {
  const { text } = await live.gateway.call('GET', '/metrics');
  const seen = [...text.matchAll(/^# TYPE (pix_gateway_\S+)/gm)].map(([, name = '']) => name);
  // This gateway has no BACKUP_DIR.
  const registered = [...seen, ALERT_RULES.backup_old.metric];
  const listed = rows(OPERATING, 'metric', 'labels').flatMap(([cell = '']) => codesOf(cell));
  assert.deepEqual([...listed].sort(), registered.sort());
  const mentioned = [OPERATING, GOING_LIVE]
    .flatMap((path) => codesOf(read(path)))
    .flatMap((code) => code.match(/^pix_gateway_\w+/) ?? [])
    .filter((name) => !/^pix_gateway(_owner|_runtime)?$/.test(name));
  const unknown = mentioned.filter((name) => !registered.includes(name.replace(/_count$/, '')));
  assert.deepEqual(unknown, []);
});

test('the bank simulator’s page names every variable that it reads, and no other', () => {
  const listed = rows('bank-simulator/README.md', 'variable').flatMap(([cell = '']) =>
    codesOf(cell),
  );
  const readNames = new Set(read('bank-simulator/src/main.ts').match(/BANK_[A-Z_]+/g));
  assert.deepEqual([...listed].sort(), [...readNames].sort());
});

test('every link of a page leads to a file and heading, and every file that a page names exists', () => {
  const faults = pages().flatMap((page) => {
    const text = read(page);
    const links = linksOf(text).filter((link) => !leadsSomewhere(page, link));
    const files = codesOf(text)
      .filter((code) => /^[\w.-][\w./-]*\/[\w.-]+\.(ts|tsx|sql|md|json)$/.test(code))
      .filter((file) => !isFile(file) && !existsSync(join(ROOT, dirname(page), file)));
    return [...links, ...files].map((name) => `${page}: ${name}`);
  });
  assert.deepEqual(faults, []);
});

test('ARCHITECTURE.md has a row for every folder and file at the top of the source', () => {
  const cells = rows('ARCHITECTURE.md', 'folder or file').flatMap(([cell = '']) => codesOf(cell));
  const source = join(ROOT, 'gateway/src');
  const entries = readdirSync(source, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  assert.deepEqual(
    names.filter((name) => !cells.includes(name)),
    [],
  );
  const missing = cells.filter((cell) => !existsSync(join(ROOT, cell)) && !isFile(cell));
  assert.deepEqual(missing, []);
});

test('every file that ARCHITECTURE.md or a room’s page names exists at exactly that path', () => {
  const named = ['ARCHITECTURE.md', ...ROOMS.map(pageOf)].flatMap((page) => {
    const places = ['.', 'gateway/src', dirname(page)];
    const files = codesOf(read(page)).filter((code) => /^[\w./-]+\.tsx?$/.test(code));
    return files.map((file) => ({ page, file, places }));
  });
  assert.ok(named.length > 120, `${named.length} files`);
  const missing = named.filter(
    ({ file, places }) => !places.some((place) => existsSync(join(ROOT, place, file))),
  );
  assert.deepEqual(
    missing.map(({ page, file }) => `${page}: ${file}`),
    [],
  );
});

test('ARCHITECTURE.md has at most 2,000 words, and the page of a room at most 40 lines and its doors', () => {
  const words = read('ARCHITECTURE.md')
    .split(/\s+/)
    .filter((word) => word !== '');
  assert.ok(words.length <= 2_000, `${words.length} words`);
  const withoutDoors = (page: string) => page.replace(/^```doors\n[\s\S]*?^```\n\n/m, '');
  const long = ROOMS.filter(
    (room) =>
      withoutDoors(read(pageOf(room)))
        .trimEnd()
        .split('\n').length > 40,
  );
  assert.deepEqual(long, []);
});

test('ARCHITECTURE.md lists the rooms in their order, and its drawing has them with arrows down', () => {
  const cells = rows('ARCHITECTURE.md', 'folder or file').flatMap(([cell = '']) => codesOf(cell));
  const listed = cells.filter((cell) => ROOMS.some((room) => cell === `${room}/`));
  assert.deepEqual(
    listed,
    ROOMS.map((room) => `${room}/`),
  );
  const [, drawing = ''] =
    /```mermaid\nflowchart TD\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];
  const drawnLines = drawing.split('\n');
  const dotted = drawnLines.flatMap((line) => {
    const [room = '', options] = line.split('-.-');
    return options === undefined ? [] : pairs(room.trim(), namesOf(options));
  });
  const isOption = (option: string, [room = '', name = '']: readonly string[]): boolean =>
    option === name ||
    (option.startsWith(`${room}/`) && option.replaceAll('/', '-').endsWith(`-${name}`));
  assert.deepEqual(
    OPTIONS.filter((option) => !dotted.some((line) => isOption(option, line))),
    [],
  );
  assert.equal(dotted.length, OPTIONS.length);
  const chains = drawnLines
    .filter((line) => !line.includes('-.-'))
    .map((line) => line.split('-->').map(namesOf));
  const drawn = new Set(chains.flat(2));
  const options: readonly string[] = OPTIONS;
  const inCore = ROOMS.filter((room) => !options.includes(room));
  assert.deepEqual([...drawn].sort(), [...inCore].sort());
  const toRooms = dotted.filter(([, name = '']) => options.includes(name));
  const ofCore = chains.flatMap((chain) =>
    chain.slice(1).flatMap((to, index) => (chain[index] ?? []).flatMap((from) => pairs(from, to))),
  );
  const order: readonly string[] = ROOMS;
  assert.deepEqual(
    [...ofCore, ...toRooms].filter(
      ([from = '', to = '']) => order.indexOf(from) >= order.indexOf(to),
    ),
    [],
  );
});

/** The rooms between two arrows of a drawing: `ledger & bank`. */
function namesOf(part: string): readonly string[] {
  return part.split('&').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function pairs(from: string, to: readonly string[]): readonly (readonly string[])[] {
  return to.map((room) => [from, room]);
}

function pageOf(room: string): string {
  return `gateway/src/${room}/README.md`;
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : join(dirname(page), file);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

/** Pages name files as seen from one of these folders. */
const PLACES = ['.', 'gateway', 'gateway/src', 'panel', 'panel/src'];

test('the glossary explains each term once, and the code uses the words that it names', () => {
  const terms = rows(GLOSSARY, 'term', 'em português', 'meaning', 'in code');
  const faults = terms.filter((cells) => cells.slice(0, 3).some((cell) => cell === ''));
  assert.deepEqual(faults, []);
  const names = terms.map(([term]) => term);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  const words = new Set(codeTexts().flatMap((text) => text.match(/[\w$.-]*\w/g) ?? []));
  const parts = new Set([...words].flatMap((word) => word.split(/[.-]/)));
  const missing = terms
    .flatMap(([, , , cell = '']) => codesOf(cell))
    .filter((code) => !(code.includes('/') ? isFile(code) : words.has(code) || parts.has(code)));
  assert.deepEqual(missing, []);
});

const COMMENT_LINES = /^\s*(\/\/|\/?\*|--).*$/gm;

/** The texts of the program itself, without tests and comments. */
function codeTexts(): readonly string[] {
  const places = ['gateway/src/**/*.ts', 'gateway/schema/*.sql', 'panel/src/**/*.{ts,tsx}'];
  const files = globSync(places, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  return files.map((file) => read(file).replace(COMMENT_LINES, ''));
}

function isFile(name: string): boolean {
  return PLACES.some((place) => existsSync(join(ROOT, place, name)));
}
