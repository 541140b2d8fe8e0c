import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { IncomingPaymentState } from '../payments/incoming-payment.ts';

/**
 * A refund that the bank made and this gateway did not request, with the payment that it refunds.
 * Instants in milliseconds.
 */
export interface UnrequestedRefund {
  readonly id: string;
  readonly bank: string;
  readonly endToEndId: string;
  readonly refundId: string;
  readonly returnId: string | null;
  readonly amount: Centavos;
  /** `failed`: it was done and is booked here, and failed at the bank afterwards. */
  readonly status: 'pending' | 'done' | 'failed';
  /** True for a refund of the special mechanism (MED), which no account holder asked for. */
  readonly isByBank: boolean;
  readonly happenedAt: number;
  readonly foundAt: number;
  /** Why it was not booked as the return of a dispute; null if an operator handles it. */
  readonly bookingFailure: string | null;
  /** Null for a payment that is not booked here, as the two below. */
  readonly incomingPaymentState: IncomingPaymentState | null;
  readonly chargeId: string | null;
  readonly username: string | null;
}

/** The refund as the panel and the commands show it. Amounts are centavos. */
export function unrequestedRefundView(refund: UnrequestedRefund) {
  return {
    id: refund.id,
    bank: refund.bank,
    end_to_end_id: refund.endToEndId,
    refund_id: refund.refundId,
    return_id: refund.returnId,
    amount: centavosToJson(refund.amount),
    status: refund.status,
    by_bank: refund.isByBank,
    happened_at: isoTime(refund.happenedAt),
    found_at: isoTime(refund.foundAt),
    booking_failure: refund.bookingFailure,
    incoming_payment_state: refund.incomingPaymentState,
    charge_id: refund.chargeId,
  };
}
