import type { Centavos } from '#src/ground/money/centavos.ts';

/** The kinds of discrepancy between the bank and the gateway. */
export const discrepancyKinds = [
  /** The bank received the payment, and it is not booked here. */
  'incoming_payment_missing_here',
  /** The payment is booked here, and the bank doesn't list it. */
  'incoming_payment_missing_at_bank',
  'incoming_payment_amount',
  /** The bank lists a payment in a form that the gateway can't read. */
  'incoming_payment_unreadable',
  /** The bank refunded a payment without a request of this gateway (the bank's page, MED). */
  'refund_not_asked',
  /** The bank reported a refund as done, it was booked here, and then it failed at the bank. */
  'refund_failed_after_booking',
  'refund_missing_at_bank',
  'refund_status',
  'refund_amount',
  'refund_unreadable',
  /** The bank sent a payout whose id is unknown here. */
  'payout_missing_here',
  'payout_missing_at_bank',
  'payout_status',
  'payout_amount',
  'payout_end_to_end_id',
  'payout_unreadable',
  /** The bank lists an open dispute of a payment that paid no charge of this gateway. */
  'dispute_missing_here',
  'dispute_unreadable',
  /** The bank did not list its disputes. */
  'disputes_unread',
  /** The bank has an open authorization of Pix Automático that no subscription here names. */
  'recurrence_missing_here',
  /** A subscription here names an authorization that the bank doesn't know. */
  'recurrence_missing_at_bank',
  'recurrence_unreadable',
  /** The bank did not list the authorizations of Pix Automático. */
  'recurrences_unread',
  /** The bank has a charge of Pix Automático whose id is unknown here. */
  'cycle_missing_here',
  'cycle_missing_at_bank',
  /** The bank calls a charge of Pix Automático paid, and its payment is not known. */
  'cycle_without_pix',
  'cycle_unreadable',
  /** The bank did not list the charges of Pix Automático. */
  'cycles_unread',
  /** The balances differ, and nothing in transit explains it. */
  'balance',
  /** The bank blocks another amount for disputes than the gateway. */
  'blocked_balance',
] as const;

export type DiscrepancyKind = (typeof discrepancyKinds)[number];

/** One thing in which bank and gateway differ. A side is null where it has no value. */
export interface Discrepancy {
  readonly kind: DiscrepancyKind;
  /** The end-to-end id of a payment, or the id of a payout or refund; null for balances. */
  readonly subject: string | null;
  readonly amountHere: Centavos | null;
  readonly amountAtBank: Centavos | null;
  /** A state or an end-to-end id. */
  readonly wordsHere: string | null;
  readonly wordsAtBank: string | null;
}

/** The balance at the bank, as the bank reports it and as the ledger has it. */
export interface BalanceComparison {
  /** With the blocked amount, if the bank leaves it out of its balance. */
  readonly atBank: Centavos;
  readonly inLedger: Centavos;
  /** Payouts and refunds that the bank may have taken and the ledger has not yet booked. */
  readonly outboundInTransit: Centavos;
  /** Payments that the bank may have received and the ledger has not yet booked. */
  readonly inboundInTransit: Centavos;
}

/** How much of a day was compared. */
export interface PartCounts {
  readonly receivedCount: number;
  readonly payoutCount: number;
  readonly refundCount: number;
}

/** The result of comparing a part of a day. */
export interface ComparedPart extends PartCounts {
  readonly discrepancies: readonly Discrepancy[];
}

/** The result of comparing a day. */
export interface Reconciliation extends ComparedPart {
  readonly bank: string;
  readonly day: string;
  /** The end of the compared part of the day, in milliseconds. */
  readonly comparedUntil: number;
  /** Undefined for a bank that only receives, and so reports no balance. */
  readonly balance: BalanceComparison | undefined;
}

/** Makes a discrepancy. Omitted sides are null. */
export function discrepancy(
  kind: DiscrepancyKind,
  subject: string | null,
  sides: Partial<Omit<Discrepancy, 'kind' | 'subject'>>,
): Discrepancy {
  const nothing = { amountHere: null, amountAtBank: null, wordsHere: null, wordsAtBank: null };
  return { kind, subject, ...nothing, ...sides };
}
