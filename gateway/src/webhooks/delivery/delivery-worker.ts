import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#src/ground/clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { failWith, WAIT_MS_MAX } from '#src/ground/http/http-exchange.ts';
import { CallNotMade, TargetError } from '#src/ground/http/http-failure.ts';
import type { Logger } from '#src/ground/log.ts';
import { traced } from '#src/ground/telemetry/traced-work.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { type DeliverySlots, laneOfUrl, type SlotKey } from '#src/ground/work/delivery-slots.ts';
import { groupDeliveries, type Together } from './group-deliveries.ts';
import { type DeliveryLeaser, LEASE_MS } from './lease-deliveries.ts';
import type { EndedLease, LeasedInClock } from './lease-end-store.ts';
import type { DeliveryRow, InsertLease, LeasedKey } from './lease-store.ts';
import type { AttemptOutcome } from './record-attempts.ts';
import { ATTEMPT_TIMEOUT_MS, pauseWhenNotMade } from './retry-schedule.ts';
import {
  receiverOfDelivery,
  type SendDeps,
  type SentDelivery,
  sendDelivery,
  traceOf,
  urlOf,
} from './send-delivery.ts';

/** How many leased deliveries may wait for a slot. */
const WAITING_MAX = 2_048;
/** While more wait for a slot, others are leased only every `LOOK_PAST_MS`, for other addresses. */
const WAITING_ENOUGH = 128;
const LOOK_PAST_MS = 1_000;
/** How many new deliveries are taken at once: as many as one lease. */
const TAKEN_AT_ONCE = 256;
/** The least time between two leases of a worker, so that each leases many deliveries. */
const LEASE_GAP_MS = 50;
/** An attempt begins at most this long after its lease, so that the lease covers its result. */
const BEGIN_WITHIN_MS = LEASE_MS - WAIT_MS_MAX - ATTEMPT_TIMEOUT_MS - 3 * SECOND_MS;
const STOP_TIMEOUT_MS = 10 * SECOND_MS;

export interface DeliveryWorkerDeps extends SendDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly leaser: DeliveryLeaser;
  /** Shared by the workers of all buckets in this process. */
  readonly slots: DeliverySlots;
  readonly record: Batcher<AttemptOutcome, void>;
  readonly giveBack: Batcher<EndedLease, void>;
  readonly pauseDelivery: Batcher<PausedDelivery, void>;
  readonly discard: Batcher<LeasedInClock, void>;
  /** Deletes the lease of an insert when all its deliveries have a result. */
  readonly endLease: Batcher<string, void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called when another round may lease more. */
  readonly wake: () => void;
}

/** A leased delivery whose endpoint is paused. */
export interface PausedDelivery {
  readonly key: LeasedKey;
  readonly endpointId: string;
}

/** Sends the deliveries of one bucket. */
export interface DeliveryWorker {
  /** Leases due deliveries and begins to send them; true when more may be due. */
  round(): Promise<boolean>;
  /** Whether a round may find work that is not newly due. */
  hasOtherWork(): boolean;
  /** How many new deliveries it takes now. */
  room(): number;
  /** Begins to send deliveries that this process has leased, as `DirectSender.take` does. */
  take(rows: readonly DeliveryRow[], lease: InsertLease): void;
  /** Waits up to 10 s for the attempts under way; leases without an attempt end. */
  stop(): Promise<void>;
}

