import type { SubscriptionTexts } from './pt-BR.ts';

/** The English texts of the page of a subscription's payer. */
export const texts: SubscriptionTexts = {
  titles: {
    created: (merchant) => `Authorize subscription: ${merchant}`,
    authorized: (merchant) => `Subscription authorized: ${merchant}`,
    paused: (merchant) => `Subscription paused: ${merchant}`,
    rejected: (merchant) => `Subscription declined: ${merchant}`,
    canceled: (merchant) => `Subscription canceled: ${merchant}`,
    expired: (merchant) => `Subscription ended: ${merchant}`,
  },
  subscriptionOf: 'Pix Automático to',
  test: 'Test subscription',
  testExplained: 'No real money is involved, and no bank recognizes this code.',
  testActs: 'Testers act as the payer by the API:',
  variable: 'Variable amount',
  atLeast: (amount, per) => `From ${amount} ${per}.`,
  limitInApp: 'In your bank’s app you can set a maximum amount.',
  authorizeUntil: 'Authorize by',
  qrCode: 'QR code to authorize the subscription',
  code: 'Pix code (copia e cola)',
  howTo: 'How to authorize',
  readCode: 'In your bank’s app, open Pix and scan the QR code, or paste the copied code.',
  compare: (merchant) => `Check that ${merchant}, the amount and the dates are those of this page.`,
  confirmCode: (day) => `Confirm. Nothing is debited now: the first debit is on ${day}.`,
  confirmVariable: 'Confirm. Nothing is debited now.',
  confirmWithPayment: (amount) =>
    `Confirm once: the bank pays ${amount} now and authorizes the next debits.`,
  payOffer: (amount) => `Check it and pay ${amount}.`,
  acceptOffer: (merchant) =>
    `After the payment, accept the Pix Automático to ${merchant} that the bank offers.`,
  noWay: 'The shop has not said yet how you authorize. This page changes when it does.',
  openApp: (merchant) =>
    `Open your bank’s app. Under Pix Automático there is a request from ${merchant}.`,
  compareRequest: 'Check that the amount and the dates are those of this page.',
  answerRequest: 'Authorize or decline. Nothing is debited before you authorize.',
  firstPaid: (amount) => `The payment of ${amount} was made.`,
  offerPaid: (merchant) =>
    'The next debits are not authorized yet: in your bank’s app, accept the Pix Automático to ' +
    `${merchant}.`,
  authorizationMissing: (merchant) =>
    'The authorization of the next debits has not arrived yet. If it does not arrive, contact ' +
    `${merchant}.`,
  waiting: 'This page updates as soon as you authorize.',
  waitingWithoutScript: 'This page refreshes every 10 seconds.',
  authorized: 'Subscription authorized',
  next: (amount, day) => `Next debit: ${amount} on ${day}.`,
  nextRetry: (amount, day) => `Next attempt: ${amount} on ${day}.`,
  noNext: 'No debit is scheduled. Your bank tells you before each debit.',
  lastDone: 'All agreed debits were scheduled.',
  keepBalance: 'Have money in your account on that day. The bank debits by itself.',
  failed: (amount, day) => `The debit of ${amount} of ${day} was not made.`,
  paused: 'Subscription paused',
  pausedExplained: (merchant) => `${merchant} makes no new debits while it is paused.`,
  stillDebited: (amount, day) => `A debit that was scheduled before remains: ${amount} on ${day}.`,
  rejected: 'Subscription declined',
  rejectedExplained: (merchant) =>
    `Nothing will be debited. If you changed your mind, ask ${merchant} for a new subscription.`,
  canceled: 'Subscription canceled',
  canceledBy: {
    merchant: (merchant) => `${merchant} canceled the subscription. There are no new debits.`,
    payer: () => 'The subscription was canceled at your bank. There are no new debits.',
    gateway: () => 'There are no new debits.',
  },
  expired: 'The time to authorize is over',
  expiredExplained: (merchant) =>
    `Don’t use this code any more. Ask ${merchant} for a new subscription.`,
  ended: 'Subscription ended',
  endedExplained: 'The agreed period is over. There are no new debits.',
  terms: 'What is authorized',
  debits: 'Debits',
  businessDay: 'When banks are closed, the debit is on the next business day.',
  first: 'First debit',
  firstOfVariable: 'Debits from',
  firstPayment: 'Payment now',
  last: 'Until',
  noEnd: 'No end date: valid until it is canceled.',
  retries: 'Without enough balance',
  retriesIn: {
    none: 'The bank tries again in the evening. There are no attempts on other days.',
    three_in_seven_days:
      'The bank tries again in the evening. Then there can be up to three more attempts, on ' +
      'different days, in the next seven days.',
  },
  payer: 'Who authorizes',
  payerExplained: (document) => `An account of ${document}`,
  howToCancel: 'How to cancel',
  cancelExplained: (merchant) =>
    `In your bank’s app, open Pix Automático, choose ${merchant} and cancel. A scheduled debit ` +
    'can be canceled until the end of the day before.',
  notHere: 'You can’t cancel on this page.',
  notFound: 'Subscription not found',
  notFoundExplained: 'Check the link with its sender: it may be incomplete.',
  away: 'We’ll be right back',
  awayExplained: 'The subscription can’t be shown right now. Please try again in a moment.',
};
