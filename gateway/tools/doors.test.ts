import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readDoors } from './doors.ts';
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

const OPTIONS_OF_CHARGES = /^charges\/(batches|links|locations|txids|lots)\//;
/** The files that join a room with its options for the host. */
const JOINING = /^charges\/(api|work|operations|owners|room)\.ts$/;

test('the core of charges imports none of its options', () => {
  const core = products.filter(({ path }) => /^charges\/(live\/)?[^/]+\.ts$/.test(path));
  assert.ok(core.length > 40);
  const joined = core
    .filter(({ path }) => !JOINING.test(path))
    .flatMap(({ path, imports }) =>
      imports.filter((file) => OPTIONS_OF_CHARGES.test(file)).map((file) => `${path}: ${file}`),
    );
  assert.deepEqual(joined, []);
});
