import type { texts as pt } from '#texts/disputes.ts';

export const texts: typeof pt = {
  title: 'Disputes',
  titleOf: (amount: string) => `Dispute · ${amount}`,
  description:
    'Payments that the payer’s bank contested (MED). The amount is blocked until the decision.',
  operatorDescription: 'Payments of all merchants that the payer’s bank contested (MED).',
  caption: 'Disputes, newest first',
  captionOfOpen: 'Open disputes, earliest deadline first',
  ofCustomer: 'Only the disputes of one customer.',
  ofAllCustomers: 'Show those of all',
  empty: 'No dispute',
  emptyOpen: 'No open dispute',
  seeAll: 'See all',
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
    'Answer what you know. The bank gets one text, with the facts of the payment and a heading for each answer.',
  defenseLanguage:
    'The headings are in Portuguese, because the bank reads them. Write your answers in Portuguese too.',
  questions: {
    identification: {
      label: 'Who is the buyer, and how do you know?',
      hint: 'Registration, checked document, earlier purchases, e-mail and phone.',
    },
    delivery: {
      label: 'What was delivered, when, where and how?',
      hint: 'Date, address, carrier and tracking code, or the record of use.',
    },
    conversation: {
      label: 'What did you talk about?',
      hint: 'What the buyer asked for, confirmed or complained about, and when.',
    },
    correctness: {
      label: 'Why are the amount and the destination right?',
      hint: 'The order, the agreed price and whom the payment was due to.',
    },
    authorization: {
      label: 'When and how did the payer authorize the automatic Pix?',
      hint: 'Date, channel and what the payer was shown.',
    },
    service: {
      label: 'Which service was provided in the charged period?',
      hint: 'Dates, access and use.',
    },
    other: {
      label: 'What else should the bank know?',
      hint: 'Optional.',
    },
  },
  defenseLength: (length: number) => `The text has ${length} of 1000 characters.`,
  defenseTooLong: (length: number) =>
    `The text has ${length} characters, and the bank reads 1000. Shorten this answer.`,
  noAnswer: 'Answer at least one question.',
  unanswered: (questions: string) => `Without an answer: ${questions}`,
  reviewDefense: 'Review defence',
  defenseIsFinal: 'The defence is final: once sent, its text and files can’t be changed.',
  editDefense: 'Correct',
  sendDefense: 'Send defence',
  defenseSent: 'Defence recorded.',
  defenseStatus: {
    waiting: 'Waiting to be sent to the bank',
    sent: 'Sent',
    failed: 'Refused by the bank',
  },
  writtenAt: 'Written on',
  noDefense: 'No defence was sent.',
  defenseTooLate:
    'The time for the defence is over, and none was sent. Wait for the bank’s decision.',

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
