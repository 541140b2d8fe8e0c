import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { writeMail } from '#src/ground/mail/write-mail.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { noticeMail } from './notice-texts.ts';
import type { NoticeKind, PayoutNotice } from './payout-notice.ts';
import { deleteNotice, lockDueNotices, resetNotice } from './payout-notice-store.ts';

const NOTICES_MAX = 50;
const RECIPIENTS_MAX = 50;
/** A merchant gets one mail an hour of each kind that is counted. */
const QUIET_MS = HOUR_MS;
const APPROVERS = ['owner', 'finance'] as const;

/** The kinds that are counted; the others have a mail for each change. */
const COUNTED: readonly NoticeKind[] = ['awaiting', 'rejected', 'expired', 'failed', 'raise_asked'];

/** The kinds that each member chooses to get. The others are about approvals and security. */
const CHOSEN: readonly NoticeKind[] = ['rejected', 'expired', 'failed'];

/** The kinds that only owners get. */
const FOR_OWNERS: readonly NoticeKind[] = [
  'raise_asked',
  'raise_valid',
  'beneficiary',
  'automatic_skipped',
];

export interface NoticeMailDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly appUrl: string;
  readonly findOperatorEmails: (database: Queryable, limit: number) => Promise<string[]>;
  /** The e-mails of a merchant's members with one of the roles, except one user. */
  readonly findMemberEmails: (database: Queryable, wanted: WantedMembers) => Promise<string[]>;
  /** The e-mails of a merchant's members who want mails about payouts that were not paid. */
  readonly findReaderEmails: (database: Queryable, merchantId: string) => Promise<string[]>;
}

export interface WantedMembers {
  readonly merchantId: string;
  readonly roles: readonly MemberRole[];
  readonly withoutUser: string | null;
  readonly limit: number;
}

/**
 * Writes the mails of notices that are due, in the transaction that removes the notices, so that
 * each mail is written once.
 * @returns whether there may be more.
 */
export async function writeNoticeMails(deps: NoticeMailDeps): Promise<boolean> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const notices = await lockDueNotices(tx, new Date(now), NOTICES_MAX);
    for (const notice of notices) {
      const mail = noticeMail(notice, deps.appUrl);
      for (const recipient of await recipientsOf(deps, tx, notice)) {
        writeMail(tx, deps.secretBox, { recipient, ...mail }, now);
      }
      if (COUNTED.includes(notice.kind)) resetNotice(tx, notice, new Date(now + QUIET_MS));
      else deleteNotice(tx, notice);
    }
    return notices.length === NOTICES_MAX;
  });
}

function recipientsOf(
  deps: NoticeMailDeps,
  tx: Queryable,
  { merchantId, kind, requestedBy }: PayoutNotice,
): Promise<string[]> {
  if (merchantId === PLATFORM_MERCHANT_ID) return deps.findOperatorEmails(tx, RECIPIENTS_MAX);
  if (CHOSEN.includes(kind)) return deps.findReaderEmails(tx, merchantId);
  return deps.findMemberEmails(tx, {
    merchantId,
    roles: FOR_OWNERS.includes(kind) ? ['owner'] : APPROVERS,
    // Who requested a payout may not approve it.
    withoutUser: kind === 'awaiting' ? requestedBy : null,
    limit: RECIPIENTS_MAX,
  });
}
