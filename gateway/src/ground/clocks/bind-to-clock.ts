import type { Transaction } from '../database/database.ts';
import { insertItems, rescheduleItems } from './clock-item-store.ts';
import type { ItemKey, NewItem } from './test-clock.ts';

/** The due time of a row that is due by its clock: the work that goes by the real time skips it. */
export const DUE_BY_CLOCK = 'infinity';

/**
 * Binds new rows to the clock in whose time the transaction runs, with when they are due by it.
 * Does nothing in a transaction that runs in the real time.
 */
export function bindToClock(tx: Transaction, items: readonly NewItem[]): void {
  if (tx.testTime && items.length > 0) insertItems(tx, items, tx.testTime.clockId);
}

/**
 * Stores when deliveries are tried again by their clocks; null: never. Returns the ids of those
 * that still live in a clock: the clock of the others was deleted.
 */
export function rescheduleDeliveries(
  tx: Transaction,
  deliveries: readonly (Omit<ItemKey, 'kind'> & { readonly dueAt: number | null })[],
): Promise<ReadonlySet<string>> {
  const items = deliveries.map((one) => ({ ...one, kind: 'delivery' as const }));
  return rescheduleItems(tx, items);
}
