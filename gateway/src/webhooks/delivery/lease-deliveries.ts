import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { DAY_MS, SECOND_MS } from '#src/ground/durations.ts';
import { firstIdAt, ID_MAX, ID_MIN } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Scheduler } from '#src/ground/work/scheduler.ts';
import type { WorkSharing } from '#src/ground/work/work-sharing.ts';
import { createFullSweeps } from './full-sweeps.ts';
import { endInsertLeases, endLeasesOf } from './lease-end-store.ts';
import { type DeliveryRow, type EventRange, leaseDue, leaseWaiting } from './lease-store.ts';
import { SCHEDULE_DAYS } from './retry-schedule.ts';

/**
 * How long a lease lasts: longer than an attempt and the write of its result. After a crash another
 * process sends the delivery when the lease has ended.
 */
export const LEASE_MS = 25 * SECOND_MS;
const ROWS_AT_ONCE = 256;
const LANES_AT_ONCE = 50;
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
  hasOtherWork(): boolean;
  /** Tells the leaser that the delivery of an event waits in a lane. */
  addLane(lane: string, eventId: string): void;
  /** Ends the leases of a process that has ended; the next round finds its deliveries. */
  takeOver(processId: string): Promise<void>;
}

/** A read of the queue in several rounds. */
interface Sweep {
  /** The instant from which deliveries are read. */
  readonly after: number;
  readonly events: EventRange;
  /** Called by a full sweep when no delivery is left to lease. */
  readonly foundNothing?: () => Promise<void>;
}

/**
 * Reads the queue of one bucket, the longest due first. A round reads the deliveries that became
 * due since the last round, in the partitions of the last days: delivered rows stay in the index
 * until a vacuum, and a read from the beginning passes all of them. Every few seconds a round reads
 * from the beginning, in all partitions (`full-sweeps.ts`), to find older deliveries: resent ones,
 * and those of resumed endpoints and of crashed processes.
 */
export function createDeliveryLeaser(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly sharing: Pick<WorkSharing, 'processId' | 'isChecking'>;
  readonly logger: Logger;
}): DeliveryLeaser {
  const { database, clock, sharing, logger } = deps;
  const terms = {
    leaseMs: LEASE_MS,
    leasedBy: sharing.processId,
    onUnreadable: (event: string, error: unknown) =>
      logger.error({ err: error, event }, 'the body of an event can not be made'),
  };
  const fullSweeps = createFullSweeps(deps);
  /** Each lane with the oldest event whose delivery may wait in it. */
  const lanes = new Map<string, string>();
  let sweptUntil = Number.NEGATIVE_INFINITY;
  let sweep: Sweep | undefined;

  function addLane(lane: string, eventId: string): void {
    const oldest = lanes.get(lane);
    if (oldest === undefined || eventId < oldest) lanes.set(lane, eventId);
  }

  async function beginSweep(now: number): Promise<Sweep> {
    if (!fullSweeps.isDue()) {
      const after = Math.min(sweptUntil, now) - LATE_COMMIT_MS;
      return { after, events: [firstIdAt(now - SCHEDULED_WITHIN_MS), firstIdAt(now + DAY_MS)] };
    }
    // Other deliveries are sent although this fails: the next full sweep tries again.
    try {
      await endInsertLeases(database, null);
    } catch (error) {
      logger.error({ err: error }, 'leases of inserted deliveries can not be ended');
    }
    const { lanes: found, foundNothing } = await fullSweeps.begin();
    for (const lane of found) lanes.set(lane, ID_MIN);
    return { after: Number.NEGATIVE_INFINITY, events: ALL_EVENTS, foundNothing };
  }

  return {
    async leaseDue(rowsMax) {
      const now = clock.now();
      sweep ??= await beginSweep(now);
      const wanted = { rowsMax: Math.min(rowsMax, ROWS_AT_ONCE), until: now };
      const leased = await leaseDue(database, { ...sweep, ...wanted }, terms);
      const { rows, count, lastDueAt } = leased;
      const hasMore = count > 0 && count === wanted.rowsMax;
      // Several deliveries may be due at the same instant: the next read begins just before it.
      if (hasMore) {
        sweep = { ...sweep, after: Math.max(sweep.after, lastDueAt - 1) };
      } else {
        const { foundNothing } = sweep;
        sweep = undefined;
        sweptUntil = now;
        if (count === 0 && lanes.size === 0) await foundNothing?.();
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
      const { rows, count } = await leaseWaiting(database, wanted, events, terms);
      if (count > 0) for (const { lane, oldest } of wanted) addLane(lane, oldest);
      return rows;
    },
    hasWaiting: (lane) => lanes.has(lane),
    hasOtherWork: () => lanes.size > 0 || fullSweeps.isDue(),
    addLane,
    async takeOver(processId) {
      await endLeasesOf(database, { processId, at: clock.now() });
      fullSweeps.hurry();
    },
  };
}
