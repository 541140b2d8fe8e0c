import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { Audience, Mailer, MemberTopic } from '#src/ground/mail/mailer.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { noticeMail } from './notice-texts.ts';
import type { NoticeKind, PayoutNotice } from './payout-notice.ts';
import { deleteNotice, lockDueNotices, resetNotice } from './payout-notice-store.ts';

const NOTICES_MAX = 50;
/** A merchant gets one mail an hour of each kind that is counted. */
const QUIET_MS = HOUR_MS;

/** The kinds that are counted; the others have a mail for each change. */
const COUNTED: readonly NoticeKind[] = ['awaiting', 'rejected', 'expired', 'failed', 'raise_asked'];

const TOPICS: Readonly<Record<NoticeKind, MemberTopic>> = {
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

export interface NoticeMailDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
}

/**
 * Writes the mails of notices that are due, in the transaction that removes the notices, so that
 * each mail is written once.
 * @returns whether there may be more.
 */
export async function writeNoticeMails(deps: NoticeMailDeps): Promise<boolean> {
  const { database, mailer } = deps;
  const now = deps.clock.now();
  return database.transaction(async (tx) => {
    const notices = await lockDueNotices(tx, new Date(now), NOTICES_MAX);
    for (const notice of notices) {
      await mailer.tell(tx, audienceOf(notice), noticeMail(notice, mailer.appUrl), now);
      if (COUNTED.includes(notice.kind)) resetNotice(tx, notice, new Date(now + QUIET_MS));
      else deleteNotice(tx, notice);
    }
    return notices.length === NOTICES_MAX;
  });
}

function audienceOf({ merchantId, kind, requestedBy }: PayoutNotice): Audience {
  if (merchantId === PLATFORM_MERCHANT_ID) return 'operators';
  // The user who requested a payout may not approve it.
  const exceptUser = kind === 'awaiting' ? requestedBy : null;
  return { merchantId, topic: TOPICS[kind], exceptUser };
}
