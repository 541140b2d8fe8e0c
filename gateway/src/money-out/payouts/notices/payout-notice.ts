/** The kinds of mails about live payouts. */
export type NoticeKind =
  | 'awaiting'
  | 'rejected'
  | 'expired'
  | 'failed'
  | 'stopped'
  | 'resumed'
  | 'raise_asked'
  | 'raise_valid'
  | 'beneficiary'
  | 'automatic_skipped';

/** The changes for one merchant since its last mail of a kind. */
export interface PayoutNotice {
  /** The platform's id stands for its operators. */
  readonly merchantId: string;
  readonly kind: NoticeKind;
  /** Empty for kinds that are counted; otherwise the id of the change. */
  readonly subject: string;
  readonly payoutCount: bigint;
  /** The sum of the payouts in centavos. */
  readonly amount: bigint;
  /** The user who requested all of them; null when there are several or a key pair did. */
  readonly requestedBy: string | null;
  /** Facts of the last change. */
  readonly details: Readonly<Record<string, string | null>>;
}

/** A notice, and the instant from which its mail may be written, in milliseconds since 1970. */
export interface NewNotice extends PayoutNotice {
  readonly dueAt: number;
}
