import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { importsOf, readDoors } from './doors.ts';
import { JOINING_FILES, OPTIONS, USED_OPTIONS } from './rooms.ts';
import { readSources } from './source-files.ts';

const SOURCE = resolve(import.meta.dirname, '../src');
const products = readSources(SOURCE).filter(({ path }) => !path.endsWith('.test.ts'));
const doors = readDoors(SOURCE, products);

test('other rooms import only the doors that the page of a room lists', () => {
  assert.ok(doors.some(({ used }) => used.length > 30));
  const unlisted = doors.flatMap(({ room, listed, used }) =>
    used.filter((file) => !listed.includes(file)).map((file) => `${room}/${file}`),
  );
  assert.deepEqual(unlisted, []);
});

test('every listed door is imported by another room', () => {
  const needless = doors.flatMap(({ room, listed, used }) =>
    listed.filter((file) => !used.includes(file)).map((file) => `${room}/${file}`),
  );
  assert.deepEqual(needless, []);
});

test('a door is listed once', () => {
  const twice = doors.flatMap(({ listed }) =>
    listed.filter((file, index) => listed.indexOf(file) !== index),
  );
  assert.deepEqual(twice, []);
});

/** The option that a file belongs to; undefined for a file of the core. */
const optionOf = (path: string) => OPTIONS.find((option) => path.startsWith(`${option}/`));

/** The files that import files of options, by the option of the importing file. */
const importsOfOptions = products.flatMap((file) =>
  importsOf(file).flatMap((target) => {
    const [option, used] = [optionOf(file.path), optionOf(target)];
    return used === undefined || used === option ? [] : [{ path: file.path, option, target, used }];
  }),
);

test('a file of the core imports no file of an option, but for those that join both', () => {
  const ofCore = importsOfOptions.filter(({ option }) => option === undefined);
  const unexpected = ofCore.filter(({ path }) => JOINING_FILES[path] === undefined);
  assert.deepEqual(
    unexpected.map(({ path, target }) => `${path}: ${target}`),
    [],
  );
  const joining = Object.keys(JOINING_FILES);
  assert.deepEqual(
    joining.filter((path) => !ofCore.some((found) => found.path === path)),
    [],
  );
});

test('an option imports files of another one only where the list of options says so', () => {
  const pairs = importsOfOptions.flatMap(({ option, used }) =>
    option === undefined ? [] : [`${option}: ${used}`],
  );
  const listed = Object.entries(USED_OPTIONS).flatMap(([option, uses]) =>
    uses.map((used) => `${option}: ${used}`),
  );
  assert.deepEqual([...new Set(pairs)].sort(), listed.sort());
});

/** Parts of rooms that their core knows only as owners, with the files that join both. */
const OWNING_PARTS = [
  {
    room: 'charges',
    core: /^charges\/(live\/)?[^/]+\.ts$/,
    parts: /^charges\/(batches|links|locations|txids)\//,
    joining: /^charges\/(api|work|operations|owners|room)\.ts$/,
  },
  {
    room: 'payouts',
    core: /^money-out\/payouts\/[^/]+\.ts$/,
    parts: /^money-out\/payouts\/(approval|automatic|batches|beneficiaries|limits|mails)\//,
    joining: /^money-out\/payouts\/owners\.ts$/,
  },
];

for (const { room, core, parts, joining } of OWNING_PARTS) {
  test(`the core of ${room} imports none of the parts that own them`, () => {
    const files = products.filter(({ path }) => core.test(path));
    assert.ok(files.length > 20);
    const joined = files
      .filter(({ path }) => !joining.test(path))
      .flatMap(({ path, imports }) =>
        imports.filter((file) => parts.test(file)).map((file) => `${path}: ${file}`),
      );
    assert.deepEqual(joined, []);
  });
}
