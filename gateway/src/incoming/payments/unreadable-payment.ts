import { isoTime } from '#src/ground/clock.ts';
import * as f from '#src/ground/database/fields.ts';

/** A payment at the bank that can't be read and was set aside. Instants in milliseconds. */
export const UNREADABLE_PAYMENT = {
  bank: f.text,
  /** The end-to-end id, or the digest of an item without one. */
  item: f.text,
  reason: f.text,
  firstSeenAt: f.instant,
  lastSeenAt: f.instant,
};
export type UnreadablePayment = f.RecordOf<typeof UNREADABLE_PAYMENT>;

/** The payment as the panel and the commands show it. */
export function unreadablePaymentView(payment: UnreadablePayment) {
  return {
    bank: payment.bank,
    item: payment.item,
    reason: payment.reason,
    first_seen_at: isoTime(payment.firstSeenAt),
    last_seen_at: isoTime(payment.lastSeenAt),
  };
}
