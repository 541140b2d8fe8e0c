import type { SentPayout } from '#src/banking/live-bank.ts';
import type { Payout } from '#src/payouts/payout.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';

/** What differs between a payout that has ended here and the bank's own. */
export function comparePayout(payout: Payout, sent: SentPayout | undefined): Discrepancy[] {
  const { id, status, amount: amountHere } = payout;
  if (sent === undefined) {
    // What the bank refused at once it need not remember.
    if (status === 'failed') return [];
    return [discrepancy('payout_missing_at_bank', id, { amountHere, wordsHere: status })];
  }
  if ((status === 'failed') !== (sent.status === 'failed') || sent.status === 'pending') {
    const amounts = { amountHere, amountAtBank: sent.amount };
    const words = { wordsHere: status, wordsAtBank: sent.status };
    return [discrepancy('payout_status', id, { ...amounts, ...words })];
  }
  const found: Discrepancy[] = [];
  if (sent.amount !== amountHere) {
    found.push(discrepancy('payout_amount', id, { amountHere, amountAtBank: sent.amount }));
  }
  if (status !== 'failed' && sent.endToEndId !== payout.endToEndId) {
    const words = { wordsHere: payout.endToEndId, wordsAtBank: sent.endToEndId };
    found.push(discrepancy('payout_end_to_end_id', id, words));
  }
  return found;
}
