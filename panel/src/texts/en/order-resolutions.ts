import type { texts as pt } from '#texts/order-resolutions.ts';

export const texts: typeof pt = {
  title: 'Stuck at the bank',
  description:
    'Payouts and refunds sent longer ago than the quarantine and without an answer of the bank. The amount stays reserved. Ask the bank before you propose a result; another operator approves it in Proposals.',
  caption: 'Payouts and refunds stuck at the bank, oldest first',
  empty: 'Nothing is stuck at the bank',
  emptyHint: 'Every payout and refund sent has an answer.',
  sentAt: 'Sent on',
  kind: 'Type',
  kinds: { payout: 'Payout', refund: 'Refund' },
  known: 'The bank knows the operation',
  unknown: 'The bank never showed the operation',
  merchant: 'Merchant',
  amount: 'Amount',
  decide: 'Actions',
  resolve: 'Propose a result',
  resolveTitle: 'What happened at the bank?',
  resolveHint:
    'Write in the reason who at the bank confirmed it. If the bank later says the opposite, the decision is reversed.',
  result: 'Result',
  results: { paid: 'The bank paid', not_paid: 'The bank did not pay' },
  consequences: {
    paid: {
      payout: 'The reserved amount leaves the merchant’s account, and the payout ends as paid.',
      refund: 'The reserved amount leaves the merchant’s account, and the refund ends as done.',
    },
    not_paid: {
      payout:
        'The amount returns to the merchant’s balance and can be withdrawn again. If the bank paid, the money leaves twice.',
      refund:
        'The amount returns to the merchant’s balance and can be refunded again. If the bank paid, the money leaves twice.',
    },
  },
  payees: { payout: 'Beneficiary', refund: 'Payer who is refunded' },
  ids: { payout: 'Identifier of the payout', refund: 'Identifier of the refund' },
  endToEndIds: { payout: 'EndToEndId', refund: 'EndToEndId of the payment' },
  chargeId: 'Refunded charge',
  pixKey: 'Pix key',
  bankId: { payout: 'EndToEndId of the Pix', refund: 'rtrId of the refund' },
  proposed: 'Result proposed. Another operator must approve.',

  reversedTitle: 'Reversed by the bank',
  reversedDescription:
    'Operations that two operators resolved as paid and that the bank did not make. The amount is already back in the balance.',
  reversedCaption: 'Operations reversed by the bank',
  reversedEmpty: 'No operation was reversed',
  reversedEmptyHint: 'Payouts and refunds that the bank undid after confirming them appear here.',
  resolvedAt: 'Resolved on',
  markSeen: 'Mark as seen',
  seen: 'Marked as seen.',
};
