import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestScheduler } from '../../../test/support/test-scheduler.ts';
import { HOUR_MS } from '../durations.ts';
import { openLog } from '../log.ts';
import { startPoller } from './poller.ts';

const POLLERS = 26;

/** Runs one round of some pollers that fail with an error; returns the lines of the log. */
async function linesOf(error: Error): Promise<readonly string[]> {
  const lines: string[] = [];
  const { logger } = openLog('info', { write: (line: string) => void lines.push(line) });
  const pollers = Array.from({ length: POLLERS }, (_, index) =>
    startPoller({
      name: `work ${index}`,
      intervalMs: 60_000,
      logger,
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

test('the pauses of a poller come from its scheduler, and an event ends one', async () => {
  const scheduler = createTestScheduler();
  const { logger } = openLog('silent', { write: () => {} });
  let rounds = 0;
  const work = async (): Promise<boolean> => {
    rounds += 1;
    return false;
  };
  const poller = startPoller({ name: 'work', intervalMs: HOUR_MS, logger, scheduler, work });
  await scheduler.skip(HOUR_MS / 2);
  assert.equal(rounds, 1);
  await scheduler.skip(HOUR_MS);
  assert.equal(rounds, 2);
  poller.wake();
  await scheduler.skip(0);
  assert.equal(rounds, 3);
  await poller.stop();
});

test('after a round that is too early the next one waits two seconds', async () => {
  const scheduler = createTestScheduler();
  const { logger } = openLog('silent', { write: () => {} });
  const results = ['early', 'early', false] as const;
  let rounds = 0;
  const work = async () => results[rounds++] ?? false;
  const poller = startPoller({ name: 'work', intervalMs: 250, logger, scheduler, work });
  await scheduler.skip(0);
  await scheduler.skip(1_500);
  assert.equal(rounds, 1);
  await scheduler.skip(1_000);
  await scheduler.skip(2_500);
  assert.equal(rounds, 3);
  await scheduler.skip(500);
  assert.equal(rounds, 4);
  await poller.stop();
});
