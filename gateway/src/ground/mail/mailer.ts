import type { Queryable, Transaction } from '../database/database.ts';
import type { SecretBox } from '../encryption/encryption.ts';
import { writeMail } from './write-mail.ts';

/** The topic of a mail to members of a merchant. It decides who gets the mail. */
export type MemberTopic =
  | 'balance_changed'
  | 'dispute'
  | 'kyc_decided'
  | 'payout_approval'
  | 'payout_failed'
  | 'payout_security'
  | 'payout_stop'
  | 'second_factor_replaced'
  | 'webhook_failing';

/** Who gets a mail: the operators, or the members of a merchant who get mails about a topic. */
export type Audience =
  | 'operators'
  | {
      readonly merchantId: string;
      readonly topic: MemberTopic;
      /** A member who gets no mail. */
      readonly exceptUser?: string | null;
    };

export interface Message {
  readonly subject: string;
  /** Plain text; paragraphs are separated by an empty line. */
  readonly text: string;
}

/** Tells people what has happened. */
export interface Mailer {
  /** The address of the panel, for links. */
  readonly appUrl: string;
  /** The e-mails of an audience. */
  readonly readRecipients: (database: Queryable, audience: Audience) => Promise<readonly string[]>;
  /** Writes a mail to each person of an audience, in the transaction of the cause. */
  readonly tell: (
    tx: Transaction,
    audience: Audience,
    message: Message,
    at: number,
  ) => Promise<void>;
}

/** Creates the mailer. `readRecipients` decides who gets a mail. */
export function createMailer(
  secretBox: SecretBox,
  { appUrl, readRecipients }: Omit<Mailer, 'tell'>,
): Mailer {
  return {
    appUrl,
    readRecipients,
    async tell(tx, audience, message, at) {
      for (const recipient of await readRecipients(tx, audience)) {
        writeMail(tx, secretBox, { recipient, ...message }, at);
      }
    },
  };
}
