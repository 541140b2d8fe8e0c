import type { Clock } from '#src/ground/clock.ts';
import type { TestClock } from '#src/ground/clocks/test-clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import type { TestTime } from '#src/ground/database/test-time.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { holdClock, selectClock } from './test-clock-store.ts';

const ATTEMPTS_MAX = 10;

/** The clock was advanced, or is deleted, since it was read: the work is run again. */
class ClockMoved extends Error {
  override readonly name = 'ClockMoved';
}

/** The database and the clock of work in the time of a test clock. */
export interface InClock {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Runs work in the time of a merchant's clock. Each of its transactions holds the clock where it
 * is, so a transaction runs at one instant of it. When the clock was advanced before, the work is
 * run again at its new time; it must be one transaction. Refuses `test_clock_not_found`, and
 * `overloaded` while the clock is being deleted.
 */
export async function runInClock<Result>(
  { database, clock }: InClock,
  key: Pick<TestClock, 'merchantId' | 'id'>,
  work: (inClock: InClock) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await selectClock(database, key);
    if (!found) throw new Refusal('test_clock_not_found');
    // What lived in its time will soon live in the real time.
    if (found.status === 'deleting') throw new Refusal('overloaded', { retryAfterSeconds: 1 });
    try {
      return await work(atClock({ database, clock }, found));
    } catch (error) {
      if (!(error instanceof ClockMoved) || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}

/** The database and the clock at the time of a test clock, as it was read. */
export function atClock({ database, clock }: InClock, at: TestClock): InClock {
  const testTime = { clockId: at.id, recordedAt: clock.now() };
  return {
    clock: { now: () => at.now },
    database: databaseAt(database, at, testTime),
  };
}

function databaseAt(database: Database, at: TestClock, testTime: TestTime): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        if (!(await holdClock(tx, at))) throw new ClockMoved(`clock ${at.id} has moved`);
        return work(inTestTime(tx, testTime));
      }),
    withLimits: (limits) => databaseAt(database.withLimits(limits), at, testTime),
  };
}

function inTestTime(tx: Transaction, testTime: TestTime): Transaction {
  return {
    ...tx,
    testTime,
    in: (bucketId) => inTestTime(tx.in(bucketId), testTime),
  };
}
