import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { commandOf, stagesOf } from '../../tools/dockerfile.ts';
import { packFolder } from '../../tools/release/pack-folder.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { callGateway, until } from '../support/gateway.ts';
import { freePort, START_MS_MAX } from '../support/gateway-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const image = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).at(-1) ?? [];
const running = new Set<ChildProcess>();

const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-image-'));
const database = await createMigratedDatabase();
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command of the image in its folder. `node` is that of the test, which is the same. */
function runInImage(
  name: 'CMD' | 'HEALTHCHECK',
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const { words = '' } = image.find((one) => one.name === name) ?? {};
  const [program = '', ...args] = commandOf(words);
  const child = spawn(program === 'node' ? process.execPath : join(folder, program), args, {
    cwd: folder,
    env: { ...env, PATH: `${dirname(process.execPath)}:${env.PATH ?? '/usr/bin:/bin'}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.resume();
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

test('the files of the image are enough to start, to serve the panel, to be healthy and to stop, and systemd is told', async () => {
  packFolder(folder, { hasRuntime: false });
  const told = join(folder, 'told');
  const notify = join(folder, 'systemd-notify');
  await writeFile(notify, `#!/bin/sh\necho "$@" > '${told}'\n`);
  await chmod(notify, 0o755);
  const PORT = String(await freePort());
  const env = {
    ...database.env,
    PATH: `${dirname(notify)}:${process.env.PATH ?? ''}`,
    NOTIFY_SOCKET: '/run/systemd/notify',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    PROCESSES: '1',
    PORT,
  };
  assert.equal(await exitCodeOf(runInImage('HEALTHCHECK', env)), 1);
  const gateway = runInImage('CMD', env);
  const isTold = async (): Promise<boolean> => {
    assert.equal(gateway.exitCode, null, 'the gateway ended');
    return existsSync(told);
  };
  await until('systemd is told', isTold, START_MS_MAX);
  assert.equal(readFileSync(told, 'utf8'), '--ready\n');
  // As a container's engine does, again after a slow answer.
  await until(
    'it is healthy',
    async () => (await exitCodeOf(runInImage('HEALTHCHECK', env))) === 0,
  );
  const worker = { ...env, ROLES: 'worker', PORT: '1' };
  assert.equal(await exitCodeOf(runInImage('HEALTHCHECK', worker)), 0);
  for (const path of ['/', '/docs', '/openapi.json', '/readyz']) {
    const { status } = await callGateway(`http://127.0.0.1:${PORT}${path}`, 'GET');
    assert.equal(status, 200, path);
  }
  gateway.kill('SIGTERM');
  assert.equal(await exitCodeOf(gateway), 0);
});

test('without DATABASE_URL the image says that it is missing, not which folder it can not make', async () => {
  const gateway = runInImage('CMD', { PORT: '0', DATA_DIR: '/proc/not-writable', PROCESSES: '1' });
  let stderr = '';
  gateway.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  assert.equal(await exitCodeOf(gateway), 1);
  assert.match(stderr, /^pix-gateway: falta DATABASE_URL: .*não tem o PostgreSQL embutido/m);
});
