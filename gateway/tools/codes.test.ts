import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import { CODES_OF_ROOMS, ROOMS } from './rooms.ts';
import { readSources } from './source-files.ts';

const SOURCE = resolve(import.meta.dirname, '../src');
const products = readSources(SOURCE).filter(({ path }) => !path.endsWith('.test.ts'));
const ORDER: readonly string[] = ROOMS;

/** The codes of each room, from its `codes.ts`. */
const codesOf = new Map<string, RoomCodes>(
  await Promise.all(
    ROOMS.map(async (room): Promise<[string, RoomCodes]> => {
      const file: Readonly<Record<string, RoomCodes>> = await import(`#src/${room}/codes.ts`);
      const [codes] = Object.values(file);
      if (codes === undefined) throw new Error(`${room}/codes.ts exports nothing`);
      return [room, codes];
    }),
  ),
);

const byKind: readonly ((codes: RoomCodes) => readonly string[])[] = [
  ({ problems }) => Object.keys(problems),
  ({ auditActions }) => auditActions,
  ({ workKinds }) => Object.keys(workKinds),
];

test('a code belongs to one room', () => {
  for (const namesOf of byKind) {
    const names = [...codesOf.values()].flatMap(namesOf);
    assert.ok(names.length > 10);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  }
});

test('a room refuses only with its own problem codes and those of lower rooms', () => {
  const owners = new Map(
    [...codesOf].flatMap(([room, { problems }]) =>
      Object.keys(problems).map((code): [string, string] => [code, room]),
    ),
  );
  const faults = products.flatMap(({ path, text }) => {
    const room = ORDER.indexOf(path.split('/')[0] ?? '');
    // An example in the API document is a use of no code.
    return [...text.replaceAll(/\bexamples: \[.*\]/g, '').matchAll(/'([a-z_]+)'/g)]
      .flatMap(([, code = '']) => owners.get(code) ?? [])
      .filter((owner) => ORDER.indexOf(owner) < room)
      .map((owner) => `${path} names a code of ${owner}`);
  });
  assert.deepEqual(faults, []);
});

test('the codes of the rooms import data alone', () => {
  const byPath = new Map(products.map((file) => [file.path, file]));
  const read = new Set<string>();
  const visit = (path: string): void => {
    if (read.has(path)) return;
    read.add(path);
    for (const target of byPath.get(path)?.imports ?? []) visit(target);
  };
  visit(CODES_OF_ROOMS);
  const allowed =
    /^(.+\/)?codes\.ts$|-problems\.ts$|^ground\/(errors\/(problem|texts\/text)|room-codes|durations|http\/language)\.ts$/;
  assert.ok(read.size > ROOMS.length);
  assert.deepEqual(
    [...read].filter((path) => !allowed.test(path)),
    [],
  );
});
