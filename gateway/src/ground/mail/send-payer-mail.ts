import type { SentMessageInfo, Transporter } from 'nodemailer';
import type { Brand } from '../brand/brand.ts';
import type { Transaction } from '../database/database.ts';
import type { DatabaseAndClock } from '../database-and-clock.ts';
import type { SecretBox } from '../encryption/encryption.ts';
import { logoAttachments, mailHtml } from './mail-html.ts';
import { type ClaimedMail, markMailCanceled, markMailFailure, markMailSent } from './mail-store.ts';
import type { PayerMail, PayerMailLook } from './payer-mail.ts';

/** How the sending of a mail to a payer has ended. */
export interface PayerMailEnd {
  readonly status: 'sent' | 'failed' | 'skipped';
  /** Why it was not sent; null for a sent mail. */
  readonly reason: string | null;
  /** The status code of the mail server: `550 5.1.1`. */
  readonly reply?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The functions of the room that knows payers, for the sender of mails. */
export interface PayerMailHooks {
  /** The look of a mail that may still be sent; otherwise why it may not. */
  readonly prepare: (
    mail: PayerMail,
    recipient: string,
  ) => Promise<PayerMailLook | { readonly skipped: string }>;
  /** Records the end of a mail, in the transaction of the outbox. */
  readonly ended: (tx: Transaction, mail: PayerMail, end: PayerMailEnd) => void;
  /** Marks an address that the mail server refuses for good. */
  readonly refuseAddress: (
    tx: Transaction,
    mail: PayerMail,
    refused: { readonly recipient: string; readonly reply: string; readonly at: number },
  ) => Promise<void>;
}

interface SendDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
  readonly config: { readonly brand: Brand; readonly baseUrl: string };
  readonly payerMails: PayerMailHooks;
  readonly transport: Transporter;
}

/** The id of a mail, the same on every attempt: mail programs show a mail that came twice once. */
export function messageIdOf({ baseUrl }: { baseUrl: string }, { id }: { id: string }): string {
  return `<${id}@${new URL(baseUrl).hostname}>`;
}

/** The recipient as nodemailer takes it unparsed: a text could be a list of addresses. */
export function onlyAddress(address: string) {
  return { name: '', address };
}

/**
 * Sends a mail to a payer at most once: when nobody knows whether an attempt has arrived, there is
 * no other one. Before each attempt it is asked whether the mail still has a reason. A refusal for
 * good ends the mail, and the address gets no more mails if the refusal is about the address.
 */
export async function sendPayerMail(
  deps: SendDeps,
  mail: ClaimedMail,
  payerMail: PayerMail,
  nextAt: number | undefined,
): Promise<void> {
  const isFirst = mail.attemptCount === 1;
  // The process has died during the last attempt.
  if (!isFirst && mail.lastFailure === null) return fail(deps, mail, payerMail, 'interrupted');
  const prepared = await deps.payerMails.prepare(payerMail, mail.recipient);
  if ('skipped' in prepared) return skip(deps, mail, payerMail, prepared.skipped);
  try {
    await transmit(deps, mail, { payerMail, look: prepared });
  } catch (error) {
    return end(deps, mail, { payerMail, error, nextAt });
  }
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    if ((await markMailSent(tx, { id: mail.id, sentAt: at })) === 0) return;
    deps.payerMails.ended(tx, payerMail, { status: 'sent', reason: null, at });
  });
}

