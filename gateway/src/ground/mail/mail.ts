import * as f from '../database/fields.ts';

/**
 * `kept`: no SMTP server is configured, so the mail stays in the operator's outbox. `canceled`: a
 * mail to a payer that had no reason any more when it was due.
 */
export const MAIL_STATUSES = ['pending', 'sent', 'kept', 'failed', 'canceled'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

export const OUTBOX_MAIL = {
  id: f.uuid,
  recipient: f.text,
  subject: f.text,
  status: f.textOf<MailStatus>(),
  attemptCount: f.count,
  /** The error of the last attempt. */
  failure: f.orNull(f.text),
  createdAt: f.instant,
  sentAt: f.orNull(f.instant),
};
/** A mail of the outbox, without its text. */
export type OutboxMail = f.RecordOf<typeof OUTBOX_MAIL>;
