import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Charge } from '#src/charges/charge.ts';
import { readLook } from '#src/charges/payment-page/change-page-look.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { MEMBER_ROLES } from '#src/ground/access/roles.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { recordedAt } from '#src/ground/database/test-time.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { createId } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import { tellPayer } from '#src/ground/mail/mailer.ts';
import { pageOfSubscription } from '#src/subscriptions/subscription-view.ts';
import { readPaidEvents } from '#src/webhooks/feed/read-paid-events.ts';
import { selectMemberEmails } from '../recipient-store.ts';
import { isRenewable, refusalOf } from './check-payer-mail.ts';
import { lockSubject, type MailSubject, payerOf } from './mail-subject.ts';
import { addressDigest, unsubscribeToken } from './payer-address.ts';
import {
  isSubscriptionKind,
  LATE_MS,
  MAILS_PER_ADDRESS,
  MAILS_PER_DAY,
  type PayerMailReason,
  reminderAt,
  wantsKind,
} from './payer-mail-plan.ts';
import {
  advanceSettings,
  lockDueSettings,
  type PayerMailSettings,
  postponeSettings,
  selectLastPosition,
} from './payer-mail-settings-store.ts';
import {
  countMailsTo,
  lockDueMails,
  markMailEnded,
  markMailWaiting,
  type PayerMailRow,
  planMails,
  rescheduleMail,
} from './payer-mail-store.ts';
import { payerMailText } from './payer-mail-texts.ts';
import { planReminders } from './plan-reminders.ts';
import { subscriptionMailText } from './subscription-mail-texts.ts';

/** How often the charges of a merchant that wants mails are read. */
const PAUSE_MS = MINUTE_MS;
/** The pause of a scope after a failure. */
const FAILURE_PAUSE_MS = 5 * MINUTE_MS;
const MAILS_AT_ONCE = 50;

export interface PayerMailDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
  readonly config: { readonly baseUrl: string; readonly smtp: object | undefined };
  /** The key of the hashes of addresses and of links to unsubscribe. */
  readonly readKey: () => Promise<Buffer>;
  /** The page that verifies the receipt of a payment; undefined while there is none. */
  readonly receiptUrl: (tx: Transaction, charge: Charge) => Promise<string | undefined>;
}

/** The functions of a room above for mails to payers. */
export type PayerMailParts = Pick<PayerMailDeps, 'readKey' | 'receiptUrl'>;

/**
 * Plans and writes the mails to payers of one scope that is due: reminders by the ends of charges,
 * receipts by the feed of events. It is one transaction, which holds the lock of the scope, so two
 * workers write nothing twice, and a crash leaves everything or nothing.
 * @returns whether there may be more.
 */
export async function writePayerMails(
  deps: PayerMailDeps & { readonly logger: Logger },
): Promise<boolean> {
  const now = deps.clock.now();
  let locked: PayerMailSettings | undefined;
  try {
    return await deps.database.transaction(async (tx) => {
      locked = await lockDueSettings(tx, { at: now });
      if (!locked) return false;
      await writeScope(deps, tx, locked, now);
      return true;
    });
  } catch (error) {
    if (!locked) throw error;
    // Other merchants must not wait for this one.
    deps.logger.error({ err: error, merchant: locked.merchantId }, 'payers were not mailed');
    const { merchantId, environment } = locked;
    const dueAt = now + FAILURE_PAUSE_MS;
    await postponeSettings(deps.database, { merchantId, environment, dueAt });
    return true;
  }
}

async function writeScope(
  deps: PayerMailDeps,
  tx: Transaction,
  settings: PayerMailSettings,
  now: number,
): Promise<void> {
  const planned = await planReminders(tx, settings, now);
  const paid = await planReceipts(tx, settings, now);
  const { merchantId, environment } = settings;
  const due = { merchantId, environment, at: now, limit: MAILS_AT_ONCE };
  const rows = await lockDueMails(tx, due);
  const written = await writeMails(deps, tx, { settings, rows, now });
  const hasMore = planned.hasMore || paid.hasMore || rows.length === MAILS_AT_ONCE;
  const next = { ...written, plannedBeforeId: planned.beforeId, paidPosition: paid.position };
  advanceSettings(tx, { ...next, dueAt: hasMore ? now : now + PAUSE_MS });
}

/** Plans the receipts of the payments among the next events of a scope. */
async function planReceipts(tx: Transaction, settings: PayerMailSettings, now: number) {
  const { merchantId, environment, paidPosition, wantsReceipts } = settings;
  if (!wantsReceipts) return { position: paidPosition, hasMore: false };
  const last = await selectLastPosition(tx, settings);
  // After a failover that lost events the position may be after the end of the feed.
  const from = last < paidPosition ? last : paidPosition;
  if (last === from) return { position: from, hasMore: false };
  const page = await readPaidEvents(tx, { merchantId, environment }, from);
  const mails = page.payments.map(({ chargeId }) => ({
    merchantId,
    environment,
    id: createId(now),
    chargeId,
    kind: 'receipt' as const,
    plannedFor: now,
    isInClock: false,
  }));
  await planMails(tx, mails);
  return page;
}

interface Written {
  readonly settings: PayerMailSettings;
  readonly rows: readonly PayerMailRow[];
  readonly now: number;
}

