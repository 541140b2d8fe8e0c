import type { ReceivedPage } from '#src/bank/live-bank.ts';
import { nameOfItem } from '#src/bank/outcome.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import type { UnreadablePayment } from './unreadable-payment.ts';
import {
  countOpenUpTo,
  deleteReadable,
  resolveItem,
  selectOpen,
  upsertItems,
} from './unreadable-payment-store.ts';

const COUNT_MAX = 1_000;

interface UnreadableDeps extends DatabaseAndClock {
  readonly logger: Logger;
  readonly bank: { readonly name: string };
}

/**
 * Sets payments aside that the bank lists in an unknown form, and deletes the items that it now
 * lists in a readable form.
 */
export async function saveUnreadable(
  { database, clock, logger, bank }: UnreadableDeps,
  { payments, unreadable }: Pick<ReceivedPage, 'payments' | 'unreadable'>,
): Promise<void> {
  if (payments.length > 0) {
    const items = payments.map(({ endToEndId }) => endToEndId);
    await deleteReadable(database, { bank: bank.name, items });
  }
  if (unreadable.length === 0) return;
  const items = unreadable.map((item) => ({ item: nameOfItem(item), reason: item.reason }));
  const fresh = await upsertItems(database, { bank: bank.name, items, at: clock.now() });
  for (const { item, reason } of items) {
    if (!fresh.has(item)) continue;
    logger.error({ item, reason }, 'a payment at the bank cannot be read and is set aside');
  }
}

/** Payments that are set aside and that no operator has resolved, at most 1000. */
export function listUnreadable(database: Queryable): Promise<UnreadablePayment[]> {
  return selectOpen(database, { limit: COUNT_MAX });
}

/** How many payments are set aside; counts up to 1000. */
export async function countUnreadable(database: Queryable): Promise<number> {
  return (await countOpenUpTo(database, { limit: COUNT_MAX })).count;
}

/**
 * Records that an operator resolved a payment that was set aside. Refuses
 * `incoming_payment_not_found` for a payment that is not set aside.
 */
export function resolveUnreadable(
  { database, clock }: DatabaseAndClock,
  { bank, item }: { readonly bank: string; readonly item: string },
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const at = clock.now();
    if ((await resolveItem(tx, { bank, item, at })) === 0) {
      throw new Refusal('incoming_payment_not_found');
    }
    const change = {
      action: 'incoming_payment.unreadable_resolved' as const,
      merchantId: null,
      subject: item,
    };
    recordChange(tx, by, change, at);
  });
}
