import type { Transaction } from '../database/database.ts';
import { insertItems, rescheduleItems } from './clock-item-store.ts';
import type { ItemKey, NewItem } from './test-clock.ts';

/** The due time of a row that is due by a test clock; work by the real time skips such rows. */
export const DUE_BY_CLOCK = 'infinity' as const;

/**
 * Binds new rows to the test clock of the transaction, with their due times by this clock. Does
 * nothing in a transaction that runs in the real time.
 */
export function bindToClock(tx: Transaction, items: readonly NewItem[]): void {
  if (tx.testTime && items.length > 0) insertItems(tx, items, tx.testTime.clockId);
}

/** Sends when a charge with another end expires by its clock; nothing for one without a clock. */
export async function rescheduleCharge(
  tx: Transaction,
  { merchantId, id, dueAt }: Omit<ItemKey, 'kind'> & { readonly dueAt: number },
): Promise<void> {
  if (tx.testTime) await rescheduleItems(tx, [{ merchantId, kind: 'charge', id, dueAt }]);
}

/** Stores when the next steps of subscriptions are due by their clock; null: never. */
export async function rescheduleSubscriptions(
  tx: Transaction,
  subscriptions: readonly (Omit<ItemKey, 'kind'> & { readonly dueAt: number | null })[],
): Promise<void> {
  if (!tx.testTime || subscriptions.length === 0) return;
  const items = subscriptions.map(({ merchantId, id, dueAt }) => {
    return { merchantId, id, dueAt, kind: 'subscription' as const };
  });
  await rescheduleItems(tx, items);
}

/**
 * Stores when deliveries are tried again by their clocks; null: never. Returns the ids of the
 * deliveries that still have a clock; the clocks of all others were deleted.
 */
export function rescheduleDeliveries(
  tx: Transaction,
  deliveries: readonly (Omit<ItemKey, 'kind'> & { readonly dueAt: number | null })[],
): Promise<ReadonlySet<string>> {
  const items = deliveries.map((delivery) => ({ ...delivery, kind: 'delivery' as const }));
  return rescheduleItems(tx, items);
}
