import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { acquireOwnership, readOwner } from './lock.ts';

const RIVALS = 5;
const ROUNDS = 3;
const RIVAL = `
  const { acquireOwnership } = await import(process.argv[1]);
  process.stdout.write('ready\\n');
  process.stdin.once('data', async () => {
    const won = await acquireOwnership(process.argv[2]).then(() => 'owner', () => 'refused');
    process.stdout.write(won + '\\n');
  });
`;

async function makeFolder(context: { after(undo: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-lock-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function startRival(dataDir: string) {
  const url = new URL('./lock.ts', import.meta.url).href;
  const words = ['--input-type=module', '-e', RIVAL, url, dataDir];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, exited: once(child, 'exit'), nextLine: async () => (await lines.next()).value };
}

test('of many starts at once on the lock of a dead process, exactly one becomes the owner', async (context) => {
  const dataDir = await makeFolder(context);
  for (let round = 0; round < ROUNDS; round += 1) {
    // From the second round on, the lock of a killed owner exists.
    const rivals = Array.from({ length: RIVALS }, () => startRival(dataDir));
    context.after(() => {
      for (const { child } of rivals) child.kill('SIGKILL');
    });
    for (const rival of rivals) assert.equal(await rival.nextLine(), 'ready');
    for (const { child } of rivals) child.stdin.write('go\n');
    const outcomes = await Promise.all(rivals.map((rival) => rival.nextLine()));
    const refusals = Array.from({ length: RIVALS - 1 }, () => 'refused');
    assert.deepEqual(outcomes.sort(), ['owner', ...refusals]);
    for (const { child } of rivals) child.kill('SIGKILL');
    await Promise.all(rivals.map(({ exited }) => exited));
    assert.equal(await readOwner(dataDir), undefined);
  }
});

test('a lock that was half written when its process was killed does not prevent a start', async (context) => {
  const dataDir = await makeFolder(context);
  const path = join(dataDir, 'gateway.lock');
  for (const torn of ['', '{"pid":', JSON.stringify({ pid: 1, startedAt: 'never' })]) {
    await writeFile(path, torn);
    await writeFile(`${path}.rest`, torn);
    const ownership = await acquireOwnership(dataDir);
    assert.equal((await readOwner(dataDir))?.pid, process.pid);
    await ownership.release();
    assert.deepEqual(await readdir(dataDir), []);
  }
});

test('a release does not remove the lock of another process', async (context) => {
  const dataDir = await makeFolder(context);
  const path = join(dataDir, 'gateway.lock');
  const ownership = await acquireOwnership(dataDir);
  await writeFile(path, 'de outro');
  await ownership.release();
  assert.equal(await readFile(path, 'utf8'), 'de outro');
});
