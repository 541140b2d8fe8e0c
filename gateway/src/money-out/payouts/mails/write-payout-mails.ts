import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { MailAudience, Mailer, MemberTopic } from '#src/ground/mail/mailer.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import type { PayoutMail, PayoutMailKind } from './payout-mail.ts';
import { deletePayoutMail, lockDuePayoutMails, resetPayoutMail } from './payout-mail-store.ts';
import { payoutMessage } from './payout-mail-texts.ts';

const MAILS_MAX = 50;
/** A merchant gets one mail an hour of each kind that is counted. */
const QUIET_MS = HOUR_MS;

/** The kinds that are counted; the others have a mail for each change. */
const COUNTED: readonly PayoutMailKind[] = [
  'awaiting',
  'rejected',
  'expired',
  'failed',
  'raise_asked',
];

const TOPICS: Readonly<Record<PayoutMailKind, MemberTopic>> = {
  awaiting: 'payout_approval',
  rejected: 'payout_failed',
  expired: 'payout_failed',
  failed: 'payout_failed',
  stopped: 'payout_stop',
  resumed: 'payout_stop',
  raise_asked: 'payout_security',
  raise_valid: 'payout_security',
  beneficiary: 'payout_security',
  automatic_skipped: 'payout_security',
};

export interface PayoutMailDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
}

/**
 * Writes the mails that are due, in the transaction that removes their rows, so that each mail is
 * written once.
 * @returns whether there may be more.
 */
export async function writePayoutMails(deps: PayoutMailDeps): Promise<boolean> {
  const { database, mailer } = deps;
  const now = deps.clock.now();
  return database.transaction(async (tx) => {
    const mails = await lockDuePayoutMails(tx, { at: now, limit: MAILS_MAX });
    for (const mail of mails) {
      await mailer.tell(tx, audienceOf(mail), payoutMessage(mail, mailer.appUrl), now);
      if (COUNTED.includes(mail.kind)) resetPayoutMail(tx, { ...mail, quietUntil: now + QUIET_MS });
      else deletePayoutMail(tx, mail);
    }
    return mails.length === MAILS_MAX;
  });
}

function audienceOf({ merchantId, kind, requestedBy }: PayoutMail): MailAudience {
  if (merchantId === PLATFORM_MERCHANT_ID) return 'operators';
  // The user who requested a payout may not approve it.
  const exceptUser = kind === 'awaiting' ? requestedBy : null;
  return { merchantId, topic: TOPICS[kind], exceptUser };
}
