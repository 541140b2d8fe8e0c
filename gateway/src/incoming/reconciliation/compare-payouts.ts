import type { SentPayout } from '#src/bank/live-bank.ts';
import type { Payout } from '#src/money-out/payouts/payout.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';

/** Compares a payout that ended here with the bank's record; undefined when the bank has none. */
export function comparePayout(payout: Payout, sent: SentPayout | undefined): Discrepancy[] {
  const { id, status, amount: amountHere } = payout;
  if (sent === undefined) {
    // A bank may not store payouts that it rejected at once.
    if (status === 'failed') return [];
    return [discrepancy('payout_missing_at_bank', id, { amountHere, wordsHere: status })];
  }
  if ((status === 'failed') !== (sent.status === 'failed') || sent.status === 'pending') {
    const amounts = { amountHere, amountAtBank: sent.amount };
    const words = { wordsHere: status, wordsAtBank: sent.status };
    return [discrepancy('payout_status', id, { ...amounts, ...words })];
  }
  const discrepancies: Discrepancy[] = [];
  if (sent.amount !== amountHere) {
    discrepancies.push(discrepancy('payout_amount', id, { amountHere, amountAtBank: sent.amount }));
  }
  if (status !== 'failed' && sent.endToEndId !== payout.endToEndId) {
    const words = { wordsHere: payout.endToEndId, wordsAtBank: sent.endToEndId };
    discrepancies.push(discrepancy('payout_end_to_end_id', id, words));
  }
  return discrepancies;
}
