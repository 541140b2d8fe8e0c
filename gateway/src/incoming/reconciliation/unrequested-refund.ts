import { isoTime } from '#src/ground/clock.ts';
import * as f from '#src/ground/database/fields.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { IncomingPaymentState } from '../payments/incoming-payment.ts';

/**
 * A refund that the bank made and this gateway did not request, with the payment that it refunds.
 * Instants in milliseconds.
 */
export const UNREQUESTED_REFUND = {
  id: f.uuid,
  bank: f.text,
  endToEndId: f.text,
  refundId: f.text,
  returnId: f.orNull(f.text),
  amount: f.inColumn('amount_centavos', f.centavos),
  /** `failed`: it was done and is booked here, and failed at the bank afterwards. */
  status: f.textOf<'pending' | 'done' | 'failed'>(),
  /** True for a refund of the special mechanism (MED), which no account holder asked for. */
  isByBank: f.bool,
  happenedAt: f.instant,
  foundAt: f.instant,
  /** Why it was not booked as the return of a dispute; null if an operator handles it. */
  bookingFailure: f.orNull(f.text),
  /** Null for a payment that is not booked here, as the two below. */
  incomingPaymentState: f.orNull(f.textOf<IncomingPaymentState>()),
  chargeId: f.orNull(f.uuid),
  username: f.orNull(f.text),
};
export type UnrequestedRefund = f.RecordOf<typeof UNREQUESTED_REFUND>;

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
