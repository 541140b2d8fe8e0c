import type { ReceivedPayment } from '#src/bank/live-bank.ts';

/** The state of a payment: it paid a charge, is in suspense, was assigned, or was returned. */
export const incomingPaymentStates = ['charge', 'suspense', 'assigned', 'returned'] as const;
export type IncomingPaymentState = (typeof incomingPaymentStates)[number];

/** The reason why a payment is or was in suspense. */
export type IncomingPaymentReason =
  | 'unknown_charge'
  | 'amount_differs'
  /** The bank could not say whether a payment of another amount has paid its charge. */
  | 'amount_unconfirmed'
  | 'already_paid'
  | 'another_key';

/** A payment that a bank received, with the id to which its postings refer. */
export interface IncomingPayment {
  readonly id: string;
  readonly payment: ReceivedPayment;
}
