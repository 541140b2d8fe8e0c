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
  /** The end-to-end id of a payment made at this instant (milliseconds). */
  receivePayment(at: number): string;
  /** The return id of a refund made at this instant (milliseconds). */
  refundPayment(at: number): string;
}
