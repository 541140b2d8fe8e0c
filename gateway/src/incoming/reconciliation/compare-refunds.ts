import type { BankRefund } from '#src/bank/live-bank.ts';
import type { RefundAtBank } from '#src/money-out/refunds/read-refunds-at-bank.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';

/** Compares a refund that ended here with the bank's record; undefined when the bank has none. */
export function compareRefund(refund: RefundAtBank, sent: BankRefund | undefined): Discrepancy[] {
  const { id, status, amount: amountHere } = refund;
  if (sent === undefined) {
    // A bank may not store refunds that it rejected at once.
    if (status === 'failed') return [];
    return [discrepancy('refund_missing_at_bank', id, { amountHere, wordsHere: status })];
  }
  const amounts = { amountHere, amountAtBank: sent.amount };
  if (sent.status !== status) {
    const words = { wordsHere: status, wordsAtBank: sent.status };
    return [discrepancy('refund_status', id, { ...amounts, ...words })];
  }
  return sent.amount === amountHere ? [] : [discrepancy('refund_amount', id, amounts)];
}
