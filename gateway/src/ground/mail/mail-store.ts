import type { Database, Queryable, Transaction } from '../database/database.ts';
import type { Language } from '../http/language.ts';
import type { DueQueue } from '../work/due-queues.ts';
import type { MailStatus, OutboxMail } from './mail.ts';

const INSERT = {
  name: 'mail_insert',
  text: `insert into mails
      (id, recipient, subject, sealed_body, status, next_attempt_at, created_at, attached_files,
        language)
    values ($1, $2, $3, $4, 'pending', $5, $5, $6, $7)`,
};
const KEEP = {
  name: 'mails_keep',
  text: `update mails set status = 'kept', next_attempt_at = null where status = 'pending'
    returning id`,
};
const CLAIM = claimStatement('mails_claim', 'attached_files is null');
const CLAIM_WITH_FILES = claimStatement('mails_with_files_claim', 'attached_files is not null');
// Another process counts an attempt when it has claimed the mail after this one.
const KEEP_CLAIM = {
  name: 'mail_keep_claim',
  text: `update mails set next_attempt_at = $3
    where id = $1 and attempt_count = $2 and status = 'pending' returning id`,
};
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
function claimStatement(name: string, condition: string) {
  return {
    name,
    text: `update mails set attempt_count = attempt_count + 1, next_attempt_at = $2
    where id in (
      select id from mails where status = 'pending' and ${condition} and next_attempt_at <= $1
      order by next_attempt_at limit $3 for update skip locked
    )
    returning id, recipient, subject, sealed_body, attempt_count, attached_files,
      language`,
  };
}
const MARK_SENT = {
  name: 'mail_mark_sent',
  text: `update mails set status = 'sent', sent_at = $2, next_attempt_at = null, failure = null
    where id = $1`,
};
const MARK_FAILURE = {
  name: 'mail_mark_failure',
  text: `update mails set failure = $2, next_attempt_at = $3,
      status = case when $3::timestamptz is null then 'failed' else 'pending' end
    where id = $1`,
};

const LIST = {
  name: 'mails_list',
  text: `select id, recipient, subject, status, attempt_count, failure, created_at, sent_at
    from mails where id < $1 and ($2::text is null or status = $2) order by id desc limit $3`,
};
const SELECT = {
  name: 'mail_select',
  text: `select id, recipient, subject, status, attempt_count, failure, created_at, sent_at,
      sealed_body
    from mails where id = $1`,
};
const SEND_AGAIN = {
  name: 'mail_send_again',
  text: `update mails set status = 'pending', attempt_count = 0, next_attempt_at = $2
    where id = $1 and status <> 'pending' returning id`,
};

const DELETE_TO = {
  name: 'mails_delete_to',
  text: `delete from mails where id in (
      select id from mails where recipient = $1 and id < $2 order by id limit $3
    ) returning id`,
};

interface MailRow extends Record<string, unknown> {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly status: MailStatus;
  readonly attempt_count: bigint;
  readonly failure: string | null;
  readonly created_at: number;
  readonly sent_at: number | null;
}

/** A page of the outbox, newest first. */
export async function selectMails(
  database: Queryable,
  page: { beforeId: string; status: MailStatus | undefined; limit: number },
): Promise<OutboxMail[]> {
  const values = [page.beforeId, page.status ?? null, page.limit];
  return (await database.query<MailRow>(LIST, values)).map(mailFromRow);
}

/** A mail with its sealed text, or undefined. */
export async function selectMail(
  database: Queryable,
  id: string,
): Promise<{ mail: OutboxMail; sealedBody: Buffer } | undefined> {
  const [row] = await database.query<MailRow & { sealed_body: Buffer }>(SELECT, [id]);
  return row && { mail: mailFromRow(row), sealedBody: row.sealed_body };
}

function mailFromRow(row: MailRow): OutboxMail {
  return {
    id: row.id,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status,
    attemptCount: Number(row.attempt_count),
    failure: row.failure,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}

/** Marks a mail to be sent again. Returns false if it is pending already. */
export async function markMailPending(tx: Transaction, id: string, at: number): Promise<boolean> {
  return (await tx.query(SEND_AGAIN, [id, new Date(at)])).length === 1;
}

export interface NewMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedBody: Buffer;
  readonly attachedFiles: string | null;
  readonly language: Language;
  readonly at: number;
}

/** Sends the insert of a mail. The commit waits for it. */
export function insertMail(tx: Transaction, mail: NewMail): void {
  const { id, recipient, subject, sealedBody, at, attachedFiles, language } = mail;
  tx.send(INSERT, [id, recipient, subject, sealedBody, new Date(at), attachedFiles, language]);
}

/** Gives pending mails the status `kept`, if there is no SMTP server. Returns how many. */
export async function markPendingMailsKept(database: Queryable): Promise<number> {
  return (await database.query(KEEP, [])).length;
}

export interface ClaimedMailRow extends Record<string, unknown> {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealed_body: Buffer;
  readonly attempt_count: bigint;
  readonly attached_files: string | null;
  readonly language: Language;
}

/**
 * Claims due mails, those with or those without files. If the process dies before it marks them,
 * they are due again at `retryAt`.
 */
export function claimDueMails(
  database: Queryable,
  claim: { now: number; retryAt: number; limit: number; withFiles: boolean },
): Promise<ClaimedMailRow[]> {
  return database.query<ClaimedMailRow>(claim.withFiles ? CLAIM_WITH_FILES : CLAIM, [
    new Date(claim.now),
    new Date(claim.retryAt),
    claim.limit,
  ]);
}

/** Prolongs the claim of a mail. Returns false if another process has claimed it meanwhile. */
export async function keepClaim(
  database: Queryable,
  { id, attempt_count: attempt }: Pick<ClaimedMailRow, 'id' | 'attempt_count'>,
  retryAt: number,
): Promise<boolean> {
  return (await database.query(KEEP_CLAIM, [id, attempt, new Date(retryAt)])).length === 1;
}

/** Marks a mail as sent. */
export async function markMailSent(database: Database, id: string, at: number): Promise<void> {
  await database.query(MARK_SENT, [id, new Date(at)]);
}

/** Records a failed attempt. Without a time for the next one the mail gets the status `failed`. */
export async function markMailFailure(
  database: Database,
  id: string,
  failure: string,
  nextAt: number | undefined,
): Promise<void> {
  await database.query(MARK_FAILURE, [id, failure, nextAt === undefined ? null : new Date(nextAt)]);
}

/** Deletes the oldest mails to a recipient with ids below a bound; returns the deleted ids. */
export function deleteOldestMails(
  database: Queryable,
  { recipient, beforeId, limit }: { recipient: string; beforeId: string; limit: number },
): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(DELETE_TO, [recipient, beforeId, limit]);
}
