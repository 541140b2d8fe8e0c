import type { Mutation } from './tool/mutation.ts';

const ROOM = 'gateway/src/messages/payer-mails';
const stories = ['gateway/test/api/subscription-mails.test.ts'];
const workers = ['gateway/test/simulation/subscription-mails.test.ts'];

export const MUTATIONS: readonly Mutation[] = [
  {
    file: `${ROOM}/payer-mail-plan.ts`,
    text: 'return Math.max(morningOf(dueOn, -daysBefore), nextMorning(createdAt));',
    replacement: 'return morningOf(dueOn, -daysBefore);',
    tests: stories,
    why: 'a debit is announced at night, or never if it is made later than the wish',
  },
  {
    file: `${ROOM}/check-payer-mail.ts`,
    text: "if (status === 'paid' || status === 'canceled') return status;",
    replacement: '',
    tests: stories,
    why: 'a payer reads that a canceled debit will be made',
  },
  {
    file: `${ROOM}/check-payer-mail.ts`,
    text: "if (isReplaced) return 'renewed';",
    replacement: '',
    tests: stories,
    why: 'a payer is asked to pay in another way what a second debit takes',
  },
  {
    file: 'gateway/src/subscriptions/plan-cycles.ts',
    text: 'if (!isRunning(subscription) || !isRetryable(subscription, cycle)) return undefined;',
    replacement: 'if (!isRetryable(subscription, cycle)) return undefined;',
    tests: stories,
    why: 'a payer waits for a retry that the merchant can’t ask for any more',
  },
  {
    file: `${ROOM}/check-payer-mail.ts`,
    text: "status !== 'scheduled' || (now !== undefined && brazilianDayOf(now) >= dueOn);",
    replacement: "status !== 'scheduled';",
    tests: workers,
    why: 'a payer reads on the day of a debit that it can be canceled until the eve',
  },
  {
    file: 'gateway/src/subscriptions/subscription.ts',
    text: "attempts.filter((_, index) => attempts[index + 1]?.kind !== 'resend')",
    replacement: 'attempts',
    tests: ['gateway/test/live/subscription-mails.test.ts'],
    why: 'an attempt that the bank sends again counts twice: the last failure has no mail',
  },
  {
    file: 'gateway/src/charges/payment-page/payable.ts',
    text: 'isRenewable && !authorizes && renewals',
    replacement: 'isRenewable && renewals',
    tests: ['gateway/test/panel/charge-renewals.test.ts'],
    why: 'a payer pays for a subscription that the code doesn’t authorize',
  },
  {
    file: `${ROOM}/plan-subscription-mails.ts`,
    text: "kind === 'subscription.canceled' && subscription.authorizedAt !== null;",
    replacement: "kind === 'subscription.canceled';",
    tests: stories,
    why: 'a payer who never agreed reads that a subscription has ended',
  },
  {
    file: 'gateway/src/subscriptions/write-states.ts',
    text: 'if (tellPayers) await tellPayersOf(tx, events, { tellPayers, now });',
    replacement: '',
    tests: stories,
    why: 'no payer of a subscription is told anything',
  },
  {
    file: 'gateway/src/subscriptions/payer-store.ts',
    text: 'payer_email = null, ',
    replacement: '',
    tests: ['gateway/test/api/customer-erasure.test.ts'],
    why: 'the address of an erased payer stays in a subscription',
  },
  {
    file: 'gateway/src/subscriptions/payer-store.ts',
    text: 'or r.draft is not null or r.change is not null)',
    replacement: ')',
    tests: ['gateway/test/live/lost-answers-of-subscriptions.test.ts'],
    why: 'name, document and address of an erased payer stay in a request to the bank',
  },
  {
    file: 'gateway/src/reports/customers/erasure/erase-customers.ts',
    text: 'await erasePayerMails(tx, key, subscriptions, now);',
    replacement: '',
    tests: stories,
    why: 'a mail about a subscription is sent after the erasure of its payer',
  },
];
