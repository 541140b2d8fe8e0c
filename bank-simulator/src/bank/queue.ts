import type { Bank } from './bank.ts';
import { type ApiOperation, QUEUE_FAULT_KINDS } from './faults.ts';
import type { BankRefusal } from './refusal.ts';

/** An order for money to leave. */
export interface QueuedOrder {
  /** The id that the client chose, which no other order in the queue has. */
  readonly id: string;
  /** What a repeat of the order is answered while the first one waits. */
  readonly repeated: BankRefusal;
  readonly work: () => void;
}

/**
 * Puts an order into the queue when the fault `queued` is armed for it: it is not answered, and no
 * question finds it until the queue is worked off. Returns false, and does nothing, otherwise.
 * Throws `repeated` for an order that waits already.
 */
export function queueOrder(bank: Bank, operation: ApiOperation, order: QueuedOrder): boolean {
  const key = `${operation} ${order.id}`;
  if (bank.queue.has(key)) throw order.repeated;
  if (bank.faults.take(operation, QUEUE_FAULT_KINDS).length === 0) return false;
  bank.queue.set(key, order.work);
  return true;
}

/** Does what waits in the queue, oldest first. Returns how many orders that were. */
export function workOffQueue(bank: Bank): number {
  const orders = [...bank.queue.values()];
  bank.queue.clear();
  for (const work of orders) work();
  return orders.length;
}
