import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase, run } from '../../../test/support/database-server.ts';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database/database.ts';
import { openLog } from '../log.ts';
import { pollWhenDue } from './due-queues.ts';
import { PAUSE_AFTER_ERROR_MS } from './poller.ts';
import { timers } from './scheduler.ts';
import { createListeners, type WorkSharing, workAlone } from './work-sharing.ts';

const TABLES = `create schema b0; create table b0.work (name text, due_at timestamptz);
  create table buckets (bucket_id text primary key); insert into buckets values ('b0')`;

interface PollOptions {
  readonly hasOtherWork?: () => boolean;
  readonly fails?: boolean;
  readonly hasMore?: () => boolean;
}

async function openWork(context: TestContext, sharing?: WorkSharing) {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  await run(connectionString, TABLES);
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  const { logger } = openLog('silent', { write: () => {} });
  const deps = {
    database,
    clock: systemClock,
    logger,
    scheduler: timers,
    ...(sharing && { sharing }),
  };
  const queue = (name: string) => ({
    name,
    isShared: true as const,
    due: `select from work where name = '${name}' and due_at <= $1`,
  });
  const pollers: { stop(): Promise<void> }[] = [];
  context.after(async () => {
    await Promise.all(pollers.map((poller) => poller.stop()));
    await database.close();
    await drop();
  });
  return {
    write: (text: string) => run(connectionString, text),
    /** Polls a queue; `begun` has the times of its rounds, and `next` resolves with the next. */
    poll(name: string, options: PollOptions = {}) {
      let next = Promise.withResolvers<number>();
      const begun: number[] = [];
      const polled = { rounds: 0, begun, next: () => next.promise };
      const { hasOtherWork = () => false, fails = false, hasMore = () => false } = options;
      const work = async (): Promise<boolean> => {
        polled.rounds += 1;
        begun.push(performance.now());
        next.resolve(polled.rounds);
        next = Promise.withResolvers();
        if (fails) throw new Error('fails');
        return hasMore();
      };
      pollers.push(pollWhenDue(deps, queue(name), { work, hasOtherWork }));
      return polled;
    },
  };
}

test('only a queue with something due is worked on, also when another process wrote it', async (context) => {
  const { write, poll } = await openWork(context);
  const [due, idle] = [poll('due'), poll('idle')];
  await write(`insert into work values ('due', now()), ('idle', now() + interval '1 hour')`);
  await due.next();
  await due.next();
  assert.equal(idle.rounds, 0);
});

test('a queue that expects work is worked on without a row', async (context) => {
  const { poll } = await openWork(context);
  const expecting = poll('expecting', { hasOtherWork: () => true });
  await expecting.next();
  await expecting.next();
});

test('a queue whose work fails waits a second, however often something is due', async (context) => {
  const { write, poll } = await openWork(context);
  await write(`insert into work values ('failing', now()), ('other', now())`);
  const [failing, other] = [poll('failing', { fails: true }), poll('other')];
  await other.next();
  await other.next();
  // A busy machine may do a second round meanwhile, but not within the pause. Timers end up to a
  // millisecond early.
  const pauses = failing.begun.slice(1).map((at, index) => at - Number(failing.begun[index]));
  assert.ok(failing.rounds > 0);
  assert.ok(
    pauses.every((pauseMs) => pauseMs > PAUSE_AFTER_ERROR_MS - 2),
    pauses.join(),
  );
});

test('a process without due checks works when another process calls it to the queue', async (context) => {
  const calls = createListeners<string>();
  const sharing = { ...workAlone(), isChecking: false, onCall: calls.add };
  const { write, poll } = await openWork(context, sharing);
  const polled = poll('called');
  await write(`insert into work values ('called', now())`);
  // In each of these rounds a process with due checks would have made one.
  const expecting = poll('expecting', { hasOtherWork: () => true });
  for (let rounds = 0; rounds < 3; rounds += 1) await expecting.next();
  calls.tell('b0 other');
  assert.equal(polled.rounds, 0);
  calls.tell('b0 called');
  await polled.next();
  assert.equal(polled.rounds, 1);
});

test('a process with more work than one round calls the others, but not in each round', async (context) => {
  const called: string[] = [];
  const sharing = { ...workAlone(), call: (work: string) => void called.push(work) };
  const { write, poll } = await openWork(context, sharing);
  await write(`insert into work values ('much', now())`);
  let left = 20;
  const polled = poll('much', { hasMore: () => left-- > 0 });
  while (left > 0) await polled.next();
  assert.deepEqual([...new Set(called)], ['b0 much']);
  assert.ok(called.length < 10, `${called.length} calls`);
});
