import type { Centavos } from '#src/ground/money/centavos.ts';
import type { DisputeReason } from './dispute-bank.ts';

/** A payment that the bank received for us. Amount in centavos, instant in milliseconds. */
export interface ReceivedPayment {
  readonly endToEndId: string;
  /** Null for a payment without a charge. */
  readonly txid: string | null;
  /** The Pix key that was paid; null when the bank doesn't report it. */
  readonly pixKey: string | null;
  readonly amount: Centavos;
  readonly receivedAt: number;
  readonly refunds: readonly BankRefund[];
  /** How the bank made up the amount of a charge with a due date; undefined if it doesn't say. */
  readonly components?: PaymentComponents | undefined;
}

/** Centavos: original + fine + interest − rebate − discount is the amount of the payment. */
export interface PaymentComponents {
  readonly original: Centavos;
  readonly fine: Centavos;
  readonly interest: Centavos;
  readonly rebate: Centavos;
  readonly discount: Centavos;
}

/** A refund of a received payment, by us or by the special mechanism (MED). */
export interface BankRefund {
  readonly refundId: string;
  readonly returnId: string | null;
  readonly amount: Centavos;
  readonly status: 'pending' | 'done' | 'failed';
  /** Why it failed, in the bank's words. */
  readonly reason: string | null;
  /** Null when the bank doesn't report it. */
  readonly requestedAt: number | null;
  /** False for a refund of the Central Bank's special mechanism (MED). */
  readonly isRequestedByReceiver: boolean;
  /** Why the special mechanism made it; null for other refunds and for unknown natures. */
  readonly disputeReason: DisputeReason | null;
}
