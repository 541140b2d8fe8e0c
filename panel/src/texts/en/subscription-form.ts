import type { texts as pt } from '#texts/subscription-form.ts';

export const texts: typeof pt = {
  newSubscription: 'New subscription',
  hint: 'The payer authorizes once. Then the payer’s bank pays each charge on its due date.',
  payerName: 'Name of the payer',
  payerDocument: 'CPF or CNPJ of the payer',
  payerEmail: 'E-mail of the payer',
  payerEmailHint: 'Optional. Used to tell of debits, if e-mails to payers are on.',
  plan: 'What is paid',
  planHint: 'The payer reads this at the bank. Up to 35 letters.',
  reference: 'Contract number',
  referenceHint: 'How you find this subscription. The bank shows another number to the payer.',
  kind: 'Amount of the charges',
  kinds: [
    { value: 'fixed', label: 'Fixed amount' },
    { value: 'variable', label: 'Variable amount' },
  ],
  amount: 'Amount of each charge',
  minAmount: 'Smallest amount of a charge',
  minAmountHint: 'Each charge can have this amount or more. You create each one with its amount.',
  interval: 'Frequency',
  firstDueOn: 'First due date',
  firstDueOnMissing: 'Choose the first due date',
  endsOn: 'Last day',
  endsOnHint: 'Empty: until somebody cancels.',
  retries: 'If a payment fails',
  retryPolicies: {
    three_in_seven_days: 'I can try 3 more times in 7 days',
    none: 'Do not try again',
  },
  journey: 'How the payer authorizes',
  journeys: {
    code: 'By a QR code',
    code_and_first_payment: 'By a QR code, with the first payment',
    offer: 'After paying a Pix',
    bank_push: 'In the bank’s app, without a code',
  },
  journeyHints: {
    code: 'The payer scans the code at the bank and authorizes. Nothing is paid at once.',
    code_and_first_payment:
      'The payer scans the code, authorizes and pays the first time in one step. Good for sign-ups.',
    offer:
      'The payer pays an ordinary Pix, and the bank offers to authorize the next ones. The payer ' +
      'can pay without authorizing.',
    bank_push: 'The bank asks the payer. You need to know the payer’s bank, branch and account.',
  },
  firstAmount: 'Amount of the first payment',
  firstAmountHint: 'Empty: the same as each charge.',
  ispb: 'Bank of the payer (ISPB)',
  ispbHint: 'The bank’s code of eight characters, for example 60746948.',
  branch: 'Branch',
  account: 'Account',
  previewTitle: 'First due dates',
  previewHint: 'A due date that is no business day moves to the next one.',
  authorizableUntil: (day) => `The payer can authorize until the end of ${day}.`,
  create: 'Create subscription',
  created: 'Subscription created',
  newCycle: 'Create charge',
  newCycleHint:
    'Create the charge at least two days before its due date. Each period (week, month or ' +
    'other) has one charge at a time: create another only after the earlier one was canceled or ' +
    'refused for good.',
  cycleAmount: 'Amount',
  cycleAmountHint: (least) => `${least} or more.`,
  cycleDueOn: 'Due date',
  cycleDueOnMissing: 'Choose the due date',
  cycleCreated: 'Charge created',
};
