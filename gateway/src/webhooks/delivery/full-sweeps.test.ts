import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { changesOf } from '#src/ground/work/database-changes.ts';
import { run, type TestDatabase } from '../../../test/support/database-server.ts';
import { createDurableDatabase } from '../../../test/support/durable-database.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createTestScheduler } from '../../../test/support/test-scheduler.ts';
import { createFullSweeps } from './full-sweeps.ts';

const TABLES = `drop schema if exists b0 cascade; drop table if exists public.buckets;
  create table public.buckets (bucket_id text primary key);
  insert into public.buckets values ('b0');
  create schema b0; create table b0.webhook_deliveries
    (undelivered text, lane text, next_attempt_at timestamptz, leased_until timestamptz);
  create table b0.webhook_leases (id uuid)`;
const LOOK_MS = 250;
/** Those of ten seconds: sweeps are five seconds apart, or a minute. */
const ROUNDS_MAX = 40;

/** A server without other databases, whose transactions would be changes. */
let server: TestDatabase;
before(async () => {
  server = await createDurableDatabase({ isEmpty: true });
});
after(() => server.drop());

/** Sweeps of a queue that a process checks four times a second, as the worker does. */
async function openSweeps(context: TestContext) {
  const { ownerConnectionString: connectionString } = server;
  await run(connectionString, TABLES);
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(() => database.close());
  await database.buckets.refresh();
  const clock = createManualClock();
  const scheduler = createTestScheduler();
  const sweeps = createFullSweeps({
    database,
    clock,
    scheduler,
    sharing: { isChecking: true },
  });
  const read = () => changesOf(database).read();
  await read();
  return {
    clock,
    sweeps,
    write: (text: string) => run(connectionString, text),
    read,
    async sweep(): Promise<void> {
      const { foundNothing } = await sweeps.begin();
      await foundNothing();
    },
    /** Lets time pass without a change. */
    rest: (durationMs: number) => scheduler.skip(durationMs),
    /** Reads the changes until a sweep is due; fails after more rounds than between two sweeps. */
    async due(): Promise<void> {
      for (let rounds = 0; !sweeps.isDue(); rounds += 1) {
        assert.ok(rounds < ROUNDS_MAX, 'a sweep is due');
        await scheduler.skip(LOOK_MS);
        await read();
      }
    },
  };
}

test('a sweep is due again while a delivery is leased, although nothing changes', async (context) => {
  const { write, read, sweep, due } = await openSweeps(context);
  await write(`insert into b0.webhook_deliveries values
    ('new', null, now() - interval '1 hour', now() + interval '1 hour')`);
  await read();
  await sweep();
  await due();
});

test('an empty queue is swept again after a change, and after a jump of the clock', async (context) => {
  const { write, sweep, due, clock, sweeps } = await openSweeps(context);
  await sweep();
  await write(`insert into b0.webhook_deliveries values (null)`);
  await due();
  await sweep();
  assert.equal(sweeps.isDue(), false);
  clock.advance(MINUTE_MS / 2);
  await due();
});

test('an empty queue that nothing changes rests for a minute, and not only between two sweeps', async (context) => {
  const { sweep, sweeps, rest } = await openSweeps(context);
  await sweep();
  await rest(MINUTE_MS / 2);
  assert.equal(sweeps.isDue(), false);
});

test('a sweep that is hurried is due at once', async (context) => {
  const { sweep, sweeps } = await openSweeps(context);
  await sweep();
  assert.equal(sweeps.isDue(), false);
  sweeps.hurry();
  assert.equal(sweeps.isDue(), true);
});
