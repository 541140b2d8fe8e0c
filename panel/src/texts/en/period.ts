import type { texts as pt } from '#texts/period.ts';

export const texts: typeof pt = {
  period: 'Period',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    '7_days': '7 days',
    '30_days': '30 days',
    this_month: 'This month',
    last_month: 'Last month',
    '90_days': '90 days',
    own: 'Other period',
  },
  months: 'Months',
  from: 'From',
  to: 'To',
  allTime: 'All time',
  wrongPeriod: (days: number) =>
    Number.isFinite(days)
      ? `Choose up to ${days} days, ending today or before.`
      : 'The period ends today or before and begins before its end.',
};
