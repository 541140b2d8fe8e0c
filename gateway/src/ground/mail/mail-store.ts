import type { Queryable } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { countRows, many, maybeOne, param, paramsOf, send, sql } from '../database/sql.ts';
import type { Language } from '../http/language.ts';
import type { DueQueue } from '../work/due-queues.ts';
import { type MailStatus, OUTBOX_MAIL } from './mail.ts';
import type { PayerMail } from './payer-mail.ts';

const selectNewest = many(
  'mails_select_to_payer',
  { payerMail: f.neverNull(f.json<PayerMail>()) },
  sql`select payer_mail from mails
    where recipient = ${param('recipient', f.text)} and payer_mail is not null
    order by id desc limit 1000`,
);

const SEALED = { sealedBody: f.bytes };
const CLAIMED_MAIL = {
  id: f.uuid,
  recipient: f.text,
  subject: f.text,
  ...SEALED,
  attemptCount: f.count,
  attachedFiles: f.orNull(f.text),
  language: f.textOf<Language>(),
  payerMail: f.orNull(f.json<PayerMail>()),
  /** The failure of the attempt before, of a mail to a payer. */
  lastFailure: f.orNull(f.text),
};
export type ClaimedMail = f.RecordOf<typeof CLAIMED_MAIL>;

const $ = paramsOf({
  ...CLAIMED_MAIL,
  now: f.instant,
  retryAt: f.instant,
  reason: f.text,
  limit: f.count,
});
const STATUS = param('status', f.orNull(f.textOf<MailStatus>()));
const NEXT_AT = param('nextAt', f.orNull(f.instant));
const COLUMNS = f.columnsOf(OUTBOX_MAIL);

/** Mails of all buckets are in one table. */
export const DUE_MAILS: DueQueue = {
  name: 'mails',
  isGlobal: true,
  due: `select from mails
    where status = 'pending' and attached_files is null and next_attempt_at <= $1`,
};
export const DUE_MAILS_WITH_FILES: DueQueue = {
  name: 'mails-with-files',
  isGlobal: true,
  due: `select from mails
    where status = 'pending' and attached_files is not null and next_attempt_at <= $1`,
};

/** Sends the insert of a mail, which is due `now`. The commit waits for it. */
export const insertMail = send(
  'mail_insert',
  sql`insert into mails
      (id, recipient, subject, sealed_body, status, next_attempt_at, created_at, attached_files,
        language, payer_mail)
    values (${$.id}, ${$.recipient}, ${$.subject}, ${$.sealedBody}, 'pending', ${$.now}, ${$.now},
      ${$.attachedFiles}, ${$.language}, ${$.payerMail})`,
);

/** Gives pending mails the status `kept`, if there is no SMTP server. Returns how many. */
export const markPendingMailsKept = countRows(
  'mails_keep',
  sql`update mails set status = 'kept', next_attempt_at = null where status = 'pending'
    returning id`,
);

const claimPlain = many('mails_claim', CLAIMED_MAIL, claimOf('attached_files is null'));
const claimWithFiles = many(
  'mails_with_files_claim',
  CLAIMED_MAIL,
  claimOf('attached_files is not null'),
);

// The failure of the attempt before is returned: a mail to a payer whose last attempt has no result
// may have arrived.
function claimOf(condition: string) {
  return sql`update mails set attempt_count = attempt_count + 1, next_attempt_at = ${$.retryAt},
        failure = case when payer_mail is null then mails.failure else null end
      from (
        select id, failure from mails
        where status = 'pending' and ${condition} and next_attempt_at <= ${$.now}
        order by next_attempt_at limit ${$.limit} for update skip locked
      ) due
      where mails.id = due.id
      returning mails.id, recipient, subject, sealed_body, attempt_count, attached_files,
        language, payer_mail, due.failure as last_failure`;
}

// Another process counts an attempt when it has claimed the mail after this one.
/** Prolongs the claim of a mail. Returns 0 if another process has claimed it meanwhile. */
export const keepClaim = countRows(
  'mail_keep_claim',
  sql`update mails set next_attempt_at = ${$.retryAt}
    where id = ${$.id} and attempt_count = ${$.attemptCount} and status = 'pending' returning id`,
);

/** Marks a mail as sent. Returns 0 if it was deleted. */
export const markMailSent = countRows(
  'mail_mark_sent',
  sql`update mails set status = 'sent', sent_at = ${$.now.as('sentAt')}, next_attempt_at = null,
      failure = null
    where id = ${$.id} returning id`,
);

/**
 * Records a failed attempt. Without a time for the next one the mail gets the status `failed`.
 * Returns 0 if it was deleted.
 */
export const markMailFailure = countRows(
  'mail_mark_failure',
  sql`update mails set failure = ${$.reason}, next_attempt_at = ${NEXT_AT},
      status = case when ${NEXT_AT}::timestamptz is null then 'failed' else 'pending' end
    where id = ${$.id} returning id`,
);

/** Cancels a pending mail to a payer, with the reason. Returns 0 if it is not pending any more. */
export const markMailCanceled = countRows(
  'mail_cancel',
  sql`update mails set status = 'canceled', failure = ${$.reason}, next_attempt_at = null
    where id = ${$.id} and status = 'pending' returning id`,
);

/** A page of the outbox, newest first; with a status only its mails. */
export const selectMails = many(
  'mails_list',
  OUTBOX_MAIL,
  sql`select ${COLUMNS}
    from mails where id < ${$.id.as('beforeId')} and (${STATUS}::text is null or status = ${STATUS})
    order by id desc limit ${$.limit}`,
);

/** A mail with its sealed text, or undefined. */
export const selectMail = maybeOne(
  'mail_select',
  { ...OUTBOX_MAIL, ...SEALED },
  sql`select ${COLUMNS},
      sealed_body
    from mails where id = ${$.id}`,
);

/** Marks a mail to be sent again. Returns 0 if it is pending already, or to a payer. */
export const markMailPending = countRows(
  'mail_send_again',
  sql`update mails set status = 'pending', attempt_count = 0, next_attempt_at = ${$.now}
    where id = ${$.id} and status <> 'pending' and payer_mail is null returning id`,
);

/**
 * Claims due mails, those with or those without files. If the process dies before it marks them,
 * they are due again at `retryAt`.
 */
export function claimDueMails(
  database: Queryable,
  {
    withFiles,
    ...claim
  }: {
    readonly now: number;
    readonly retryAt: number;
    readonly limit: number;
    readonly withFiles: boolean;
  },
): Promise<ClaimedMail[]> {
  return withFiles ? claimWithFiles(database, claim) : claimPlain(database, claim);
}

/** The mails to a payer that the outbox keeps, oldest first: up to a thousand of the newest. */
export async function selectPayerMailsTo(
  database: Queryable,
  recipient: string,
): Promise<readonly PayerMail[]> {
  const newest = await selectNewest(database, { recipient });
  return newest.map(({ payerMail }) => payerMail).toReversed();
}
