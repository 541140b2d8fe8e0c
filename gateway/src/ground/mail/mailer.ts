import type { Queryable, Transaction } from '../database/database.ts';
import type { SecretBox } from '../encryption/encryption.ts';
import type { Language } from '../http/language.ts';
import { createId } from '../ids.ts';
import { insertMail } from './mail-store.ts';
import type { PayerMail } from './payer-mail.ts';

/** The rest of a link to the panel, without the dot of its sentence. */
const PANEL_PATH = /^[\w/-]*(?:\?[\w=&.-]*\w)?/;

/** The topic of a mail to members of a merchant. It decides who gets the mail. */
export type MemberTopic =
  | 'balance_changed'
  | 'books_shared'
  | 'dispute'
  | 'kyc_decided'
  | 'payout_approval'
  | 'payout_failed'
  | 'payout_security'
  | 'payout_stop'
  | 'second_factor_replaced'
  | 'webhook_failing';

/** Who gets a mail: one person, the operators, or a merchant's members who get those of a topic. */
export type MailAudience =
  | {
      readonly email: string;
      /** The merchant that the mail is about; a person with several learns which one it is. */
      readonly merchantId?: string;
    }
  | 'operators'
  | {
      readonly merchantId: string;
      readonly topic: MemberTopic;
      /** A member who gets no mail. */
      readonly exceptUser?: string | null;
    };

export interface MailText {
  readonly subject: string;
  /** Plain text, from which the HTML in the brand's look is made. */
  readonly text: string;
}

/** A mail in Portuguese, and in English for those who read the panel in it. */
export interface Message extends MailText {
  /** Of a text that is written in the recipient's language already; Portuguese by default. */
  readonly language?: Language;
  readonly en?: MailText;
  /** Names the files that are made when the mail is sent, in the words of their room. */
  readonly attachedFiles?: string;
}

/** The merchant of a mail to a person who has several. */
export interface NamedMerchant {
  readonly name: string;
  readonly username: string;
}

/** Tells people what has happened. */
export interface Mailer {
  /** The address of the panel, for links. */
  readonly appUrl: string;
  /** The e-mails of an audience. */
  readonly readRecipients: (
    database: Queryable,
    audience: MailAudience,
  ) => Promise<readonly string[]>;
  /** The e-mails, of these, whose users read the panel in English. */
  readonly readEnglishReaders: (
    database: Queryable,
    emails: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** The merchant of a mail for those, of these e-mails, whose users have several merchants. */
  readonly readNamedMerchants: (
    database: Queryable,
    merchantId: string,
    emails: readonly string[],
  ) => Promise<ReadonlyMap<string, NamedMerchant>>;
  /**
   * Writes a mail to each person of an audience, in the language in which the person reads the
   * panel, in the transaction of the cause. A worker sends it after the commit. The text is sealed,
   * because it may hold a link that sets a password. To a person who has several merchants the
   * subject and the links name the mail's.
   */
  readonly tell: (
    tx: Transaction,
    audience: MailAudience,
    message: Message,
    at: number,
  ) => Promise<void>;
}

/** Creates the mailer. `readRecipients` decides who gets a mail. */
export function createMailer(secretBox: SecretBox, deps: Omit<Mailer, 'tell'>): Mailer {
  const { readRecipients, readEnglishReaders } = deps;
  return {
    ...deps,
    async tell(tx, audience, { en, attachedFiles = null, ...usual }, at) {
      const recipients = await readRecipients(tx, audience);
      const english = en ? await readEnglishReaders(tx, recipients) : undefined;
      const named = await namedMerchants(deps, tx, audience, recipients);
      for (const recipient of recipients) {
        const isEnglish = en !== undefined && english?.has(recipient);
        const general = isEnglish ? en : usual;
        const { subject, text } = ofMerchant(general, deps.appUrl, named?.get(recipient));
        const id = createId(at);
        const language = isEnglish ? 'en' : (usual.language ?? 'pt-BR');
        const sealedBody = secretBox.seal(text, id);
        insertMail(tx, {
          id,
          recipient,
          subject,
          sealedBody,
          attachedFiles,
          language,
          payerMail: null,
          now: at,
        });
      }
    },
  };
}

/** The text with the merchant's name in the subject, and its username in links to the panel. */
function ofMerchant(
  { subject, text }: MailText,
  appUrl: string,
  merchant: NamedMerchant | undefined,
): MailText {
  if (!merchant) return { subject, text };
  const panel = `${appUrl}/painel`;
  const [start = '', ...ends] = text.split(panel);
  const links = ends.map((end) => {
    const [path = ''] = PANEL_PATH.exec(end) ?? [];
    const mark = path.includes('?') ? '&' : '?';
    return `${panel}${path}${mark}loja=${merchant.username}${end.slice(path.length)}`;
  });
  return { subject: `${merchant.name}: ${subject}`, text: start + links.join('') };
}

async function namedMerchants(
  { readNamedMerchants }: Pick<Mailer, 'readNamedMerchants'>,
  tx: Transaction,
  audience: MailAudience,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, NamedMerchant> | undefined> {
  const merchantId = audience === 'operators' ? undefined : audience.merchantId;
  if (merchantId === undefined || recipients.length === 0) return undefined;
  return readNamedMerchants(tx, merchantId, recipients);
}

/** Sends the insert of a mail to the payer of a charge; returns its id. */
export function tellPayer(
  tx: Transaction,
  secretBox: SecretBox,
  { recipient, message, payerMail }: { recipient: string; message: Message; payerMail: PayerMail },
  at: number,
): string {
  const id = createId(at);
  const sealedBody = secretBox.seal(message.text, id);
  insertMail(tx, {
    id,
    recipient,
    subject: message.subject,
    sealedBody,
    attachedFiles: null,
    language: 'pt-BR',
    payerMail,
    now: at,
  });
  return id;
}
