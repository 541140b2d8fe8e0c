import { isoTime } from '#src/ground/clock.ts';

/** A payment at the bank that can't be read and was set aside. Instants in milliseconds. */
export interface UnreadablePayment {
  readonly bank: string;
  /** The end-to-end id, or the digest of an item without one. */
  readonly item: string;
  readonly reason: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

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
