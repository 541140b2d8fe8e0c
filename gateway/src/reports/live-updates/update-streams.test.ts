import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openMemoryLimits } from '#src/ground/work/concurrency-limits.ts';
import type { UpdateListener } from './update-feed.ts';
import { createUpdateStreams } from './update-streams.ts';

function openStreams() {
  const listeners = new Set<UpdateListener>();
  const streams = createUpdateStreams(
    {
      subscribe: (_merchantId, listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: async () => {},
    },
    openMemoryLimits,
  );
  return { streams, listeners };
}

test('a stream ends when its session ends, and survives a database outage', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { streams, listeners } = openStreams();
  const answers = [
    () => Promise.resolve(true),
    () => Promise.reject(new Error('the database is down')),
    () => Promise.resolve(false),
  ];
  let checks = 0;
  const stream = await streams.open({
    merchantId: 'm',
    sessionId: 's',
    address: 'a',
    isSessionOpen: () => answers[checks++]?.() ?? Promise.resolve(true),
  });
  const ended = once(stream, 'close');
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  for (let minute = 0; minute < 3; minute += 1) {
    assert.equal(listeners.size, 1);
    context.mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  assert.deepEqual([checks, listeners.size], [3, 0]);
  assert.match(text, /^retry: 3000\n\n(: [^\n]+\n\n){11,12}$/);
});

test('a stream is closed when its reader does not read', async () => {
  const { streams, listeners } = openStreams();
  const reader = { merchantId: 'm', sessionId: 's', address: 'a' };
  const options = { ...reader, isSessionOpen: async () => true };
  const stream = await streams.open(options);
  const closed = once(stream, 'close');
  const update = { environment: 'test', kind: 'charge.paid', id: 'x'.repeat(10_000), amount: 1 };
  for (let round = 0; round < 20; round += 1) {
    for (const listener of listeners) listener([{ ...update, environment: 'test' }]);
  }
  await closed;
  assert.equal(listeners.size, 0);
});
