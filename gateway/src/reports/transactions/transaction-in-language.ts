import type { Language } from '#src/ground/http/language.ts';
import { failureIn } from '#src/money-out/payouts/texts/failures.ts';
import type { TransactionDetails } from './read-transactions.ts';

/** A transaction for a reader of the panel: why payouts and refunds failed is in the language. */
export function transactionIn(found: TransactionDetails, language: Language): TransactionDetails {
  if (found.type === 'payout') {
    return { ...found, failure_reason: failureIn(found.failure_reason, language) };
  }
  if (!('refunds' in found) || found.refunds === undefined) return found;
  const refunds = found.refunds.map((refund) => ({
    ...refund,
    failure_reason: failureIn(refund.failure_reason, language),
  }));
  return { ...found, refunds };
}
