/** A mail to be sent: plain text, so that every reader shows it as it was written. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** `kept`: no SMTP server is configured, so the mail waits in the operator's outbox. */
export type MailStatus = 'pending' | 'sent' | 'kept' | 'failed';
