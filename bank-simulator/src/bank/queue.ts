import type { Bank } from './bank.ts';
import { type ApiOperation, QUEUE_FAULT_KINDS } from './faults.ts';
import type { BankRefusal } from './refusal.ts';

/** An order for money to leave. */
export interface QueuedOrder {
  /** The id that the client chose; unique in the queue. */
  readonly id: string;
  /** The answer to a repeat of the order while the first one waits. */
  readonly repeated: BankRefusal;
  readonly work: () => void;
}

/**
 * Queues an order when the fault `queued` is active for it: the order is not answered, and no query
 * finds it until the queue is processed. Otherwise it returns false and does nothing. Throws
 * `repeated` for an order that is already in the queue.
 */
export function queueOrder(bank: Bank, operation: ApiOperation, order: QueuedOrder): boolean {
  const key = `${operation} ${order.id}`;
  if (bank.queue.has(key)) throw order.repeated;
  if (bank.faults.take(operation, QUEUE_FAULT_KINDS).length === 0) return false;
  bank.queue.set(key, order.work);
  return true;
}

/** Processes the queued orders, oldest first. Returns the number of orders. */
export function workOffQueue(bank: Bank): number {
  const orders = [...bank.queue.values()];
  bank.queue.clear();
  for (const work of orders) work();
  return orders.length;
}
