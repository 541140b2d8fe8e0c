import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { dependenciesOf, FINISHED, findOutdated } from './outdated.ts';

/** Answers of npm's registry, without the fields that the command doesn't read. */
const RECORDED: Readonly<Record<string, object>> = {
  '/pg': {
    'dist-tags': { latest: '8.23.1' },
    time: {
      created: '2010-12-19T14:36:53.413Z',
      modified: '2026-10-20T09:00:00.000Z',
      '7.18.2': '2020-02-20T15:57:23.474Z',
      '8.22.0': '2026-07-01T10:00:00.000Z',
      '8.23.0': '2026-10-01T10:00:00.000Z',
      '8.23.1': '2026-10-20T09:00:00.000Z',
      '9.0.0-beta.1': '2026-10-01T10:00:00.000Z',
    },
  },
  '/@fastify%2fstatic': {
    'dist-tags': { latest: '10.1.12' },
    time: { '10.1.11': '2026-10-30T10:00:00.000Z', '10.1.12': '2026-11-20T10:00:00.000Z' },
  },
  '/qrcode': {
    'dist-tags': { latest: '1.5.4' },
    // A mirror has copied an older version later.
    time: { '1.5.0': '2026-11-07T08:02:22.152Z', '1.5.4': '2024-08-05T23:27:47.221Z' },
  },
  '/jsqr': { 'dist-tags': { latest: '1.4.0' }, time: { '1.4.0': '2021-04-16T20:25:12.000Z' } },
  '/pngjs': { 'dist-tags': { latest: '7.0.1' }, time: { '7.0.1': '2026-11-01T10:00:00.000Z' } },
};
const now = Date.parse('2026-11-29T12:00:00Z');

const registry = createServer((request, response) => {
  const answer = RECORDED[request.url ?? ''];
  response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
}).listen(0, '127.0.0.1');
await once(registry, 'listening');
after(() => registry.close());
const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;

async function findingsOf(name: string, version: string) {
  const findings = await findOutdated([{ name, version }], { url, now });
  return findings.map(({ text, isFault }) => [isFault, text]);
}

test('a dependency of security that is behind within its major version for over a month is a fault', async () => {
  assert.deepEqual(await findingsOf('pg', '8.22.0'), [
    [true, 'pg 8.22.0: 8.23.1 is out; behind for 59 days'],
  ]);
  assert.deepEqual(await findingsOf('@fastify/static', '10.1.11'), [
    [false, '@fastify/static 10.1.11: 10.1.12 is out; behind for 9 days'],
  ]);
  assert.deepEqual(await findingsOf('pg', '8.23.1'), []);
  assert.deepEqual(await findingsOf('pg', '7.18.2'), []);
});

test('a dependency whose latest version is older than a year is a fault, unless a reason is written', async () => {
  assert.deepEqual(await findingsOf('qrcode', '1.5.4'), [
    [true, 'qrcode: no release for 845 days (1.5.4)'],
  ]);
  assert.deepEqual(await findingsOf('jsqr', '1.4.0'), [
    [false, `jsqr: no release for 2052 days (1.4.0): ${FINISHED.jsqr}`],
  ]);
  const [fresh] = await findingsOf('pngjs', '7.0.1');
  assert.deepEqual(fresh, [false, 'pngjs: 7.0.1 is new; take it out of FINISHED']);
});

test('a name that the registry does not know ends the command', async () => {
  await assert.rejects(findingsOf('no-such', '1.0.0'), /answered 404 about no-such/);
});

test('every dependency of each workspace is asked about once, in its installed version', () => {
  const found = dependenciesOf({
    packages: {
      '': { dependencies: { a: '^1.0.0' } },
      gateway: { dependencies: { a: '^1.0.0', own: '0.3.0' }, devDependencies: { b: '^2.0.0' } },
      panel: { dependencies: { b: '^1.0.0' } },
      'node_modules/a': { version: '1.2.3', dependencies: { c: '^1.0.0' } },
      'node_modules/b': { version: '2.0.1' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/own': { version: '0.3.0', link: true },
      'panel/node_modules/b': { version: '1.9.0' },
    },
  });
  assert.deepEqual(found, [
    { name: 'a', version: '1.2.3' },
    { name: 'b', version: '1.9.0' },
    { name: 'b', version: '2.0.1' },
  ]);
});
