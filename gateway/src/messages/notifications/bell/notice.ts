import { notableEventKinds } from '#src/webhooks/webhook-event.ts';

/** The kinds of notices that the panel's bell lists. */
export const NOTICE_KINDS = [
  'payment',
  'payments_of_day',
  ...notableEventKinds,
  'webhook.failing',
  'kyc.approved',
  'kyc.rejected',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A line of the bell's list. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The id of the transaction, dispute or endpoint; null for other kinds. */
  readonly resourceId: string | null;
  /** Of a notice for all payouts of a batch; it has no transaction then. */
  readonly batchId: string | null;
  /** In centavos. */
  readonly amount: bigint | null;
  /** For `payments_of_day`: the number of payments, and the day in Brasília. */
  readonly count: number | null;
  readonly day: string | null;
}
