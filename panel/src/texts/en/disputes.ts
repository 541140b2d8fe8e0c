import type { texts as pt } from '#texts/disputes.ts';

export const texts: typeof pt = {
  title: 'Disputes',
  titleOf: (amount: string) => `Dispute · ${amount}`,
  description:
    'Payments that the payer’s bank contested (MED). The amount is blocked until the decision.',
  operatorDescription: 'Payments of all merchants that the payer’s bank contested (MED).',
  caption: 'Disputes, newest first',
  empty: 'No dispute',
  operatorEmptyHint: 'When a bank contests a payment, the dispute is shown here.',
  emptyHint: 'If a payment is contested, you are told by e-mail and see it here.',
  filter: 'Status',
  all: 'All',
  backToList: 'Disputes',
  merchant: 'Merchant',
  openedAt: 'Opened on',
  closedAt: 'Closed on',
  reason: 'Reason',
  reasons: {
    fraud: 'Fraud',
    operational_failure: 'Operational failure',
    automatic_pix: 'Automatic Pix',
  },
  status: 'Status',
  statuses: {
    open: 'Open',
    in_defense: 'In defence',
    accepted: 'Accepted',
    rejected: 'Rejected',
    canceled: 'Canceled',
  },
  amount: 'Contested amount',
  blocked: 'Blocked',
  returned: 'Returned to the payer',
  due: 'Defence due',
  daysLeft: (days: number) =>
    days === 0 ? 'Ends today' : days === 1 ? '1 day left' : `${days} days left`,
  dueEnded: 'Time is over',
  seeTransaction: 'See the transaction',
  payer: 'Payer',
  order: 'Order',
  orderDescription: 'Description',
  transaction: 'Transaction',
  endToEndId: 'EndToEndId',
  bankId: 'Id at the bank',
  details: 'Details',

  defense: 'Defence',
  defenseHint:
    'Explain why the payment is legitimate: what was sold, when it was delivered and how the buyer was identified. The bank reads this text.',
  defenseText: 'Text of the defence',
  defenseLength: (length: number) => `${length} of 1000 characters`,
  useTemplate: 'Start with a template',
  templateLanguage:
    'The template is in Portuguese, because the bank reads it. Write your defence in Portuguese too.',
  receipt: 'Receipt',
  sendDefense: 'Send defence',
  defenseSent: 'Defence recorded.',
  defenseStatus: {
    waiting: 'Waiting to be sent to the bank',
    sent: 'Sent',
    failed: 'Refused by the bank',
  },
  writtenAt: 'Written on',
  noDefense: 'No defence was sent.',

  newDispute: 'Open a dispute',
  newHint:
    'For when the bank tells you in another way. The amount is blocked in the balances of the merchant and of the recipients of the split.',
  paymentId: 'EndToEndId of the payment',
  allLeft: 'Leave it at zero to contest all that is left of the payment.',
  note: 'Reason of the operation',
  noteHint: 'It is recorded in the audit.',
  noteMissing: 'Enter the reason.',
  paymentMissing: 'Enter the EndToEndId.',
  opened: 'Dispute opened.',

  close: 'Close dispute',
  closeHint:
    'Enter what the bank decided. Accepted: the amount goes back to the payer. Rejected or canceled: the blocked amount is released.',
  outcome: 'Decision of the bank',
  acceptedAmount: 'Accepted amount',
  allContested: 'Leave it at zero to accept all of the contested amount.',
  returnId: 'Id of the return at the bank (rtrId)',
  returnHint:
    'If the bank has already returned the money, enter it to book it now. Without it, the amount stays blocked until the return appears at the bank.',
  closed: 'Dispute closed.',
};
