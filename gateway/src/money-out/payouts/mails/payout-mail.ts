/** The kinds of mails about live payouts. */
export type PayoutMailKind =
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

/** A mail that waits: the changes for one merchant since its last mail of a kind. */
export interface PayoutMail {
  /** The platform's id stands for its operators. */
  readonly merchantId: string;
  readonly kind: PayoutMailKind;
  /** Empty for kinds that are counted; otherwise the id of the change. */
  readonly subject: string;
  readonly payoutCount: bigint;
  /** The sum of the payouts in centavos. */
  readonly amount: bigint;
  /** The user who requested all of them; null when there are several or a key pair did. */
  readonly requestedBy: string | null;
  /** Facts of the last change; of rejected payouts those of the decision that all have. */
  readonly details: Readonly<Record<string, string | null>>;
}