/**
 * Creates the worker of one bucket. Attempts continue while the next rounds run. A delivery is
 * leased by one process at a time. When a process crashes before it has written the result, the
 * lease ends and the delivery is sent again.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { leaser, slots } = deps;
  const state: WorkerState = { isStopping: false, isMoreDue: false, underWay: new Set() };

  let lastLeaseAt = Number.NEGATIVE_INFINITY;

  /** Begins to send deliveries. The result: whether the leases of all have ended. */
  async function begin(
    rows: readonly DeliveryRow[],
    isFromLane: boolean,
    leasedAt: number,
  ): Promise<boolean> {
    const attempts = groupDeliveries(rows).map(async (together) => {
      try {
        return await deliver(deps, state, { together, isFromLane, leasedAt });
      } catch (error) {
        const id = together[0].deliveryId;
        deps.logger.error({ err: error, delivery: id }, 'a webhook delivery was interrupted');
        return false;
      }
    });
    for (const attempt of attempts) stopWaitsFor(attempt);
    return (await Promise.all(attempts)).every(Boolean);
  }

  function stopWaitsFor(work: Promise<unknown>): void {
    state.underWay.add(work);
    void work.finally(() => state.underWay.delete(work));
  }

  async function beginUnder(lease: InsertLease, rows: readonly DeliveryRow[]): Promise<void> {
    try {
      const haveEnded = await begin(rows, false, lease.leasedAt);
      if (haveEnded && !lease.isDeleted) await deps.endLease.add(lease.leaseId);
    } catch (error) {
      // It ends by its time, and no delivery is sent again.
      deps.logger.error({ err: error, lease: lease.leaseId }, 'a lease could not be ended');
    }
  }

  return {
    hasOtherWork: () => leaser.hasOtherWork(),
    room: () => (state.isStopping || slots.waiting() >= WAITING_ENOUGH ? 0 : TAKEN_AT_ONCE),
    take: (rows, lease) => stopWaitsFor(beginUnder(lease, rows)),
    async round() {
      const sinceLast = performance.now() - lastLeaseAt;
      if (sinceLast < LEASE_GAP_MS) await pause(LEASE_GAP_MS - sinceLast);
      const waitingAt = performance.now();
      void begin(await leaser.leaseWaiting((lane) => slots.freeSlotsOf(lane)), true, waitingAt);
      const waiting = slots.waiting();
      const isEnough = waiting >= WAITING_ENOUGH && sinceLast < LOOK_PAST_MS;
      if (isEnough || waiting >= WAITING_MAX) {
        state.isMoreDue = true;
        return false;
      }
      lastLeaseAt = performance.now();
      const { rows, hasMore } = await leaser.leaseDue(WAITING_MAX - waiting);
      void begin(rows, false, lastLeaseAt);
      state.isMoreDue = hasMore;
      return hasMore;
    },
    async stop() {
      state.isStopping = true;
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_TIMEOUT_MS);
      await Promise.race([Promise.all(state.underWay), timeout]);
      clearTimeout(timer);
    },
  };
}

interface WorkerState {
  isStopping: boolean;
  /** Whether the last round left due deliveries. */
  isMoreDue: boolean;
  readonly underWay: Set<Promise<unknown>>;
}

interface LeasedDeliveries {
  readonly together: Together;
  /** Whether they come from a lane; if not, deliveries that wait in their lane are sent first. */
  readonly isFromLane: boolean;
  /** The instant before the lease was requested; milliseconds of a monotonic clock. */
  readonly leasedAt: number;
}

