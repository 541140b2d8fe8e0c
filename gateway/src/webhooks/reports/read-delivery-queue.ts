import type { Queryable } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { selectDeliveryQueue } from './delivery-health-store.ts';

const COUNT_MAX = 10_000;

/** The queue of deliveries over all processes. Counts end at 10,000. */
export interface DeliveryQueue {
  /** Deliveries that are due or wait for a retry. */
  readonly waiting: number;
  /** Deliveries that a process has leased. */
  readonly running: number;
  /**
   * For how long the longest due delivery has been due; null when none is due. Deliveries that wait
   * for a slot of a slow address don't count.
   */
  readonly oldestDueSeconds: number | null;
}

/** Reads the state of the queue of deliveries. */
export async function readDeliveryQueue(database: Queryable, now: number): Promise<DeliveryQueue> {
  const queue = await selectDeliveryQueue(database, now, COUNT_MAX);
  const { oldestDueAt } = queue;
  return {
    waiting: Math.min(queue.waiting, COUNT_MAX),
    running: Math.min(queue.running, COUNT_MAX),
    oldestDueSeconds:
      oldestDueAt === undefined ? null : Math.floor((now - oldestDueAt) / SECOND_MS),
  };
}
