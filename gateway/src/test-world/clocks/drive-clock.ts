import { setTimeout as pause } from 'node:timers/promises';
import {
  countLeft,
  countUnderWay,
  deleteItems,
  selectDueItems,
  selectNextDue,
  takeItems,
} from '#src/ground/clocks/clock-item-store.ts';
import type { ClockKind, DueItem } from '#src/ground/clocks/clock-kind.ts';
import { type DueKind, dueKinds } from '#src/ground/clocks/test-clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { selectFailures } from '#src/ground/work/set-aside.ts';
import { atClock } from './run-in-clock.ts';
import { deleteClock, endAdvance, type LeasedClock, renewLease } from './test-clock-store.ts';

/** How long a lease lasts: longer than a step. After a crash another process continues then. */
export const LEASE_MS = 10_000;
const ITEMS_AT_ONCE = 200;
/** How long a clock waits for deliveries before other clocks are driven. */
const WAIT_MS = 2_000;
const NONE: ReadonlySet<string> = new Set();
const LOOK_MS_MIN = 5;
const LOOK_MS_MAX = 50;

export interface DriveDeps extends DatabaseAndClock {
  /** What happens to items, by their kinds; deliveries are released instead. */
  readonly kinds: readonly ClockKind[];
  /** Makes deliveries due for their worker; with `isDetached` they leave the clock. */
  readonly release: (
    bucket: Database,
    items: readonly DueItem[],
    how: { readonly take: typeof takeItems; readonly isDetached: boolean },
  ) => Promise<void>;
}

/** The clock that this process drives, with its current lease. */
export interface DrivenClock {
  clock: LeasedClock;
}

/**
 * Advances a leased clock to its target, from one due instant to the next, and processes the items
 * that are due at each. It continues when the deliveries of an instant have their results. A clock
 * that is being deleted keeps its time, and all its items are ended.
 * @returns false while deliveries take long; the clock is driven again later.
 */
export async function driveClock(deps: DriveDeps, driven: DrivenClock): Promise<boolean> {
  const isDeleting = driven.clock.status === 'deleting';
  if (!isDeleting) await planDue(deps, driven.clock);
  for (;;) {
    const { clock } = driven;
    if (!isDeleting && !(await deliveriesEnded(deps, clock))) return false;
    const until = isDeleting ? Number.POSITIVE_INFINITY : clock.target;
    const next = await firstDue(deps, clock.id, until);
    if (next === undefined) {
      if (!isDeleting) await endAdvance(deps.database, clock);
      else if (!(await endClock(deps, clock))) continue;
      return true;
    }
    const now = isDeleting ? clock.now : Math.max(clock.now, next);
    const renewed = await renewLease(deps.database, clock, { now, leaseMs: LEASE_MS });
    // Another process has the clock.
    if (!renewed) return true;
    driven.clock = renewed;
    await processDue(deps, renewed, isDeleting ? Number.POSITIVE_INFINITY : now);
  }
}

async function planDue(deps: DriveDeps, clock: LeasedClock): Promise<void> {
  const database = await deps.database.buckets.ofMerchant(clock.merchantId);
  const inClock = atClock({ database, clock: deps.clock }, clock);
  for (const { plan } of deps.kinds) await plan?.(inClock, clock);
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
    if ((await countUnderWay(bucket, { clockId })) > 0) return true;
  }
  return false;
}

async function firstDue(
  { database }: DriveDeps,
  clockId: string,
  until: number,
): Promise<number | undefined> {
  const dueTimes = await Promise.all(
    database.buckets.all().map((bucket) => selectNextDue(bucket, { clockId, until })),
  );
  const instants = dueTimes.flatMap((due) => (due ? [due.dueAt] : []));
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** Processes the items that are due until an instant, by kind, in each bucket. */
async function processDue(deps: DriveDeps, clock: LeasedClock, until: number): Promise<void> {
  for (const bucket of deps.database.buckets.all()) {
    const wanted = { clockId: clock.id, until, limit: ITEMS_AT_ONCE };
    const rows = await selectDueItems(bucket, wanted);
    const items = rows.map((item): DueItem => ({ ...item, environment: 'test' }));
    const byKind = Map.groupBy(items, ({ kind }) => kind);
    for (const kind of dueKinds) {
      const dueItems = byKind.get(kind);
      if (dueItems) await processKind(deps, { clock, bucket, kind, items: dueItems });
    }
  }
}

async function processKind(
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
  const found = deps.kinds.find((each) => each.kind === kind);
  if (!found) throw new Error(`no room processes items of kind ${kind}`);
  const { step, end = step } = found;
  await (isDetached ? end : step)(atClock({ database: bucket, clock: deps.clock }, clock), items);
  // Its step has stored when the next one is due.
  if (kind === 'subscription') return;
  const ids = items.map(({ id }) => id);
  // A mail that can't be written fails the step; it is never set aside.
  const failed = kind === 'payer_mail' ? NONE : await selectFailures(bucket, kind, ids);
  const done = items.filter(({ id }) => !failed.has(id));
  await bucket.transaction(async (tx) => takeItems(tx, done));
  // The clock waits for failed items, so that later items don't happen before them.
  if (failed.size > 0) throw new Error(`${failed.size} items of kind ${kind} failed`);
}

/** Deletes a clock; false if an item has become due, such as a delivery that failed meanwhile. */
async function endClock(deps: DriveDeps, clock: LeasedClock): Promise<boolean> {
  for (const bucket of deps.database.buckets.all()) {
    const some = { clockId: clock.id, limit: ITEMS_AT_ONCE };
    while ((await deleteItems(bucket, some)) === ITEMS_AT_ONCE);
    if ((await countLeft(bucket, some)) > 0) return false;
  }
  await deps.database.transaction((tx) => deleteClock(tx, clock));
  return true;
}
