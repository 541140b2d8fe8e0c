import type { ReceivedPayment } from '#src/bank/live-bank.ts';

/** Where the money of a payment is: in a charge, in suspense, or out of suspense again. */
export const incomingPaymentStates = ['charge', 'suspense', 'assigned', 'returned'] as const;
export type IncomingPaymentState = (typeof incomingPaymentStates)[number];

/** Why a payment is or was in suspense. */
export type IncomingPaymentReason =
  | 'unknown_charge'
  | 'amount_differs'
  | 'already_paid'
  | 'another_key';

/** A payment that a bank received, with the id to which its postings refer. */
export interface IncomingPayment {
  readonly id: string;
  readonly payment: ReceivedPayment;
}
