import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { DAY_MS, SECOND_MS } from '#src/ground/durations.ts';
import { firstIdAt, ID_MAX, ID_MIN } from '#src/ground/ids.ts';
import type { WorkSharing } from '#src/ground/work/work-sharing.ts';
import { endLeasesOf } from './lease-end-store.ts';
import {
  type DeliveryRow,
  type EventRange,
  leaseDue,
  leaseWaiting,
  selectLanes,
} from './lease-store.ts';
import { SCHEDULE_DAYS } from './retry-schedule.ts';

/**
 * How long a lease lasts: longer than an attempt and the write of its result. After a crash another
 * process sends the delivery when the lease has ended.
 */
export const LEASE_MS = 25 * SECOND_MS;
const ROWS_AT_ONCE = 256;
const LANES_AT_ONCE = 50;
const LANES_MAX = 1_000;
/** How often the queue is read from its beginning, and by a process that doesn't ask. */
const FULL_SWEEP_MS = 5 * SECOND_MS;
const FULL_SWEEP_BESIDE_MS = 15 * SECOND_MS;
/** A delivery may commit up to this long after it became due. */
const LATE_COMMIT_MS = 10 * SECOND_MS;
/** Events of scheduled retries are younger; those of resent or paused deliveries may be older. */
const SCHEDULED_WITHIN_MS = (SCHEDULE_DAYS + 2) * DAY_MS;
const ALL_EVENTS: EventRange = [ID_MIN, ID_MAX];

/** Leased deliveries, and whether more may be due. */
export interface LeasedDeliveries {
  readonly rows: readonly DeliveryRow[];
  readonly hasMore: boolean;
}

/** Leases due deliveries of one bucket. */
export interface DeliveryLeaser {
  /** Leases up to `rowsMax` due deliveries. Throws errors of the database. */
  leaseDue(rowsMax: number): Promise<LeasedDeliveries>;
  /** Leases deliveries that wait in lanes, up to the free slots of each lane. */
  leaseWaiting(freeSlotsOf: (lane: string) => number): Promise<readonly DeliveryRow[]>;
  /** Whether this process knows of deliveries that wait in the lane. */
  hasWaiting(lane: string): boolean;
  /** Whether deliveries wait in a lane, or the queue must be read from its beginning. */
  isExpected(): boolean;
  /** Tells the leaser that the delivery of an event waits in a lane. */
  addLane(lane: string, eventId: string): void;
  /** Ends the leases of a process that has ended; the next round finds its deliveries. */
  takeOver(processId: string): Promise<void>;
}

/**
 * Reads the queue of one bucket, the longest due first. A round reads the deliveries that became
 * due since the last round, in the partitions of the last days: delivered rows stay in the index
 * until a vacuum, and a read from the beginning passes all of them. Every five seconds a round
 * reads from the beginning, in all partitions, to find older deliveries: resent ones, and those of
 * resumed endpoints and of crashed processes. Where several processes share the work, one of them
 * does this every five seconds, and the others more seldom.
 */
export function createDeliveryLeaser(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly sharing: Pick<WorkSharing, 'processId' | 'isAsking'>;
}): DeliveryLeaser {
  const { database, clock, sharing } = deps;
  const terms = { leaseMs: LEASE_MS, leasedBy: sharing.processId };
  const fullSweepMs = sharing.isAsking ? FULL_SWEEP_MS : FULL_SWEEP_BESIDE_MS;
  /** Each lane with the oldest event whose delivery may wait in it. */
  const lanes = new Map<string, string>();
  let sweptUntil = Number.NEGATIVE_INFINITY;
  let fullSweepAt = Number.NEGATIVE_INFINITY;
  let sweep: { after: number; events: EventRange } | undefined;

  function addLane(lane: string, eventId: string): void {
    const oldest = lanes.get(lane);
    if (oldest === undefined || eventId < oldest) lanes.set(lane, eventId);
  }

  async function beginSweep(now: number): Promise<{ after: number; events: EventRange }> {
    const isFull = performance.now() - fullSweepAt >= fullSweepMs;
    if (!isFull) {
      const after = Math.min(sweptUntil, now) - LATE_COMMIT_MS;
      return { after, events: [firstIdAt(now - SCHEDULED_WITHIN_MS), firstIdAt(now + DAY_MS)] };
    }
    for (const lane of await selectLanes(database, LANES_MAX)) lanes.set(lane, ID_MIN);
    fullSweepAt = performance.now();
    return { after: Number.NEGATIVE_INFINITY, events: ALL_EVENTS };
  }

  return {
    async leaseDue(rowsMax) {
      const now = clock.now();
      sweep ??= await beginSweep(now);
      const wanted = { rowsMax: Math.min(rowsMax, ROWS_AT_ONCE), until: now };
      const rows = await leaseDue(database, { ...sweep, ...wanted }, terms);
      const last = rows.at(-1);
      const hasMore = rows.length === wanted.rowsMax;
      // Several deliveries may be due at the same instant: the next read begins just before it.
      if (last && hasMore) {
        sweep = { ...sweep, after: Math.max(sweep.after, last.next_attempt_at - 1) };
      } else {
        sweep = undefined;
        sweptUntil = now;
      }
      return { rows, hasMore };
    },
    async leaseWaiting(freeSlotsOf) {
      const wanted: { lane: string; rowsMax: number; oldest: string }[] = [];
      for (const [lane, oldest] of lanes) {
        const rowsMax = freeSlotsOf(lane);
        if (rowsMax > 0) wanted.push({ lane, rowsMax, oldest });
        if (wanted.length === LANES_AT_ONCE) break;
      }
      if (wanted.length === 0) return [];
      const oldest = wanted.map((lane) => lane.oldest).sort()[0] ?? ID_MIN;
      const events: EventRange = [oldest, firstIdAt(clock.now() + DAY_MS)];
      // A lane that was read goes to the end; an empty lane is removed.
      for (const { lane } of wanted) lanes.delete(lane);
      const rows = await leaseWaiting(database, wanted, events, terms);
      if (rows.length > 0) for (const { lane, oldest } of wanted) addLane(lane, oldest);
      return rows;
    },
    hasWaiting: (lane) => lanes.has(lane),
    isExpected: () => lanes.size > 0 || performance.now() - fullSweepAt >= fullSweepMs,
    addLane,
    async takeOver(processId) {
      await endLeasesOf(database, processId, new Date(clock.now()));
      fullSweepAt = Number.NEGATIVE_INFINITY;
    },
  };
}
