import type { texts as pt } from '#texts/payer-mails.ts';

export const texts: typeof pt = {
  description:
    'Reminders and receipts by e-mail, with the name, logo and colour of your payment page.',
  testHint:
    'In the test environment only the e-mails of your team get messages. Other payers are left out.',
  noServer: 'This platform sends no e-mails to payers. Ask its support if you want reminders.',
  sandboxClosed: 'The demonstration account sends no e-mails.',
  reminders: 'Reminders',
  remindersHint:
    'They go to charges with the payer’s e-mail, at 9 a.m. in Brasília. Payers who have paid or unsubscribed get no more. For charges with a due date they say what is payable on the day. For subscriptions they announce each debit, and tell when a debit fails and when the subscription is canceled. The one of a cancellation goes if any reminder is on.',
  before: 'Before the due date',
  onDueDay: 'On the due date',
  onDueDayHint:
    'If the charge is due before 10 a.m., the reminder goes at 6 p.m. of the day before.',
  after: 'After the due date, if it was not paid',
  afterHint:
    'With renewals turned on for the payment page, the payer gets a new code from the reminder.',
  days: 'Days',
  receiptsTitle: 'Receipts',
  receipts: 'Receipt after the payment',
  receiptsHint:
    'The payer gets the link of the receipt, which anybody can verify. It applies to payment links too.',
  limits: (perDay) =>
    `Up to ${perDay} e-mails a day and 10 for each address in 24 hours. Every e-mail has a link to unsubscribe.`,
  save: 'Save',
  saved: 'E-mails to payers saved.',
  readOnly: 'Your role may see, but not change, what payers get.',
  history: 'E-mails to the payer',
  noMails: 'No e-mail was sent or is planned for this charge.',
  noMailsOfSubscription:
    'The e-mail about a cancellation is shown here. Those about a debit are on the page of its charge.',
  settingsLink: 'Set up reminders',
  kinds: {
    before: 'Reminder before the due date',
    on_due_day: 'Reminder on the due date',
    after: 'Reminder after the due date',
    receipt: 'Receipt',
    attempt_1_failed: 'Debit failed',
    attempt_2_failed: 'Second attempt failed',
    attempt_3_failed: 'Third attempt failed',
    attempt_4_failed: 'Fourth attempt failed',
    subscription_canceled: 'Subscription canceled',
  },
  states: {
    planned: 'Planned',
    waiting: 'Waiting to be sent',
    sent: 'Sent',
    skipped: 'Not sent',
    failed: 'Failed',
  },
  reasons: {
    paid: 'the charge was paid already',
    canceled: 'the charge was canceled',
    expired: 'the charge had expired already',
    renewed: 'a new charge has replaced this one',
    refunded: 'the payment was refunded',
    erased: 'the data of the payer was erased',
    turned_off: 'this e-mail was turned off',
    late: 'it could not leave on its day',
    unsubscribed: 'the payer wants no more e-mails',
    address_refused: 'the mail server refused the address',
    mail_refused: 'the mail server refused the message',
    test_address: 'in test only your team gets e-mails',
    address_limit: 'this address got 10 e-mails in 24 hours',
    daily_limit: 'the limit of e-mails of the day was reached',
    account_not_active: 'the account was not active',
    no_mail_server: 'the platform has no mail server',
    gave_up: 'the mail server did not answer for five days',
    interrupted: 'the sending was interrupted: we don’t know if it arrived',
  },
  reply: (code) => `answer ${code}`,
  stops: {
    unsubscribed: 'This payer asked for no more e-mails of yours.',
    refused: 'The mail server refused this payer’s address. Check the e-mail with the payer.',
  },
};
