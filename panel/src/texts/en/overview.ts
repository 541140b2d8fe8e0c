import type { texts as pt } from '#texts/overview.ts';

export const texts: typeof pt = {
  newCharge: 'New charge',
  receivedToday: 'Received today',
  weekBefore: (amount: string) => `a week ago, ${amount} that day`,
  withdraw: 'Withdraw',
  available: 'Available balance',
  reserved: (amount: string) => `${amount} in payouts and refunds under way`,
  nothingReserved: 'No payout or refund under way',
  blocked: 'Blocked balance',
  blockedHint: 'Kept for disputes or by the operator; it can’t be withdrawn',
  pendingSettlement: 'Pending settlement',
  pendingSettlementHint: 'Already received; available on the day of settlement',
  settlementTerms: 'Settlement terms',
  nextSettlements: 'Next settlements',
  debt: 'Debt to the platform',
  debtHint: 'The next payments repay it first',
  averageTicket: 'Average payment',
  averageTicketHint: 'For each payment received',
  noPayments: 'No payment in the period',
  refunds: 'Refunds',
  refundsHint: (count: number, shown: string) =>
    count === 1 ? '1 refund done' : `${shown} refunds done`,
  before: (value: string) => `${value} before`,
  same: 'The same as in the previous period',
  points: (points: string) => `${points} pp`,
  compared: (from: string, to: string) => `Compared with ${from} to ${to}.`,
  comparedDay: (day: string) => `Compared with ${day}.`,
  openDay: 'Today is not over yet.',
  noComparison: (day: string) =>
    `No comparison: your first charge is from ${day}, after the beginning of the previous period.`,
  volume: 'Received in the period (gross)',
  payments: (count: number, shown: string) =>
    `${count === 1 ? '1 payment' : `${shown} payments`}, before fees, splits and refunds`,
  received: 'You received in the period',
  receivedHint: (gross: string, count: number, shown: string) =>
    'Booked in the statement in the period, after fees, splits and refunds. Paid in the period: ' +
    `${gross} gross (${count === 1 ? '1 payment' : `${shown} payments`})`,
  seeEntries: 'See in the statement',
  paidShare: 'Charges paid',
  paidShareHint: (paid: string, created: string) => `${paid} of ${created} created in the period`,
  noCharges: 'No charge created in the period',
  chartFile: (from, to) => `received-${from}-to-${to}`,
  chartColumns: ['Day', 'Received', 'Payments', 'Charges created'],
  chartTitle: 'Received by day',
  chartTitleOfWeeks: 'Received by week',
  week: (day: string) => `Week of ${day}`,
  chartSummary: (amount: string, from: string, to: string) => `${amount} from ${from} to ${to}`,
  latest: 'Latest transactions',
  latestCaption: 'Latest transactions, newest first',
  allTransactions: 'See all',
  attention: 'Needs attention',
  disputesToDefend: (count: number, shown: string) =>
    count === 1 ? '1 dispute waits for your defence' : `${shown} disputes wait for your defence`,
  seeDisputes: 'See disputes',
  failedDeliveries: (count: number, shown: string) =>
    count === 1
      ? '1 webhook delivery failed in the last 24 hours'
      : `${shown} webhook deliveries failed in the last 24 hours`,
  retryingDeliveries: (count: number, shown: string) =>
    count === 1
      ? '1 webhook delivery waits for a new attempt'
      : `${shown} webhook deliveries wait for a new attempt`,
  seeWebhooks: 'See webhooks',
  overdueCharges: (count: number, shown: string) =>
    count === 1 ? '1 charge is overdue' : `${shown} charges are overdue`,
  seeOverdue: 'See overdue charges',
  failedPayouts: (count: number, shown: string) =>
    count === 1
      ? '1 payout failed in the last 7 days; the amount went back to the balance'
      : `${shown} payouts failed in the last 7 days; the amounts went back to the balance`,
  seePayouts: 'See payouts',
  firstSteps: 'First steps',
  firstStepsHints: {
    test: 'In a few minutes you receive your first test Pix.',
    live: 'In a few minutes you receive your first Pix.',
  },
  notApproved: 'No transaction yet',
  notApprovedHint:
    'Once your registration is approved, you create keys for test and production and receive your first Pix.',
  steps: {
    charge: 'Create a charge',
    chargeHint: 'By hand, in the panel. In the test environment, you simulate the payment.',
    keys: 'Create an API key',
    keysHint: 'So that your system creates charges automatically.',
    webhook: 'Add a webhook',
    webhookHint: 'Your system is told as soon as a Pix is received.',
  },
};
