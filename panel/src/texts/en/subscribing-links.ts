import type { texts as pt } from '#texts/subscribing-links.ts';

export const texts: typeof pt = {
  kind: 'Subscription',
  hint: 'The payer authorizes once, and the payer’s bank pays each charge. Fixed prices only.',
  interval: 'Charged',
  intervals: {
    weekly: 'Every week',
    monthly: 'Every month',
    quarterly: 'Every three months',
    semiannual: 'Every six months',
    annual: 'Every year',
  },
  cycles: 'How many debits',
  cyclesHint: 'Empty: until it is canceled. The payment now does not count.',
  noEnd: 'Until it is canceled',
  firstDay: 'First due date',
  firstDays: { in_days: 'Days after subscribing', on_day: 'On a day of the month' },
  inDays: 'How many days later',
  inDaysHint: 'Counted from the day on which the payer subscribes. At least 3.',
  daysLater: (days) => `${days} days after subscribing`,
  dayOfMonth: 'Day of the month',
  dayOfMonthHint: '1 to 28. With less than 3 days left, that of the next month.',
  onDay: (day) => `On the next day ${day} of a month`,
  journey: 'How the payer authorizes',
  journeys: {
    code: 'By a code: nothing is paid now',
    code_and_first_payment: 'By a code that also charges the amount now',
  },
  retries: 'Try again without enough balance',
  retriesHint: 'Up to three times, in seven days. You ask for each attempt.',
  retryPolicies: { none: 'No', three_in_seven_days: 'Up to three, in seven days' },
};
