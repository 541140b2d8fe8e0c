import type { Centavos } from '#src/money/centavos.ts';

/** What the gateway asks of a bank that is to receive a charge. */
export interface ChargeRegistration {
  readonly id: string;
  readonly amount: Centavos;
  readonly merchantName: string;
  readonly merchantCity: string;
}

/** What the bank is asked about a payout. */
export interface PayoutOrder {
  readonly id: string;
  readonly pixKey: string;
  readonly createdAt: number;
}

/** How a payout ended at the bank. */
export type PayoutResult =
  | { readonly kind: 'paid'; readonly endToEndId: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/**
 * The port. A bank that answers at once and never fails: the only one there is without a provider.
 */
export interface Bank {
  /** The copy-and-paste code of a charge. */
  registerCharge(charge: ChargeRegistration): string;
  /** Whether a payout to this key would be refused for want of balance, to let callers try it. */
  refusesForBalance(pixKey: string): boolean;
  /** The end-to-end id of a payment that a payer made at this instant (milliseconds). */
  receivePayment(at: number): string;
  /** The identifier of a refund of a payment that the payer got at this instant (milliseconds). */
  refundPayment(at: number): string;
  settlePayout(payout: PayoutOrder, at: number): PayoutResult;
}
