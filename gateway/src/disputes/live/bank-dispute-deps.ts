import type { DisputeBank } from '#src/bank/dispute-bank.ts';
import type { ReceivedPayment, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Logger } from '#src/ground/log.ts';
import type { DisputeDeps } from '../write-disputes.ts';

export interface BankDisputeDeps extends DisputeDeps {
  readonly logger: Logger;
  readonly bankName: string;
  readonly disputes: DisputeBank;
  readonly receiving: Pick<ReceivingBank, 'findReceived'>;
  /** Saves the refunds of payments that this gateway did not request, to be booked. */
  readonly saveUnrequestedRefunds: (payments: readonly ReceivedPayment[]) => Promise<void>;
  /** Is called after each answer of the bank; an error that it throws ends the reading. */
  readonly onStep?: () => Promise<void>;
}

/** A dispute that a reading could not take over completely. */
export interface UnreadDispute {
  /** The bank's id of the dispute, or a digest of the item when the id is unreadable. */
  readonly id: string;
  /** In Portuguese. */
  readonly reason: string;
}
