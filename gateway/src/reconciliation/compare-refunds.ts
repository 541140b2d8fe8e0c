import type { BankRefund, ReceivedPayment } from '#src/banking/live-bank.ts';
import type { BookedPayment } from '#src/receipts/read-booked.ts';
import type { RefundAtBank } from '#src/refunds/read-refunds-at-bank.ts';
import { type Difference, difference } from './difference.ts';

/** What differs between a refund that has ended here and the bank's own. */
export function compareRefund(refund: RefundAtBank, sent: BankRefund | undefined): Difference[] {
  const { id, status, amount: amountHere } = refund;
  if (sent === undefined) {
    // What the bank refused at once it need not remember.
    if (status === 'failed') return [];
    return [difference('refund_missing_at_bank', id, { amountHere, wordsHere: status })];
  }
  const amounts = { amountHere, amountAtBank: sent.amount };
  if (sent.status !== status) {
    const words = { wordsHere: status, wordsAtBank: sent.status };
    return [difference('refund_status', id, { ...amounts, ...words })];
  }
  return sent.amount === amountHere ? [] : [difference('refund_amount', id, amounts)];
}

/**
 * Refunds of received payments that nobody asked for here. What an operator gave back at the bank
 * of a payment that fits no charge is noted with the payment, as a whole.
 */
export function compareRefundsOf(
  payments: readonly ReceivedPayment[],
  booked: ReadonlyMap<string, BookedPayment>,
  known: ReadonlySet<string>,
): Difference[] {
  return payments.flatMap(({ endToEndId, refunds }) =>
    refunds
      .filter(({ refundId, status }) => status !== 'failed' && !known.has(refundId))
      .filter(({ isAskedByUs }) => !isAskedByUs || booked.get(endToEndId)?.isReturned !== true)
      .map(({ amount, returnId, refundId }) =>
        difference('refund_not_asked', endToEndId, {
          amountAtBank: amount,
          wordsAtBank: returnId ?? refundId,
        }),
      ),
  );
}
