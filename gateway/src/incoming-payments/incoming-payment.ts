import type { ReceivedPayment } from '#src/banking/live-bank.ts';

/** Where the money of a payment is: with a charge, held in suspense, or out of it again. */
export const incomingPaymentStates = ['charge', 'suspense', 'assigned', 'returned'] as const;
export type IncomingPaymentState = (typeof incomingPaymentStates)[number];

/** Why a payment paid no charge. */
export type IncomingPaymentReason =
  | 'unknown_charge'
  | 'amount_differs'
  | 'already_paid'
  | 'another_key';

/** A payment that a bank received, with the id that its own postings refer to. */
export interface IncomingPayment {
  readonly id: string;
  readonly payment: ReceivedPayment;
}
