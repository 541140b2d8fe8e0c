import type { Transporter } from 'nodemailer';
import type { Brand } from '../brand/brand.ts';
import { firstCharacters } from '../characters.ts';
import type { SmtpConfig } from '../config/config.ts';
import type { DatabaseAndClock } from '../database-and-clock.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { SecretBox } from '../encryption/encryption.ts';
import type { AttachedFiles, MakeAttachedFiles } from './attached-files.ts';
import { logoAttachments, mailHtml } from './mail-html.ts';
import {
  type ClaimedMail,
  claimDueMails,
  keepClaim,
  markMailFailure,
  markMailSent,
  markPendingMailsKept,
} from './mail-store.ts';
import { messageIdOf, onlyAddress, type PayerMailHooks, sendPayerMail } from './send-payer-mail.ts';

const MAILS_AT_ONCE = 10;
const PAUSE_MS_MAX = HOUR_MS;
/** Five in the first hour, then one an hour: five days (RFC 5321, section 4.5.4.1). */
const ATTEMPTS_MAX = 124;
const CLAIM_MS = 5 * MINUTE_MS;
/** Mails with files are sent one after another, so that the files of one are in memory. */
const WITH_FILES_AT_ONCE = 1;
/** Longer than the files of a mail take. */
const CLAIM_WITH_FILES_MS = 15 * MINUTE_MS;
const FAILURE_LENGTH_MAX = 500;
const SMTP_TIMEOUT_MS = 20_000;

export interface MailDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
}

export interface MailSenderDeps extends MailDeps {
  /** The look of mails, and the address whose host is in their ids. */
  readonly config: { readonly brand: Brand; readonly baseUrl: string };
  readonly makeFiles: MakeAttachedFiles | undefined;
  /** The functions of other rooms for mails to payers. */
  readonly payerMails?: PayerMailHooks | undefined;
}

export interface MailSender {
  /** Sends due mails without files. Returns true if more may be due. */
  sendDue(): Promise<boolean>;
  /** Sends a due mail with files. Returns true if more may be due. */
  sendDueWithFiles(): Promise<boolean>;
  close(): void;
}

/**
 * Creates the sender of mails by SMTP (RFC 5321). It tries each mail for five days, so that an
 * outage of the server loses none. Without an SMTP server it gives mails the status `kept`, and the
 * operator reads them in the panel.
 */
export function createMailSender(deps: MailSenderDeps, smtp: SmtpConfig | undefined): MailSender {
  if (!smtp) {
    const keep = async () => (await markPendingMailsKept(deps.database)) > 0;
    return { sendDue: keep, sendDueWithFiles: keep, close: () => {} };
  }
  const opening = openTransport(smtp);
  async function send({ claimMs, limit, withFiles }: Round): Promise<boolean> {
    const transport = await opening;
    const now = deps.clock.now();
    const claim = { now, retryAt: now + claimMs, limit, withFiles };
    const mails = await claimDueMails(deps.database, claim);
    await Promise.all(mails.map((mail) => sendOne(deps, transport, mail)));
    return mails.length === limit;
  }
  const plain = { claimMs: CLAIM_MS, limit: MAILS_AT_ONCE, withFiles: false };
  const large = { claimMs: CLAIM_WITH_FILES_MS, limit: WITH_FILES_AT_ONCE, withFiles: true };
  return {
    sendDue: () => send(plain),
    sendDueWithFiles: () => send(large),
    close: () => void opening.then((transport) => transport.close()),
  };
}

interface Round {
  readonly claimMs: number;
  readonly limit: number;
  readonly withFiles: boolean;
}

async function openTransport({ url, from, requiresTls }: SmtpConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };
  return createTransport({ url, requireTLS: requiresTls, ...timeouts }, { from });
}

async function sendOne(
  deps: MailSenderDeps,
  transport: Transporter,
  mail: ClaimedMail,
): Promise<void> {
  const { payerMails } = deps;
  if (mail.payerMail !== null) {
    if (!payerMails) throw new Error('this process has no look for mails to payers');
    const nextAt = nextAttempt(deps, mail);
    return sendPayerMail({ ...deps, payerMails, transport }, mail, mail.payerMail, nextAt);
  }
  const { database, clock, secretBox, config } = deps;
  try {
    const made = await filesOf(deps, mail);
    if (!made) return;
    const { recipient, subject } = mail;
    const { brand } = config;
    const body = secretBox.open(mail.sealedBody, mail.id);
    const text = made.note === undefined ? body : `${body}\n\n${made.note}\n`;
    await transport.sendMail({
      to: onlyAddress(recipient),
      subject,
      text,
      html: mailHtml(brand, { subject, text }, mail.language),
      attachments: [...logoAttachments(brand), ...made.files],
      messageId: messageIdOf(config, mail),
    });
    await markMailSent(database, { id: mail.id, sentAt: clock.now() });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = firstCharacters(message, FAILURE_LENGTH_MAX);
    const nextAt = nextAttempt(deps, mail) ?? null;
    await markMailFailure(database, { id: mail.id, reason, nextAt });
  }
}

/**
 * The files of a mail; undefined when another process has claimed the mail while they were made.
 */
async function filesOf(
  { database, clock, makeFiles }: MailSenderDeps,
  mail: ClaimedMail,
): Promise<AttachedFiles | undefined> {
  if (mail.attachedFiles === null) return { files: [] };
  if (!makeFiles) throw new Error('this process makes no files of mails');
  const made = await makeFiles(mail.attachedFiles);
  const kept = await keepClaim(database, { ...mail, retryAt: clock.now() + CLAIM_MS });
  return kept === 1 ? made : undefined;
}

/** When a mail is tried again after a failure; undefined after the last attempt. */
function nextAttempt({ clock }: MailSenderDeps, mail: ClaimedMail): number | undefined {
  const attempts = mail.attemptCount;
  const pauseMs = Math.min(PAUSE_MS_MAX, MINUTE_MS * 2 ** attempts);
  return attempts < ATTEMPTS_MAX ? clock.now() + pauseMs : undefined;
}
