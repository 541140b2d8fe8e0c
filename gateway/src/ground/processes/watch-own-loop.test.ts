import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const PROGRAM = join(import.meta.dirname, '../../../test/support/hanging-process.ts');

test('a process whose own event loop hangs ends, and the log says why', async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [lines, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.equal(signal, 'SIGKILL');
  assert.match(lines, /"seconds":0\.5,"msg":"the process hangs and is killed"/);
});

test('a hanging process 1 of a container is not said to be killed', async (t) => {
  const container = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
  if (spawnSync('unshare', [...container, 'true']).status !== 0) return t.skip('no unshare here');
  const child = spawn('unshare', [...container, process.execPath, PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let shown = '';
  for await (const part of child.stdout) {
    shown += part;
    if (shown.includes('the process hangs')) break;
  }
  child.kill('SIGKILL');
  assert.match(shown, /"msg":"the process hangs and can't be killed as process 1"/);
});
