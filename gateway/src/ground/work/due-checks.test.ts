import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import pg from 'pg';
import { run, type TestDatabase } from '../../../test/support/database-server.ts';
import { createDurableDatabase } from '../../../test/support/durable-database.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { openDatabase } from '../database/database.ts';
import { MINUTE_MS } from '../durations.ts';
import { openLog } from '../log.ts';
import { changesOf } from './database-changes.ts';
import { watchQueue } from './due-checks.ts';
import { timers } from './scheduler.ts';

const TABLES = `drop schema if exists b0, b1 cascade; drop table if exists public.buckets;
  create table public.buckets (bucket_id text primary key);
  insert into public.buckets values ('b0'), ('b1');
  create schema b0; create table b0.work (due_at timestamptz);
  create schema b1; create table b1.work (due_at timestamptz)`;

/** A server without other databases, whose transactions would be changes. */
let server: TestDatabase;
before(async () => {
  server = await createDurableDatabase({ isEmpty: true });
});
after(() => server.drop());

const ROUNDS_MAX = 10;

/** Watches a queue in two buckets of one server. */
async function openWork(context: TestContext) {
  const { ownerConnectionString: connectionString } = server;
  await run(connectionString, TABLES);
  const database = openDatabase({ connectionString, connectionsMax: 4, applicationName: 'test' });
  await database.buckets.refresh();
  const clock = createManualClock();
  const { logger } = openLog('silent', { write: () => {} });
  const home = database.buckets.of('b0');
  const rounds = countCalls(home, 'query');
  const checks = countCalls(home, 'transaction');
  const stops: (() => Promise<void>)[] = [];
  const client = new pg.Client({ connectionString });
  await client.connect();
  context.after(async () => {
    await client.end();
    await Promise.all(stops.map((stop) => stop()));
    await database.close();
  });
  return {
    clock,
    client,
    database,
    rounds,
    checks,
    write: (text: string) => run(connectionString, text),
    /** Resolves when something is due in a bucket; the returned function waits for it again. */
    watch(bucketId: 'b0' | 'b1') {
      let found = Promise.withResolvers<void>();
      const watched = {
        queue: { name: 'work', due: 'select from work where due_at <= $1' },
        hasOtherWork: () => false,
        wake() {
          found.resolve();
          found = Promise.withResolvers();
        },
      };
      const deps = { database: database.buckets.of(bucketId), clock, logger, scheduler: timers };
      stops.push(watchQueue(deps, watched));
      return () => found.promise;
    },
    /** Waits for something that a few rounds must bring: after a minute other reasons would. */
    soon: (event: Promise<unknown>) =>
      Promise.race([
        event,
        rounds.next(ROUNDS_MAX).then(() => assert.fail('not within a few rounds')),
      ]),
    /** Waits until the database is no longer asked, and returns how often it was. */
    async quiet(): Promise<number> {
      for (let asked = -1; asked !== checks.count; ) {
        asked = checks.count;
        await rounds.next(3);
      }
      return checks.count;
    },
  };
}

/** Counts the calls of a method; `next` waits for so many of them. */
function countCalls<Name extends string>(
  object: Record<Name, (...values: never[]) => unknown>,
  name: Name,
) {
  const method = object[name];
  let next = Promise.withResolvers<void>();
  const calls = {
    count: 0,
    async next(times: number) {
      for (let time = 0; time < times; time += 1) await next.promise;
    },
  };
  object[name] = (...values: never[]) => {
    calls.count += 1;
    next.resolve();
    next = Promise.withResolvers();
    return method(...values);
  };
  return calls;
}

const due = (clock: { now(): number }, afterMs: number) =>
  `to_timestamp(${(clock.now() + afterMs) / 1_000})`;

test('a database that does not change is not asked for due work', async (context) => {
  const { watch, quiet } = await openWork(context);
  watch('b0');
  await quiet();
});

test('work that becomes due in an unchanged database is found then', async (context) => {
  const { watch, quiet, soon, clock, client } = await openWork(context);
  const found = watch('b0');
  await client.query(`insert into b0.work values (${due(clock, 10 * MINUTE_MS)})`);
  await quiet();
  const next = found();
  clock.advance(10 * MINUTE_MS);
  await soon(next);
});

test('work that becomes due soon is asked for until it is due', async (context) => {
  const { watch, quiet, soon, clock, client, checks } = await openWork(context);
  const found = watch('b0');
  await quiet();
  await client.query(`insert into b0.work values (${due(clock, MINUTE_MS / 2)})`);
  await soon(checks.next(4));
  const next = found();
  clock.advance(MINUTE_MS / 2);
  await soon(next);
});

test('a row of a transaction that began before the last due check is found', async (context) => {
  const { watch, quiet, soon, write, clock, client } = await openWork(context);
  const found = watch('b0');
  await client.query('begin');
  await client.query(`insert into b0.work values (${due(clock, 0)})`);
  // One with a higher number ends before.
  await write(`insert into b0.work values (${due(clock, 10 * MINUTE_MS)})`);
  await quiet();
  const next = found();
  await client.query('commit');
  await soon(next);
});

test('an ignored transaction causes no due check', async (context) => {
  const { watch, quiet, rounds, checks, database, clock, client } = await openWork(context);
  watch('b0');
  const asked = await quiet();
  await client.query('begin');
  const { rows } = await client.query('select pg_current_xact_id()::text as id');
  await client.query(`insert into b0.work values (${due(clock, 10 * MINUTE_MS)})`);
  changesOf(database).ignore(BigInt(rows[0].id));
  await client.query('commit');
  await rounds.next(4);
  assert.equal(checks.count, asked);
});

test('a bucket whose tables are locked delays no other bucket', async (context) => {
  const { watch, write, clock, client } = await openWork(context);
  await client.query('begin');
  await client.query('lock table b0.work in access exclusive mode');
  await write(`insert into b1.work values (${due(clock, 0)})`);
  const [locked, free] = [watch('b0'), watch('b1')];
  let isLockedFound = false;
  void locked().then(() => {
    isLockedFound = true;
  });
  await free();
  await free();
  assert.equal(isLockedFound, false);
});
