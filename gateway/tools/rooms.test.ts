import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { NoticeKind } from '#src/bank/callback-notices.ts';
import { givenList } from '#src/ground/given-list.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import { chargeOwnersOf } from '#src/host/bootstrap.ts';
import { givePayoutOwners } from '#src/money-out/payouts/payout-owner.ts';
import { loadParts, ROOMS } from '#src/rooms.ts';
import { ROOMS as LAYERS, LIST_OF_ROOMS } from './rooms.ts';
import { importsIn, readSources, type SourceFile } from './source-files.ts';

const SOURCE = resolve(import.meta.dirname, '../src');
const products = readSources(SOURCE).filter(({ path }) => !path.endsWith('.test.ts'));
const ORDER: readonly string[] = LAYERS;

const codesOf = new Map(ROOMS.map(({ name, codes }): [string, RoomCodes] => [name, codes]));

const byKind: readonly ((codes: RoomCodes) => readonly string[])[] = [
  ({ problems }) => Object.keys(problems),
  ({ auditActions }) => auditActions,
  ({ workKinds }) => Object.keys(workKinds),
];

test('every folder is one room of the list, and an option has a folder in its room', () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const names = ROOMS.map(({ name }) => name);
  assert.deepEqual(names.filter((name) => !name.includes('/')).sort(), folders.sort());
  assert.deepEqual(
    names.filter((name) => !existsSync(join(SOURCE, name))),
    [],
  );
});

test('the record of a room names each of its parts', () => {
  const partOf = {
    'api.ts': 'api',
    'operations.ts': 'operations',
    'work.ts': 'work',
    'notices.ts': 'notices',
  } as const;
  const missing = ROOMS.filter(({ name }) => name !== 'host').flatMap((room) =>
    readdirSync(join(SOURCE, room.name)).filter((file) => {
      const part = Object.entries(partOf).find(([name]) => name === file)?.[1];
      return part !== undefined && room[part] === undefined;
    }),
  );
  assert.deepEqual(missing, []);
});

test('each kind of notice in a call-back of the bank is handled by one room', async () => {
  const kinds: Record<NoticeKind, true> = {
    payout: true,
    refund: true,
    recurrence: true,
    cycle: true,
  };
  const handlers = await loadParts(ROOMS, ({ notices }) => notices);
  assert.deepEqual(handlers.flatMap(Object.keys).sort(), Object.keys(kinds).sort());
});

test('lines of batches and pieces of links are claimed before txids and locations', async () => {
  const owners = await chargeOwnersOf(ROOMS);
  const names = owners.filter(({ claim }) => claim).map(({ name }) => name);
  assert.deepEqual(names, ['batches', 'links', 'txids', 'locations']);
});

test('limits and saved beneficiaries own every payout, in the order of their locks', async () => {
  const owners = await loadParts(ROOMS, ({ payoutOwners }) => payoutOwners);
  const names = ['limits', 'beneficiaries', 'approval', 'mails', 'automatic', 'batches'];
  assert.deepEqual(
    owners.flat().map(({ name }) => name),
    names,
  );
});

test('payouts refuse owners without a rule that holds money back, or with another order', async () => {
  const given = (await loadParts(ROOMS, ({ payoutOwners }) => payoutOwners)).flat();
  for (const owners of [given.slice(1), given.toReversed()]) {
    assert.throws(() => givePayoutOwners(owners), /the rules of payouts are limits/);
  }
});

test('a core whose owners were not given refuses to work, instead of working without limits', () => {
  const owners = givenList<string>('owners');
  assert.throws(owners.read, /owners were not given/);
  owners.give([]);
  assert.throws(owners.read, /owners were not given/);
});

test('a command of the first level belongs to one room', () => {
  const names = ROOMS.flatMap(({ commands = [] }) => commands).flatMap(([words]) =>
    words.split(' '),
  );
  assert.equal(new Set(names).size, names.length);
});

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
      Object.keys(problems).map((code): [string, string] => [code, room.split('/')[0] ?? '']),
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

test('the records of the rooms import data alone, and load only files of their rooms', () => {
  const byPath = new Map(products.map((file) => [file.path, file]));
  const read = new Set<string>();
  const visit = (path: string): void => {
    if (read.has(path)) return;
    read.add(path);
    for (const target of runtimeImportsOf(byPath.get(path))) visit(target);
  };
  visit(LIST_OF_ROOMS);
  const allowed =
    /^rooms\.ts$|\/room\.ts$|-problems\.ts$|^ground\/(errors\/(problem|texts\/text)|durations)\.ts$/;
  assert.ok(read.size > ROOMS.length);
  assert.deepEqual(
    [...read].filter((path) => !allowed.test(path)),
    [],
  );
  const loaded = [...read].flatMap((path) => [
    ...(byPath.get(path)?.text ?? '').matchAll(/\bimport\('([^']+)'\)/g),
  ]);
  assert.ok(loaded.length > ROOMS.length);
  assert.deepEqual(
    loaded.map(([, target = '']) => target).filter((target) => !target.startsWith('./')),
    [],
  );
});

/** The files that a file imports when it runs: imports of types are erased. */
function runtimeImportsOf(file: SourceFile | undefined): readonly string[] {
  if (file === undefined) return [];
  const values = file.text.replaceAll(/^import type [^;]*;$/gm, '');
  return importsIn(file.path, values);
}
