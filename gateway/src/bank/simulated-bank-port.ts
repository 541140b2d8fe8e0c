import type { Centavos } from '#src/ground/money/centavos.ts';

/** A charge to register at the simulated bank. */
export interface ChargeRegistration {
  readonly id: string;
  /** Whether it has a due date: then its code names no amount, because that depends on the day. */
  readonly hasDueDate: boolean;
  readonly amount: Centavos;
  readonly merchantName: string;
  readonly merchantCity: string;
  /** The location that it has; undefined for its own one. */
  readonly location?: string | undefined;
  /** The location of the subscription that the payer can authorize with the charge. */
  readonly recurrenceLocation?: string;
}

/** A subscription whose payer reads a code, by its location. */
export interface RecurrenceRegistration
  extends Pick<ChargeRegistration, 'merchantName' | 'merchantCity'> {
  readonly recurrenceLocation: string;
}

/** A payout to settle at the simulated bank. */
export interface PayoutOrder {
  readonly id: string;
  readonly pixKey: string;
  readonly createdAt: number;
}

/** How a payout ended at the bank. */
export type PayoutResult =
  | EndedPayoutResult
  /** The bank gives no answer before `until`; then the payout ends as `later`. */
  | { readonly kind: 'unanswered'; readonly until: number; readonly later: EndedPayoutResult };

export type EndedPayoutResult =
  | {
      readonly kind: 'paid';
      readonly endToEndId: string;
      /** When the receiving bank sends the money back (milliseconds). */
      readonly returnsAt?: number;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** The port of the simulated bank behind test keys: it answers at once and never fails. */
export interface Bank {
  /** The location of a charge, or another one of its kind that is called by an id. */
  locationOf(charge: Pick<ChargeRegistration, 'id' | 'hasDueDate'>): string;
  /** The location of a subscription, or another one that is called by an id. */
  recurrenceLocationOf(id: string): string;
  /** The copy-and-paste code of a charge. */
  registerCharge(charge: ChargeRegistration): string;
  /** The id of a recurrence made at this instant (milliseconds), as the banks form it. */
  recurrenceId(at: number, admitsRetries: boolean): string;
  /** The id of a request to a payer's bank made at this instant (milliseconds). */
  requestId(at: number): string;
  /** The copy-and-paste code with which a payer authorizes a subscription. */
  registerRecurrence(subscription: RecurrenceRegistration): string;
  /** Whether the key is the test key to which payouts fail for lack of balance. */
  refusesForBalance(pixKey: string): boolean;
  /** The end-to-end id of a payment made at this instant (milliseconds). */
  receivePayment(at: number): string;
  /** The return id of a refund made at this instant (milliseconds). */
  refundPayment(at: number): string;
  /** When the bank answers about a payout at the earliest (milliseconds). */
  answersAt(payout: PayoutOrder): number;
  /** The result of a payout at this instant (milliseconds). */
  settlePayout(payout: PayoutOrder, at: number): PayoutResult;
}
