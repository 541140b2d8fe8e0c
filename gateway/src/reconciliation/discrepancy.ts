import type { Centavos } from '#src/money/centavos.ts';

/** What the bank and the gateway can differ in. */
export const discrepancyKinds = [
  /** The bank received it, and nothing here knows of it. */
  'incoming_payment_missing_here',
  /** It is booked here, and the bank doesn't list it. */
  'incoming_payment_missing_at_bank',
  'incoming_payment_amount',
  /** The bank lists a payment in a form that the gateway can't read. */
  'incoming_payment_unreadable',
  /** Money of a payment went back, and nobody asked for it here (the bank's page, MED). */
  'refund_not_asked',
  'refund_missing_at_bank',
  'refund_status',
  'refund_amount',
  'refund_unreadable',
  /** The bank sent a payout under an id that no payout here has. */
  'payout_missing_here',
  'payout_missing_at_bank',
  'payout_status',
  'payout_amount',
  'payout_end_to_end_id',
  'payout_unreadable',
  /** The bank holds another amount than the ledger says, and nothing on its way explains it. */
  'balance',
] as const;

export type DiscrepancyKind = (typeof discrepancyKinds)[number];

/** One thing that the bank says otherwise. Either side is null where it has nothing to say. */
export interface Discrepancy {
  readonly kind: DiscrepancyKind;
  /** The end-to-end id of a payment, or the id of a payout or refund; null for the balance. */
  readonly subject: string | null;
  readonly amountHere: Centavos | null;
  readonly amountAtBank: Centavos | null;
  /** A state or an end-to-end id. */
  readonly wordsHere: string | null;
  readonly wordsAtBank: string | null;
}

/** What is at the bank, by both. All in centavos. */
export interface BalanceComparison {
  readonly atBank: Centavos;
  readonly inLedger: Centavos;
  /** Payouts and refunds that the bank may have taken already, and the ledger has not yet. */
  readonly outboundInTransit: Centavos;
  /** Payments that the bank may have already, and the ledger has not yet. */
  readonly inboundInTransit: Centavos;
}

/** What was compared of a part of a day, and what differs. */
export interface ComparedPart {
  readonly receivedCount: number;
  readonly payoutCount: number;
  readonly refundCount: number;
  readonly differences: readonly Discrepancy[];
}

/** A day as the bank and the gateway tell it. */
export interface Reconciliation extends ComparedPart {
  readonly bank: string;
  readonly day: string;
  /** Undefined for a bank that only receives, and so tells no balance. */
  readonly balance: BalanceComparison | undefined;
}

/** A difference of which only some is told. */
export function difference(
  kind: DiscrepancyKind,
  subject: string | null,
  sides: Partial<Omit<Discrepancy, 'kind' | 'subject'>>,
): Discrepancy {
  const nothing = { amountHere: null, amountAtBank: null, wordsHere: null, wordsAtBank: null };
  return { kind, subject, ...nothing, ...sides };
}
