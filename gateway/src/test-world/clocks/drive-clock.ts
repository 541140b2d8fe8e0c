import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#src/ground/clock.ts';
import {
  deleteItems,
  hasDeliveryUnderWay,
  hasItems,
  selectDueItems,
  selectNextDue,
  takeItems,
} from '#src/ground/clocks/clock-item-store.ts';
import { type DueKind, dueKinds, type ItemKey } from '#src/ground/clocks/test-clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { selectFailures } from '#src/ground/work/set-aside.ts';
import { atClock, type InClock } from './run-in-clock.ts';
import { deleteClock, type LeasedClock, renewLease, restClock } from './test-clock-store.ts';

/** Longer than a step takes; after a crash another process goes on when it has passed. */
export const LEASE_MS = 10_000;
const ITEMS_AT_ONCE = 200;
/** How long a clock waits for deliveries before others get its place. */
const WAIT_MS = 2_000;
const LOOK_MS_MIN = 5;
const LOOK_MS_MAX = 50;

/** A thing that is due; `eventId` is the event of a delivery. */
export interface DueItem extends ItemKey {
  readonly environment: 'test';
  readonly eventId: string | null;
}

/** Does what is due of one kind. It must be safe to repeat: a crash repeats it. */
export type DueStep = (inClock: InClock, items: readonly DueItem[]) => Promise<void>;

export interface DriveDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly steps: Readonly<Record<Exclude<DueKind, 'delivery'>, DueStep>>;
  /** Cancels charges of a clock that is deleted. */
  readonly cancel: DueStep;
  /** Gives deliveries to their worker; with `isDetached` they leave the clock. */
  readonly release: (
    bucket: Database,
    items: readonly DueItem[],
    how: { readonly take: typeof takeItems; readonly isDetached: boolean },
  ) => Promise<void>;
}

/** The clock that this process works for, as its lease is now. */
export interface HeldClock {
  clock: LeasedClock;
}

/**
 * Moves a leased clock towards its target, from one due instant to the next, and does at each what
 * is due then. It goes on when the deliveries of an instant have their results. A clock that is
 * being deleted stays where it is, and all that waits is ended.
 * @returns false when deliveries take long: the clock goes on later.
 */
export async function driveClock(deps: DriveDeps, held: HeldClock): Promise<boolean> {
  const isDeleting = held.clock.status === 'deleting';
  for (;;) {
    const { clock } = held;
    if (!isDeleting && !(await deliveriesEnded(deps, clock))) return false;
    const until = isDeleting ? Number.POSITIVE_INFINITY : clock.target;
    const next = await firstDue(deps, clock.id, until);
    if (next === undefined) {
      if (!isDeleting) await restClock(deps.database, clock);
      else if (!(await endClock(deps, clock))) continue;
      return true;
    }
    const now = isDeleting ? clock.now : Math.max(clock.now, next);
    const renewed = await renewLease(deps.database, clock, { now, leaseMs: LEASE_MS });
    // Another process has the clock.
    if (!renewed) return true;
    held.clock = renewed;
    await doDue(deps, renewed, isDeleting ? Number.POSITIVE_INFINITY : now);
  }
}

async function deliveriesEnded(deps: DriveDeps, clock: LeasedClock): Promise<boolean> {
  const until = performance.now() + WAIT_MS;
  for (let lookMs = LOOK_MS_MIN; ; lookMs = Math.min(2 * lookMs, LOOK_MS_MAX)) {
    if (!(await isUnderWay(deps, clock.id))) return true;
    if (performance.now() >= until) return false;
    await pause(lookMs);
  }
}

async function isUnderWay({ database }: DriveDeps, clockId: string): Promise<boolean> {
  for (const bucket of database.buckets.all()) {
    if (await hasDeliveryUnderWay(bucket, clockId)) return true;
  }
  return false;
}

async function firstDue(
  { database }: DriveDeps,
  clockId: string,
  until: number,
): Promise<number | undefined> {
  const found = await Promise.all(
    database.buckets.all().map((bucket) => selectNextDue(bucket, clockId, until)),
  );
  const instants = found.filter((at) => at !== undefined);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** Does what is due until an instant, kind by kind, in each bucket. */
async function doDue(deps: DriveDeps, clock: LeasedClock, until: number): Promise<void> {
  for (const bucket of deps.database.buckets.all()) {
    const wanted = { clockId: clock.id, at: until, limit: ITEMS_AT_ONCE };
    const found = await selectDueItems(bucket, wanted);
    const items = found.map((item): DueItem => ({ ...item, environment: 'test' }));
    const byKind = Map.groupBy(items, ({ kind }) => kind);
    for (const kind of dueKinds) {
      const some = byKind.get(kind);
      if (some) await doKind(deps, { clock, bucket, kind, items: some });
    }
  }
}

async function doKind(
  deps: DriveDeps,
  {
    clock,
    bucket,
    kind,
    items,
  }: {
    clock: LeasedClock;
    bucket: Database;
    kind: DueKind;
    items: readonly DueItem[];
  },
): Promise<void> {
  const isDetached = clock.status === 'deleting';
  if (kind === 'delivery') return deps.release(bucket, items, { take: takeItems, isDetached });
  const step = isDetached && kind === 'charge' ? deps.cancel : deps.steps[kind];
  await step(atClock({ database: bucket, clock: deps.clock }, clock), items);
  const ids = items.map(({ id }) => id);
  const failed = await selectFailures(bucket, kind, ids);
  const done = items.filter(({ id }) => !failed.has(id));
  await bucket.transaction(async (tx) => takeItems(tx, done));
  // The clock waits for what failed, so that later things don't happen before it.
  if (failed.size > 0) throw new Error(`${failed.size} items of kind ${kind} failed`);
}

/** Deletes a clock; false when something has become due, as a delivery that failed meanwhile. */
async function endClock(deps: DriveDeps, clock: LeasedClock): Promise<boolean> {
  for (const bucket of deps.database.buckets.all()) {
    while ((await deleteItems(bucket, clock.id, ITEMS_AT_ONCE)) === ITEMS_AT_ONCE);
    if (await hasItems(bucket, clock.id)) return false;
  }
  await deps.database.transaction((tx) => deleteClock(tx, clock));
  return true;
}
