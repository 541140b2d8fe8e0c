import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '../log.ts';
import { startPoller } from './poller.ts';

const POLLERS = 26;

/** Runs one round of some pollers that fail with an error; returns the lines of the log. */
async function linesOf(error: Error): Promise<readonly string[]> {
  const lines: string[] = [];
  const { logger } = openLog('info', { write: (line: string) => void lines.push(line) });
  const pollers = Array.from({ length: POLLERS }, (_, index) =>
    startPoller({
      ...{ name: `work ${index}`, intervalMs: 60_000, logger },
      work: () => Promise.reject(error),
    }),
  );
  await Promise.all(pollers.map((poller) => poller.stop()));
  return lines;
}

test('while the database is not ready one line without a stack says that work waits', async () => {
  const lines = await linesOf(new Error('timeout exceeded when trying to connect'));
  assert.equal(lines.length, 1);
  assert.match(String(lines[0]), /"level":40,.*"reason":"timeout .*work waits for the database/);
  assert.doesNotMatch(String(lines[0]), /stack/);
});

test('a round that fails for another reason is logged by each poller, with the stack', async () => {
  const lines = await linesOf(new TypeError('wrong'));
  assert.equal(lines.length, POLLERS);
  for (const line of lines) assert.match(line, /"stack":"TypeError: wrong/);
});
