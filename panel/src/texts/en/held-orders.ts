import type { texts as pt } from '#texts/held-orders.ts';

export const texts: typeof pt = {
  description:
    'Payouts and refunds of suspended accounts that were not sent to the bank yet. They are sent automatically when the account is reinstated.',
  caption: 'Held payouts and refunds, oldest first',
  empty: 'Nothing held',
  emptyHint: 'No suspended account has pending payouts or refunds.',
  createdAt: 'Requested on',
  kind: 'Type',
  kinds: { payout: 'Payout', refund: 'Refund' },
  merchant: 'Merchant',
  amount: 'Amount',
  decide: 'Actions',

  release: 'Release',
  releaseTitle: 'Release it for sending?',
  releaseQuestion: (amount: string) =>
    `${amount} is sent to the bank although the account is suspended. This can’t be undone.`,
  released: 'Released for sending to the bank.',
  cancel: 'Cancel',
  cancelTitle: 'Cancel the sending?',
  cancelQuestion: (amount: string) =>
    `${amount} and the fee go back to the merchant’s available balance. This can’t be undone.`,
  cancelled: 'Canceled: the amount went back to the balance.',

  lateTitle: 'Paid after the failure',
  lateDescription:
    'Operations that failed here and that the bank completed. The amount is already debited in the ledger from the merchant’s balance; what was missing became its debt.',
  lateCaption: 'Paid after the failure, oldest first',
  lateEmpty: 'No payment to check',
  lateEmptyHint: 'The bank completed no operation that had failed here.',
  foundAt: 'Found on',
  debt: 'In debt',
  markSeen: 'Mark as seen',
  seen: 'Marked as seen.',
};
