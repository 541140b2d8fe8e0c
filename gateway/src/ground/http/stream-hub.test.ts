import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openLog } from '../log.ts';
import { openMemoryLimits } from '../work/concurrency-limits.ts';
import type { EventWriter, SlowReaderLimits } from './event-writer.ts';
import { createStreamHub, type StreamReader, type StreamRequest } from './stream-hub.ts';

function openHub(limits: SlowReaderLimits = {}) {
  const { logger } = openLog('error', { write: () => {} });
  const writers = new Set<EventWriter>();
  const polled: number[] = [];
  const hub = createStreamHub<StreamRequest & { readonly reader?: string }, StreamReader>(
    { logger, openLimits: openMemoryLimits },
    {
      name: 'test',
      streamsMax: 2,
      intervalMs: 60_000,
      ...limits,
      holdersOf: ({ reader = '' }) => [{ name: reader, max: 1 }],
      start: (writer) => {
        writers.add(writer);
        return {};
      },
      poll: async (readers) => void polled.push(readers.length),
    },
  );
  const send = (text: string) => {
    for (const writer of writers) writer.send(text);
  };
  return { hub, send, polled };
}

test('a stream ends when it is not allowed any more, and survives a database outage', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { hub } = openHub();
  const answers = [
    () => Promise.resolve(true),
    () => Promise.reject(new Error('the database is down')),
    () => Promise.resolve(false),
  ];
  let checks = 0;
  const isAllowed = () => answers[checks++]?.() ?? Promise.resolve(true);
  const stream = await hub.open({ isAllowed });
  const ended = once(stream, 'close');
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  for (let minute = 0; minute < 3; minute += 1) {
    await assert.rejects(hub.open({}), { code: 'rate_limited' });
    context.mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  assert.equal(checks, 3);
  assert.match(text, /^retry: 3000\n\n(: [^\n]+\n\n){11,12}$/);
  (await hub.open({})).destroy();
});

test('a stream is closed when its reader does not read', async () => {
  for (const limits of [{ unreadBytesMax: 64 * 1_024 }, { stalledMs: 10 }]) {
    const { hub, send } = openHub(limits);
    const closed = once(await hub.open({}), 'close');
    for (let round = 0; round < 20; round += 1) send('x'.repeat(10_000));
    await closed;
    (await hub.open({})).destroy();
  }
});

test('the database is polled only while a stream is open', async () => {
  const { hub, polled } = openHub();
  assert.deepEqual(polled, []);
  for (const rounds of [[1], [1, 1]]) {
    const stream = await hub.open({});
    assert.deepEqual(polled, rounds);
    await once(stream.destroy(), 'close');
  }
  await hub.stop();
});

test('a stop ends the streams that are open, and those that are being opened', async () => {
  const { hub } = openHub();
  const open = await hub.open({ reader: 'first' });
  const opening = hub.open({ reader: 'second' });
  hub.endAll();
  for (const stream of [open, await opening]) await once(stream.resume(), 'close');
  await hub.stop();
});
