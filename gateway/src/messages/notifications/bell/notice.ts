/** The kinds of notices that the panel's bell lists. */
export const NOTICE_KINDS = [
  'payment',
  'payments_of_day',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'payout.awaiting_approval',
  'payout.rejected',
  'dispute.opened',
  'dispute.closed',
  'balance.adjusted',
  'webhook.failing',
  'kyc.approved',
  'kyc.rejected',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** One line of the bell's list. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The transaction, dispute or endpoint; null for the others. */
  readonly resourceId: string | null;
  /** In centavos. */
  readonly amount: bigint | null;
  /** Of `payments_of_day`: how many, and the day in Brasília. */
  readonly count: number | null;
  readonly day: string | null;
}
