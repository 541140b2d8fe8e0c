import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { randomFraction } from '#src/ground/ids.ts';
import { changesOf } from '#src/ground/work/database-changes.ts';
import type { Scheduler } from '#src/ground/work/scheduler.ts';
import type { WorkSharing } from '#src/ground/work/work-sharing.ts';
import { hasDue, selectLanes } from './lease-store.ts';

const INTERVAL_MS = 5 * SECOND_MS;
/** For a process that doesn't ask: another one sweeps, too. */
const INTERVAL_BESIDE_MS = 15 * SECOND_MS;
/** For a queue that has not changed since a sweep found nothing. */
const INTERVAL_EMPTY_MS = MINUTE_MS;
/** A sweep comes up to a fifth earlier, so that the sweeps of several buckets are not at once. */
const VARIATION = 0.2;
const LANES_MAX = 1_000;
const JUMP_MS = 5 * SECOND_MS;

/** When the queue of a bucket is read from its beginning. */
export interface FullSweeps {
  isDue(): boolean;
  /** Begins a sweep: reads the lanes in which deliveries wait. Throws errors of the database. */
  begin(): Promise<BegunSweep>;
  /** Makes a sweep due at once. */
  hurry(): void;
}

export interface BegunSweep {
  readonly lanes: readonly string[];
  /** Called when the sweep has found nothing, and no delivery waits in a lane. */
  foundNothing(): Promise<void>;
}

export interface FullSweepDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'monotonic'>;
  readonly sharing: Pick<WorkSharing, 'isChecking'>;
}

/**
 * Makes full sweeps due every five seconds, and once a minute while the queue is empty: while the
 * database has not changed since a sweep, and nothing was due then, also no leased delivery.
 */
export function createFullSweeps({
  database,
  clock,
  scheduler,
  sharing,
}: FullSweepDeps): FullSweeps {
  const intervalMs = sharing.isChecking ? INTERVAL_MS : INTERVAL_BESIDE_MS;
  const changes = changesOf(database);
  let dueAt = 0;
  let empty: { readonly count: number; readonly until: number } | undefined;
  let seenAt = clock.now();
  return {
    isDue() {
      const now = clock.now();
      const isJump = now - seenAt > JUMP_MS;
      seenAt = now;
      if (empty) {
        // After a jump of the clock deliveries are due for longer than a due check looks back.
        const isSame = empty.count === changes.count() && now < empty.until && !isJump;
        if (isSame) return false;
        empty = undefined;
        // A change is seen in all buckets at once, and their sweeps should not be at once.
        dueAt = isJump ? 0 : Math.max(dueAt, scheduler.monotonic() + intervalMs * randomFraction());
      }
      return scheduler.monotonic() >= dueAt;
    },
    async begin() {
      const now = clock.now();
      const count = changes.count();
      const lanes = await selectLanes(database, LANES_MAX);
      dueAt = scheduler.monotonic() + intervalMs * (1 - VARIATION * randomFraction());
      return {
        lanes,
        async foundNothing() {
          // Only a process with due checks knows whether the database has changed.
          const isEmpty = sharing.isChecking && !(await hasDue(database, { at: now }));
          empty = isEmpty ? { count, until: now + INTERVAL_EMPTY_MS } : undefined;
        },
      };
    },
    hurry() {
      dueAt = 0;
      empty = undefined;
    },
  };
}
