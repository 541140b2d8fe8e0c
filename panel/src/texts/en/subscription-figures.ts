import type { texts as pt } from '#texts/subscription-figures.ts';

export const texts: typeof pt = {
  active: 'Active subscriptions',
  paused: (count) => `Paused: ${count}`,
  monthly: 'Expected revenue a month',
  monthlyHint:
    'The sum of the active subscriptions. Those that are not monthly count with their average per ' +
    'month: an annual one, its amount divided by 12.',
  variable: (count) => `Those of a variable amount (${count}) count with their smallest amount.`,
  collected: 'Collected this month',
  charges: (count) => `Paid charges: ${count}`,
  failed: 'Failed this month',
  failedHint: (amount) => `${amount} in all`,
  retrying: (count) => `being tried again: ${count}`,
  movement: 'Who joined and who left',
  period: 'Period',
  periods: { 30: '30 days', 90: '90 days' },
  counts: (joined, ended, refused) =>
    `New: ${joined} · Ended: ${ended} · Not authorized: ${refused}`,
  ended: 'Ended, by reason',
  notAuthorized: 'Not authorized, by reason',
  by: 'Ended by',
  stoppers: {
    payer: 'The payer',
    bank: 'The payer’s bank',
    merchant: 'You',
    time: 'End of the term',
  },
  reason: 'Reason',
  noReason: 'The term is over.',
  subscriptions: 'Subscriptions',
  ofAllDescription: 'The subscriptions of all merchants, and why charges failed.',
  environment: 'Environment',
  environments: { live: 'Live', test: 'Test' },
  failures: 'Attempts that failed yesterday and today',
  failuresHint: 'One reason at many merchants points to a problem of the bank or of ours.',
  noFailures: 'No attempt failed',
  attempts: 'Attempts',
  merchants: 'Merchants',
  amount: 'Amount',
};
