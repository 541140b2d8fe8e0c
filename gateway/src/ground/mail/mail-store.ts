import type { Queryable, Transaction } from '../database/database.ts';
import type { Language } from '../http/language.ts';
import type { DueQueue } from '../work/due-queues.ts';
import type { MailStatus, OutboxMail } from './mail.ts';
import type { PayerMail } from './payer-mail.ts';

const INSERT = {
  name: 'mail_insert',
  text: `insert into mails
      (id, recipient, subject, sealed_body, status, next_attempt_at, created_at, attached_files,
        language, payer_mail)
    values ($1, $2, $3, $4, 'pending', $5, $5, $6, $7, $8)`,
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
// The failure of the attempt before is returned: a mail to a payer whose last attempt has no result
// may have arrived.
function claimStatement(name: string, condition: string) {
  return {
    name,
    text: `update mails set attempt_count = attempt_count + 1, next_attempt_at = $2,
        failure = case when payer_mail is null then mails.failure else null end
      from (
        select id, failure from mails
        where status = 'pending' and ${condition} and next_attempt_at <= $1
        order by next_attempt_at limit $3 for update skip locked
      ) due
      where mails.id = due.id
      returning mails.id, recipient, subject, sealed_body, attempt_count, attached_files,
        language, payer_mail, due.failure as last_failure`,
  };
}
const MARK_SENT = {
  name: 'mail_mark_sent',
  text: `update mails set status = 'sent', sent_at = $2, next_attempt_at = null, failure = null
    where id = $1 returning id`,
};
const MARK_FAILURE = {
  name: 'mail_mark_failure',
  text: `update mails set failure = $2, next_attempt_at = $3,
      status = case when $3::timestamptz is null then 'failed' else 'pending' end
    where id = $1 returning id`,
};
const CANCEL = {
  name: 'mail_cancel',
  text: `update mails set status = 'canceled', failure = $2, next_attempt_at = null
    where id = $1 and status = 'pending' returning id`,
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
    where id = $1 and status <> 'pending' and payer_mail is null returning id`,
};

const SELECT_TO_PAYER = {
  name: 'mails_select_to_payer',
  text: `select payer_mail from mails
    where recipient = $1 and payer_mail is not null order by id desc limit 1000`,
};
const DELETE_TO = {
  name: 'mails_delete_to',
  text: `delete from mails where id in (
      select id from mails where recipient = $1 and id < $2 order by id limit $3
    ) returning id`,
};
const DELETE = {
  name: 'mails_delete',
  text: 'delete from mails where id = any($1::uuid[])',
};
const DELETE_OLD_TO_PAYERS = {
  name: 'mails_delete_old_to_payers',
  text: `delete from mails where id in (
      select id from mails where payer_mail is not null and id < $1 order by id limit $2
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
  readonly payerMail?: PayerMail;
}

/** Sends the insert of a mail. The commit waits for it. */
export function insertMail(tx: Transaction, mail: NewMail): void {
  const { id, recipient, subject, sealedBody, at, attachedFiles, language } = mail;
  const { payerMail = null } = mail;
  const origin = payerMail === null ? null : JSON.stringify(payerMail);
  const values = [id, recipient, subject, sealedBody, new Date(at), attachedFiles, language];
  tx.send(INSERT, [...values, origin]);
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
  readonly payer_mail: PayerMail | null;
  /** The failure of the attempt before, of a mail to a payer. */
  readonly last_failure: string | null;
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

/** Marks a mail as sent. False if it was deleted. */
export async function markMailSent(database: Queryable, id: string, at: number): Promise<boolean> {
  return (await database.query(MARK_SENT, [id, new Date(at)])).length > 0;
}

/**
 * Records a failed attempt. Without a time for the next one the mail gets the status `failed`.
 * False if it was deleted.
 */
export async function markMailFailure(
  database: Queryable,
  id: string,
  failure: string,
  nextAt: number | undefined,
): Promise<boolean> {
  const at = nextAt === undefined ? null : new Date(nextAt);
  return (await database.query(MARK_FAILURE, [id, failure, at])).length > 0;
}

/** Cancels a pending mail to a payer, with the reason. False if it is not pending any more. */
export async function markMailCanceled(
  database: Queryable,
  id: string,
  reason: string,
): Promise<boolean> {
  return (await database.query(CANCEL, [id, reason])).length > 0;
}

/** Sends the delete of mails. */
export function deleteMails(tx: Transaction, ids: readonly string[]): void {
  if (ids.length > 0) tx.send(DELETE, [ids]);
}

/** Deletes the oldest mails to payers with ids below a bound; returns the deleted ids. */
export function deleteOldPayerMails(
  database: Queryable,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(DELETE_OLD_TO_PAYERS, [beforeId, limit]);
}

/** Deletes the oldest mails to a recipient with ids below a bound; returns the deleted ids. */
export function deleteOldestMails(
  database: Queryable,
  { recipient, beforeId, limit }: { recipient: string; beforeId: string; limit: number },
): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(DELETE_TO, [recipient, beforeId, limit]);
}

/** Selects what the newest mails to a payer are about, newest first. */
export async function selectToPayer(database: Queryable, recipient: string): Promise<PayerMail[]> {
  const rows = await database.query<{ payer_mail: PayerMail }>(SELECT_TO_PAYER, [recipient]);
  return rows.map(({ payer_mail: mail }) => mail);
}
