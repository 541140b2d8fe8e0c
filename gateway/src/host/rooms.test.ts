import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { NoticeKind } from '#src/bank/callback-notices.ts';
import { loadParts, ROOMS } from './rooms.ts';

const SOURCE = join(import.meta.dirname, '..');
/** The rooms that only give functions to others. */
const WITHOUT_PARTS = ['bank', 'ground'];

test('the host lists every room once', () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const listed = ROOMS.map(({ name }) => name);
  assert.deepEqual([...listed, ...WITHOUT_PARTS].sort(), folders.sort());
});

test('the host takes the routes and the work of every room that has them', () => {
  const partOf = { 'api.ts': 'api', 'work.ts': 'work', 'notices.ts': 'notices' } as const;
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
  const handlers = await loadParts(({ notices }) => notices);
  assert.deepEqual(handlers.flatMap(Object.keys).sort(), Object.keys(kinds).sort());
});

test('a command of the first level belongs to one room', () => {
  const names = ROOMS.flatMap(({ commands = [] }) => commands).flatMap(([words]) =>
    words.split(' '),
  );
  assert.equal(new Set(names).size, names.length);
});
