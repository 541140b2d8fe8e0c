import type { texts as pt } from '#texts/incoming-payments.ts';

export const texts: typeof pt = {
  title: 'Unmatched incoming payments',
  description:
    'Pix that the bank received and that match no charge. The amount stays in suspense until you decide.',
  caption: 'Unmatched incoming payments',
  empty: 'No unmatched incoming payment',
  emptyHint: 'Every Pix received matches a charge.',
  receivedAt: 'Received on',
  amount: 'Amount',
  detailTitle: (amount: string) => `Payment of ${amount}`,
  reason: 'Reason',
  endToEndId: 'EndToEndId',
  decide: 'Actions',
  reasons: {
    unknown_charge: 'Charge not found',
    amount_differs: 'Another amount than asked for',
    amount_unconfirmed: 'The amount differs, and the bank did not say if the charge was paid',
    already_paid: 'The charge was already paid',
    another_key: 'Sent to another Pix key',
  },
  charge: (id: string) => `Charge ${id}`,
  txid: (txid: string) => `txid ${txid}`,

  assign: 'Assign to a merchant',
  assignHint: 'The whole amount, without fee, is credited to the merchant’s available balance.',
  review: 'Review',
  reviewTitle: 'Check before you assign',
  reviewHint: 'Check the merchant. A wrong assignment can be undone once.',
  merchant: 'Merchant',
  assigned: (amount: string, merchant: string) => `${amount} in the balance of ${merchant}.`,

  payCharge: 'Pay the charge',
  payTitle: 'Pay the charge with this Pix?',
  payHint:
    'The charge is paid with the amount that arrived: fee, splits and the merchant’s notice are those of any paid charge. This can’t be undone; afterwards it can only be refunded.',
  proposePayment: 'Propose the payment',
  proposeHint:
    'Above the limit another operator must approve it under Proposals. Nothing changes until then. The charge is paid with the amount that arrived, and this can’t be undone.',
  chargePaid: 'Charge paid.',
  paymentProposed: 'Payment proposed: another operator must approve it.',
  chargeId: 'Charge',
  chargeStatus: 'Status',
  statuses: { pending: 'Pending', expired: 'Expired', canceled: 'Canceled' } as Readonly<
    Record<string, string>
  >,
  expected: 'Amount asked for',
  arrived: 'Amount that arrived',
  difference: 'Difference',
  fee: 'Fee',
  shares: 'Splits to other merchants',
  net: 'The merchant gets',

  fitting: 'Charges that fit',
  nothingFits: 'No charge fits the amount and the day.',
  moreFitting: (count: number) => `Show ${count} more`,
  payShort: 'Pay',
  payFitting: (payer: string) => `Pay the charge of ${payer}`,
  createdOn: (day: string) => `created on ${day}`,
  dueOn: (day: string) => `due on ${day}`,
  samePayer: 'same payer',

  otherAmountsTitle: 'Paid with another amount',
  otherAmountsHint:
    'Charges that the bank called paid, or that operators paid, with another amount than was asked for.',
  otherAmountsEmpty: 'No charge paid with another amount',
  otherAmountsEmptyHint: 'All were paid with the amount that was asked for.',
  decidedBy: 'Decided by',
  byBank: 'Bank',
  byOperators: 'Operators',

  markReturned: 'Mark as returned',
  returnTitle: 'Mark as returned?',
  returnQuestion: (amount: string) =>
    `Mark it only after you have returned ${amount} through the bank: the amount is booked out of the ledger. This can’t be undone.`,
  returned: 'Incoming payment marked as returned.',

  assignedTitle: 'Assigned to merchants',
  assignedHint: 'A wrong assignment can be undone: the payment becomes unmatched again.',
  assignedEmpty: 'No incoming payment assigned',
  assignedEmptyHint: 'Incoming payments that you assign to a merchant appear here.',
  assignedAt: 'Assigned on',
  unassign: 'Undo',
  unassignTitle: 'Undo the assignment?',
  unassignHint: (username: string) =>
    `The amount leaves the balance of @${username}; what was already spent becomes debt. The payment becomes unmatched again.`,
  unassigned: 'Assignment undone.',

  unreadableTitle: 'Unreadable incoming payments',
  unreadableHint:
    'The bank listed these Pix in a form that this version doesn’t know, and the amount was not booked. Look each one up at the bank.',
  firstSeenAt: 'Seen on',
  item: 'EndToEndId or hash',
  resolve: 'Mark as resolved',
  resolveTitle: 'Mark as resolved?',
  resolveQuestion:
    'Mark it only after you have checked the Pix at the bank: it leaves this list and the alert.',
  resolved: 'Incoming payment marked as resolved.',
};
