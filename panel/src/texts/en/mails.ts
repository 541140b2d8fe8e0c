import type { texts as pt } from '#texts/mails.ts';

export const texts: typeof pt = {
  description: 'E-mails of the platform, with recipient and status.',
  caption: 'Messages, newest first',
  keptTitle: 'No mail server is configured',
  keptHint:
    'Messages are kept here. Open one to read the text and use the link; to send them by e-mail, set SMTP_URL and MAIL_FROM.',
  filter: 'Status',
  all: 'All',
  statuses: {
    pending: 'To be sent',
    sent: 'Sent',
    kept: 'Not sent',
    failed: 'Failed',
  },
  empty: 'No message yet',
  emptyHint: 'Confirmations of registrations and security notices appear here.',
  recipient: 'Recipient',
  subject: 'Subject',
  status: 'Status',
  createdAt: 'Created on',
  sentAt: 'Sent on',
  attempts: 'Attempts',
  failure: 'Last failure',
  text: 'Message',
  resend: 'Send again',
  resent: 'The message will be sent again.',
};
