import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
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
