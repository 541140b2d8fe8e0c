import type { texts as pt } from '#texts/notices.ts';

export const texts: typeof pt = {
  bell: (unread: string) => (unread === '' ? 'Notifications' : `Notifications: ${unread} unread`),
  announced: (unread: string) =>
    unread === '1' ? '1 unread notification' : `${unread} unread notifications`,
  newNotices: 'Notifications',
  markAll: 'Mark all as read',
  chooseMails: 'Choose e-mails',
  none: 'Nothing new in the last 30 days',
  noneHint: 'Payments, payouts, disputes and failing webhooks appear here.',
  unread: 'Unread',
  ofBatch: {
    'payout.paid': 'Payouts of a batch made',
    'payout.failed': 'Payouts of a batch not made',
    'payout.returned': 'The bank returned payouts of a batch',
    'payout.awaiting_approval': 'A batch of payouts waits for approval',
    'payout.rejected': 'A batch of payouts was not approved',
  },
  notices: {
    payment: (amount: string) => `Payment of ${amount} received`,
    paymentsOfDay: (count: string, day: string, amount: string) =>
      `${count} payments on ${day}: ${amount}`,
    'payout.paid': (amount: string) => `Payout of ${amount} made`,
    'payout.failed': (amount: string) => `Payout of ${amount} not made`,
    'payout.returned': (amount: string) => `So far the bank returned ${amount} of a payout`,
    'payout.awaiting_approval': (amount: string) => `Payout of ${amount} waits for approval`,
    'payout.rejected': (amount: string) => `Payout of ${amount} not approved`,
    'dispute.opened': (amount: string) => `Payment of ${amount} contested`,
    'dispute.closed': (amount: string) => `Dispute of ${amount} closed`,
    'balance.adjusted': (amount: string) => `Balance adjusted by ${amount}`,
    'webhook.failing': () => 'Webhook failing for more than 10 minutes',
    'kyc.approved': () => 'Registration approved',
    'kyc.rejected': () => 'Registration needs corrections',
  },
};
