import type { texts as pt } from '#texts/notifications.ts';

export const texts: typeof pt = {
  description: (email: string) =>
    `E-mails about your production, sent to ${email}. Each member of the team chooses their own.`,
  chosen: 'E-mails that you choose',
  saved: 'Preference saved.',
  kinds: {
    payment_received: {
      label: 'Payment received',
      hint: 'From the amount that you set. With many payments: up to 5 e-mails an hour and a digest of the rest.',
    },
    payout_failed: {
      label: 'Payout not made',
      hint: 'When the bank does not make a payout, or when a payout is rejected or expires without an approval.',
    },
    dispute: {
      label: 'Dispute (MED)',
      hint: "When the payer's bank contests a payment, and when the dispute is decided.",
    },
    webhook_failing: {
      label: 'Failing webhook',
      hint: 'When the deliveries to a webhook fail for more than 10 minutes.',
    },
    daily_summary: {
      label: 'Daily summary',
      hint: 'At 8 a.m. in Brasília: received, refunded, payouts, fees and balance of the day before. A day without activity has no summary.',
    },
  },
  minAmount: 'From',
  saveAmount: 'Save amount',
  always: 'E-mails that we always send',
  alwaysHint:
    'Account security, requests for approval, stops and limits of payouts, adjustments of the balance and the result of the registration. They protect your money and can’t be turned off.',
  sandboxClosed: 'The demo account sends no e-mails.',
};
