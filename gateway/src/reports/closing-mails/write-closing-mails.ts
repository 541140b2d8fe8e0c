import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { readNextSettlements } from '#src/ledger/settlements/read-next-settlements.ts';
import { attachedName } from './attach-closings.ts';
import { closingLink, closingPageOf } from './closing-links.ts';
import type { ClosingFormat, DueMailing } from './closing-mail.ts';
import { dueAfter, lastDayOf, nextFirstDay } from './closing-period.ts';
import { lockClosings } from './closing-recipient-store.ts';
import {
  postponeMailing,
  selectConfirmed,
  selectDueMailings,
  stepMailing,
} from './due-closing-store.ts';
import { closingMailTexts } from './texts/closing-mail-texts.ts';

const PARAGRAPH = '\n\n';
const MAILINGS_MAX = 50;
/** The pause while a settlement of the day waits, and after an error. */
const PAUSE_MS = 10 * MINUTE_MS;

export interface ClosingMailDeps {
  /** The database of a bucket. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** The key of the codes in links. */
  readonly readKey: () => Promise<Buffer>;
}

/**
 * Writes the due mails with closings. A mail and the step to the next period are one transaction,
 * so each period is mailed once to each address. A merchant with a settlement that should have
 * ended waits for it. Another merchant's failure is logged and delays that merchant only.
 * @returns whether there may be more.
 */
export async function writeClosingMails(deps: ClosingMailDeps): Promise<boolean> {
  const { database, clock, logger } = deps;
  const now = clock.now();
  const due = await selectDueMailings(database, { at: now, limit: MAILINGS_MAX });
  for (const [merchantId, mailings] of Map.groupBy(due, (mailing) => mailing.merchantId)) {
    try {
      if (await isSettling(database, merchantId, now)) {
        await postpone(database, mailings, now);
      } else for (const mailing of mailings) await writeMail(deps, mailing, now);
    } catch (error) {
      logger.error({ err: error, merchant: merchantId }, 'a closing was not mailed');
      await postpone(database, mailings, now);
    }
  }
  return due.length === MAILINGS_MAX;
}

async function postpone(
  database: Queryable,
  mailings: readonly DueMailing[],
  now: number,
): Promise<void> {
  const dueAt = now + PAUSE_MS;
  for (const mailing of mailings) await postponeMailing(database, { ...mailing, dueAt });
}

/** Whether money of the merchant waits for a settlement whose day has begun. */
async function isSettling(database: Queryable, merchantId: string, now: number): Promise<boolean> {
  const scope = { merchantId, environment: 'live' } as const;
  const byScope = await readNextSettlements(database, [scope]);
  const [next] = [...byScope.values()].flat();
  return next !== undefined && next.date <= brazilianDayOf(now);
}

async function writeMail(
  { database, mailer, readKey }: ClosingMailDeps,
  mailing: DueMailing,
  now: number,
): Promise<void> {
  const { merchantId, recipientId, period, firstDay } = mailing;
  const key = await readKey();
  const merchant = await findMerchantById(database, merchantId);
  if (!merchant) return;
  await database.transaction(async (tx) => {
    const formats = await lockClosings(tx, merchantId);
    const nextDay = nextFirstDay(period, firstDay);
    const dueAt = dueAfter(period, nextDay);
    if ((await stepMailing(tx, { ...mailing, nextDay, dueAt })) === 0) return;
    const recipient = await selectConfirmed(tx, mailing);
    if (!recipient) return;
    const { email, language } = recipient;
    const stop = closingLink(mailer.appUrl, key, { merchantId, id: recipientId, email });
    await tell(tx, mailer, { mailing, merchant, formats, email, language, stop, now });
  });
}

interface Told {
  readonly mailing: DueMailing;
  readonly merchant: Merchant;
  readonly formats: readonly ClosingFormat[];
  readonly email: string;
  readonly language: Language;
  /** The link that ends the mails. */
  readonly stop: string;
  readonly now: number;
}

function tell(tx: Transaction, mailer: Mailer, told: Told): Promise<void> {
  const { mailing, merchant, formats, email, language, stop, now } = told;
  const { merchantId, period, firstDay: from } = mailing;
  const to = lastDayOf(period, from);
  const texts = closingMailTexts[language];
  const name = texts.periodName({ period, from, to });
  const message = {
    language,
    subject: texts.subject(name, merchant.name),
    text: [
      texts.attached(name, merchant.name),
      texts.panel,
      closingPageOf(mailer.appUrl, { from, to }),
      texts.why(merchant.name),
      stop,
    ].join(PARAGRAPH),
    attachedFiles: attachedName({ merchantId, from, to, formats, language }),
  };
  return mailer.tell(tx, { email }, message, now);
}