function transmit(
  { config, secretBox, transport }: SendDeps,
  mail: ClaimedMail,
  { payerMail, look }: { readonly payerMail: PayerMail; readonly look: PayerMailLook },
): Promise<SentMessageInfo> {
  const { recipient, subject } = mail;
  const { brand, baseUrl } = config;
  const { name, color, logo, replyTo } = look;
  const { supportUrl, termsUrl, privacyUrl } = brand;
  const mailLook = {
    name,
    logo,
    color: color ?? brand.color,
    supportUrl,
    termsUrl,
    privacyUrl,
  };
  const text = secretBox.open(mail.sealedBody, mail.id);
  return transport.sendMail({
    to: onlyAddress(recipient),
    subject,
    text,
    html: mailHtml(mailLook, { subject, text }),
    ...(replyTo !== undefined && { replyTo: onlyAddress(replyTo) }),
    attachments: logoAttachments(mailLook),
    messageId: messageIdOf({ baseUrl }, mail),
    headers: {
      // One click in the mail program unsubscribes (RFC 8058).
      'List-Unsubscribe': `<${payerMail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  });
}

async function skip(
  { database, clock, payerMails }: SendDeps,
  { id }: ClaimedMail,
  payerMail: PayerMail,
  reason: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await markMailCanceled(tx, { id, reason })) === 0) return;
    payerMails.ended(tx, payerMail, { status: 'skipped', reason, at: clock.now() });
  });
}

async function fail(
  { database, clock, payerMails }: SendDeps,
  { id }: ClaimedMail,
  payerMail: PayerMail,
  reason: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await markMailFailure(tx, { id, reason, nextAt: null })) === 0) return;
    payerMails.ended(tx, payerMail, { status: 'failed', reason, at: clock.now() });
  });
}

/** Records a failed attempt: the mail waits for the next one, or has ended. */
async function end(
  { database, clock, payerMails }: SendDeps,
  { id, recipient }: ClaimedMail,
  {
    payerMail,
    error,
    nextAt,
  }: { payerMail: PayerMail; error: unknown; nextAt: number | undefined },
): Promise<void> {
  const failure = readFailure(error);
  const at = clock.now();
  const reason = failure.reason ?? (nextAt === undefined ? 'gave_up' : undefined);
  await database.transaction(async (tx) => {
    const text = failure.reply ?? failure.reason ?? 'unavailable';
    const retryAt = reason === undefined ? (nextAt ?? null) : null;
    const marked = await markMailFailure(tx, { id, reason: text, nextAt: retryAt });
    if (marked === 0 || reason === undefined) return;
    const { reply } = failure;
    payerMails.ended(tx, payerMail, { status: 'failed', reason, ...(reply && { reply }), at });
    if (reason !== 'address_refused') return;
    await payerMails.refuseAddress(tx, payerMail, { recipient, reply: reply ?? '', at });
  });
}

interface Failure {
  /** Why there is no other attempt; undefined: it may be tried again. */
  readonly reason?: 'address_refused' | 'mail_refused' | 'interrupted';
  readonly reply?: string;
}

const PERMANENT = /^5\d\d/;
/** The enhanced status codes (RFC 3463) that speak of rules and not of the address. */
const POLICY = /^5\d\d[ -]5\.7\./;
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;

/** The errors of nodemailer before the content of a mail is sent. */
const UNSENT_CODES = new Set(['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'EREQUIRETLS', 'EOAUTH2']);
const UNSENT_TEXT = /^(?:Connection timeout|Greeting never received)/;

interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly message?: unknown;
  readonly response?: unknown;
  readonly syscall?: unknown;
}

/** The text of a failure of nodemailer. The words of the server may name the address: not kept. */
function readFailure(unchecked: unknown): Failure {
  const error = Object(unchecked) as SmtpError;
  const { response, command } = error;
  if (typeof response !== 'string') {
    // The connection broke without an answer: the server may have taken the mail.
    return isUnsent(error) ? {} : { reason: 'interrupted' };
  }
  const reply = CODES.exec(response)?.[0].replace('-', ' ');
  const known = reply === undefined ? {} : { reply };
  // Faults of the log-in or of the sender are the operator's, who can end them.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  if (!PERMANENT.test(response) || !isAboutMail) return known;
  if (command === 'DATA' || POLICY.test(response)) return { ...known, reason: 'mail_refused' };
  return { ...known, reason: 'address_refused' };
}

function isUnsent({ code, syscall, message }: SmtpError): boolean {
  return UNSENT_CODES.has(String(code)) || syscall === 'connect' || UNSENT_TEXT.test(`${message}`);
}