/** Sends deliveries. The result: whether their leases have ended, otherwise they end by time. */
async function deliver(
  deps: DeliveryWorkerDeps,
  state: WorkerState,
  { together: leased, isFromLane, leasedAt }: LeasedDeliveries,
): Promise<boolean> {
  const together = await withoutForeign(deps, leased);
  if (!together) return true;
  const [row] = together;
  const endpointId = row.endpointId;
  if (row.endpointStatus === 'paused' && endpointId !== null) {
    return forEach(together, (key) => deps.pauseDelivery.add({ key, endpointId }));
  }
  const slot = { url: urlOf(row), scope: `${row.merchantId} ${row.environment}` };
  const lane = isFromLane ? undefined : laneWithOthers(deps.leaser, slot);
  const acquired = lane === undefined ? await deps.slots.acquire(slot) : { waitsFor: lane };
  if (acquired !== 'acquired') {
    return forEach(together, (key) => wait(deps, key, acquired.waitsFor));
  }
  const isLate = performance.now() - leasedAt > BEGIN_WITHIN_MS;
  if (state.isStopping || isLate) {
    deps.slots.release(slot);
    // After its lease another process may already have the delivery.
    return !isLate && forEach(together, (key) => deps.giveBack.add({ key }));
  }
  const sent = await attempt(deps, together);
  // Freed before the result is written: other deliveries wait for the slot.
  deps.slots.release(slot);
  const hasRoom = state.isMoreDue && deps.slots.waiting() < WAITING_ENOUGH;
  if (hasRoom || laneWithOthers(deps.leaser, slot) !== undefined) deps.wake();
  if (sent === 'not made') {
    const now = deps.clock.now();
    return forEach(together, (key, { testClockNow: clockNow, nextAttemptAt: dueAt }) => {
      const lateMs = clockNow === null ? now - dueAt : 0;
      return deps.giveBack.add({ key, pauseMs: pauseWhenNotMade(lateMs, deps.random()) });
    });
  }
  return forEach(together, (key, delivery) => {
    const startedAt = delivery.testClockNow ?? sent.startedAt;
    const clockLeadMs = startedAt - sent.startedAt;
    return deps.record.add({ ...sent, key, delivery, startedAt, clockLeadMs });
  });
}

/**
 * The deliveries without the Pix of other keys, which are deleted: each key has an endpoint of its
 * own. Undefined if none is left.
 */
async function withoutForeign(
  { pixWriter, discard }: DeliveryWorkerDeps,
  together: Together,
): Promise<Together | undefined> {
  const receiver = receiverOfDelivery(together[0]);
  if (!receiver) return together;
  const isOwn = await pixWriter.areFor(
    receiver,
    together.map(({ body }) => body),
  );
  const foreign = together.filter((_, index) => !isOwn[index]);
  await Promise.all(
    foreign.map((row) => discard.add({ key: keyOf(row), isInClock: row.testClockNow !== null })),
  );
  const [first, ...others] = together.filter((_, index) => isOwn[index]);
  return first && [first, ...others];
}

/** Ends the lease of each delivery of a request. */
async function forEach(
  together: Together,
  end: (key: LeasedKey, row: DeliveryRow) => Promise<void>,
): Promise<true> {
  await Promise.all(
    together.map(async (row) => {
      await end(keyOf(row), row);
      if (row.insertLease) row.insertLease.ended += 1;
    }),
  );
  return true;
}

function laneWithOthers(leaser: DeliveryLeaser, { url, scope }: SlotKey): string | undefined {
  return [laneOfUrl(url), scope].find((lane) => leaser.hasWaiting(lane));
}

/** Puts a delivery into a lane. The lane is added first, so that later deliveries queue behind. */
async function wait(deps: DeliveryWorkerDeps, key: LeasedKey, lane: string): Promise<void> {
  deps.leaser.addLane(lane, key.eventId);
  await deps.giveBack.add({ key, lane });
  // A concurrent read may have found the lane empty and removed it.
  deps.leaser.addLane(lane, key.eventId);
}

async function attempt(
  deps: DeliveryWorkerDeps,
  together: Together,
): Promise<SentDelivery | 'not made'> {
  const [row] = together;
  try {
    return await traced(traceOf(row), () => sendDelivery(deps, together));
  } catch (error) {
    if (error instanceof CallNotMade) return 'not made';
    deps.logger.error({ err: error, delivery: row.deliveryId }, 'a webhook could not be sent');
    const startedAt = deps.clock.now();
    return { outcome: failWith(new TargetError('internal')), signature: null, startedAt };
  }
}

function keyOf(row: DeliveryRow): LeasedKey {
  return {
    merchantId: row.merchantId,
    environment: row.environment,
    eventId: row.eventId,
    deliveryId: row.deliveryId,
    leasedUntil: row.leasedUntil,
  };
}
