import type { TestClock } from '#src/ground/clocks/test-clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import type { TestTime } from '#src/ground/database/test-time.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { lockClockAt, selectClock } from './test-clock-store.ts';

const ATTEMPTS_MAX = 10;

/** Thrown if the clock was advanced or deleted since it was read; then the work runs again. */
class ClockMoved extends Error {
  override readonly name = 'ClockMoved';
}

/**
 * Runs work in the time of a merchant's clock. Each transaction locks the clock at its time. If the
 * clock was advanced before the lock, the work runs again at the new time; it must be one
 * transaction. Refuses `test_clock_not_found`, and
 * `overloaded` while the clock is being deleted.
 */
export async function runInClock<Result>(
  { database, clock }: DatabaseAndClock,
  key: Pick<TestClock, 'merchantId' | 'id'>,
  work: (inClock: DatabaseAndClock) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const testClock = await selectClock(database, key);
    if (!testClock) throw new Refusal('test_clock_not_found');
    // Its keys and deliveries will soon be in the real time.
    if (testClock.status === 'deleting') throw new Refusal('overloaded', { retryAfterSeconds: 1 });
    try {
      return await work(atClock({ database, clock }, testClock));
    } catch (error) {
      if (!(error instanceof ClockMoved) || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}

/** The database and the clock at the time of a test clock, as it was read. */
export function atClock({ database, clock }: DatabaseAndClock, at: TestClock): DatabaseAndClock {
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
        const held = { ...at, isDeleting: at.status === 'deleting' };
        if ((await lockClockAt(tx, held)) === 0) throw new ClockMoved(`clock ${at.id} has moved`);
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