/** Writes planned mails into the outbox, or ends them with the reason. Returns the new counts. */
export async function writeMails(
  deps: PayerMailDeps,
  tx: Transaction,
  { settings, rows, now }: Written,
): Promise<PayerMailSettings> {
  const at = recordedAt(tx, now);
  const today = brazilianDayOf(at);
  let mailCount = settings.countedDay === today ? settings.mailCount : 0;
  if (rows.length === 0) return settings;
  const { merchantId } = settings;
  const merchant = await findMerchantById(tx, merchantId);
  const isTest = settings.environment === 'test';
  const team = isTest ? await selectMemberEmails(tx, { merchantId }, MEMBER_ROLES) : [];
  const key = await deps.readKey();
  for (const row of rows) {
    const work = {
      settings,
      row,
      now,
      at,
      merchant,
      team,
      key,
      isFull: mailCount >= MAILS_PER_DAY,
    };
    const result = await writeOne(deps, tx, work);
    if (result === 'written') mailCount += 1;
    else if (result !== 'later') skip(tx, work, result);
  }
  return { ...settings, countedDay: today, mailCount };
}

interface MailWork {
  readonly settings: PayerMailSettings;
  readonly row: PayerMailRow;
  /** By the test clock of the charge, if it has one. */
  readonly now: number;
  /** The real time. */
  readonly at: number;
  readonly merchant: Merchant | undefined;
  readonly team: readonly string[];
  readonly key: Buffer;
  /** Whether the merchant has written all mails of the day. */
  readonly isFull: boolean;
}

async function writeOne(
  deps: PayerMailDeps,
  tx: Transaction,
  work: MailWork,
): Promise<'written' | 'later' | PayerMailReason> {
  const { settings, row, now, at, merchant, team, key } = work;
  const { kind, chargeId } = row;
  const subject = await lockSubject(tx, { ...settings, chargeId, kind });
  if (!subject || !merchant) return 'erased';
  const refusal = await refusalOf(tx, { kind, subject, merchant, key, now });
  if (refusal !== undefined) return refusal;
  const timing = timingOf(tx, { subject, ...work });
  if (timing !== 'due') return timing;
  if (deps.config.smtp === undefined) return 'no_mail_server';
  const { email } = payerOf(subject);
  if (email === null) return 'erased';
  // A test must not send mails to strangers.
  if (settings.environment === 'test' && !isAmong(team, email)) return 'test_address';
  const digest = addressDigest(key, merchant.merchantId, email);
  const { merchantId, environment } = settings;
  const recent = { since: at - DAY_MS, limit: MAILS_PER_ADDRESS };
  const count = await countMailsTo(tx, { merchantId, digest, ...recent });
  if (count >= MAILS_PER_ADDRESS) return 'address_limit';
  if (work.isFull) return 'daily_limit';
  const mailId = await writeMail(deps, tx, { ...work, subject, merchant, email, digest });
  markMailWaiting(tx, { merchantId, environment, chargeId, kind, digest, mailId, at });
  return 'written';
}

function isAmong(team: readonly string[], email: string): boolean {
  return team.some((member) => member.toLowerCase() === email.toLowerCase());
}

/** Whether a mail is due by the settings of now, which may have changed since the plan. */
function timingOf(
  tx: Transaction,
  { settings, row, subject, now }: MailWork & { readonly subject: MailSubject },
): 'due' | 'later' | 'turned_off' | 'late' {
  const { kind } = row;
  if (!wantsKind(settings, kind)) return 'turned_off';
  if (kind === 'receipt') return 'due';
  const dueAt =
    isSubscriptionKind(kind) || subject.kind === 'subscription'
      ? row.plannedFor
      : reminderAt(kind, settings, subject.charge);
  if (dueAt === undefined) return 'turned_off';
  if (dueAt <= now) return now - dueAt > LATE_MS ? 'late' : 'due';
  rescheduleMail(tx, {
    merchantId: settings.merchantId,
    environment: settings.environment,
    chargeId: row.chargeId,
    kind,
    plannedFor: dueAt,
    dueAt: tx.testTime === undefined ? dueAt : DUE_BY_CLOCK,
  });
  return 'later';
}

async function writeMail(
  deps: PayerMailDeps,
  tx: Transaction,
  mail: MailWork & {
    readonly subject: MailSubject;
    readonly merchant: Merchant;
    readonly email: string;
    readonly digest: Buffer;
  },
): Promise<string> {
  const { subject, settings, merchant, email, digest, key, row, now, at } = mail;
  const { merchantId, environment } = settings;
  const { kind, chargeId } = row;
  const { baseUrl } = deps.config;
  const token = unsubscribeToken(key, { merchantId, digest });
  const unsubscribeUrl = `${baseUrl}/emails/cancelar/${token}`;
  const look = await readLook(tx, merchantId);
  const facts = {
    merchantName: merchant.name,
    supportContact: look.supportContact,
    unsubscribeUrl,
    now,
    pageUrl: `${baseUrl}${pageOf(subject)}`,
  };
  const receiptUrl =
    kind === 'receipt' && subject.kind === 'charge'
      ? ((await deps.receiptUrl(tx, subject.charge)) ?? null)
      : null;
  const message =
    subject.kind === 'charge'
      ? payerMailText(kind, subject.charge, {
          ...facts,
          receiptUrl,
          isRenewable: isRenewable(subject.charge, look),
        })
      : subscriptionMailText(kind, subject, facts);
  const payerMail = { merchantId, environment, chargeId, kind, unsubscribeUrl };
  return tellPayer(tx, deps.secretBox, { recipient: email, message, payerMail }, at);
}

/** Where the payer reads what the mail is about. */
function pageOf(subject: MailSubject): string {
  return subject.kind === 'charge'
    ? `/pagar/${subject.charge.id}`
    : pageOfSubscription(subject.state.subscription.id);
}

function skip(tx: Transaction, { settings, row, now }: MailWork, reason: PayerMailReason): void {
  const { merchantId, environment } = settings;
  const { chargeId, kind } = row;
  const end = { status: 'skipped', reason, reply: null, at: now } as const;
  markMailEnded(tx, { merchantId, environment, chargeId, kind, ...end });
}
