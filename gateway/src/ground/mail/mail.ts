/**
 * `kept`: no SMTP server is configured, so the mail stays in the operator's outbox. `canceled`: a
 * mail to a payer that had no reason any more when it was due.
 */
export const MAIL_STATUSES = ['pending', 'sent', 'kept', 'failed', 'canceled'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A mail of the outbox, without its text. */
export interface OutboxMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly status: MailStatus;
  readonly attemptCount: number;
  /** The error of the last attempt. */
  readonly failure: string | null;
  readonly createdAt: number;
  readonly sentAt: number | null;
}
