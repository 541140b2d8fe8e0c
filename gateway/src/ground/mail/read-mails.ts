import type { Actor } from '../access/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable } from '../database/database.ts';
import { type Page, readPage } from '../database/read-page.ts';
import { Refusal } from '../errors/problems.ts';
import { ID_MAX, isId } from '../ids.ts';
import type { MailStatus, OutboxMail } from './mail.ts';
import { markMailPending, selectMail, selectMails } from './mail-store.ts';
import type { MailDeps } from './send-mails.ts';

/** One page of the outbox, newest first. */
export async function listMails(
  database: Queryable,
  page: { cursor: string | undefined; status: MailStatus | undefined; limit: number },
): Promise<Page<OutboxMail>> {
  const { cursor: beforeId = ID_MAX, status, limit } = page;
  return readPage(
    limit,
    (rowsMax) => selectMails(database, { beforeId, status, limit: rowsMax }),
    ({ id }) => id,
  );
}

/**
 * Reads a mail with its text, and records the reader in the audit log: the text may hold a link
 * that sets a password. Refuses `mail_not_found`.
 */
export async function openMail(
  { database, clock, secretBox }: MailDeps,
  id: string,
  by: Actor,
): Promise<OutboxMail & { text: string }> {
  const found = isId(id) ? await selectMail(database, id) : undefined;
  if (!found) throw new Refusal('mail_not_found');
  const { mail, sealedBody } = found;
  const change = { action: 'mail.read', merchantId: null, subject: id };
  const details = { recipient: mail.recipient };
  await database.transaction(async (tx) =>
    recordChange(tx, by, { ...change, details }, clock.now()),
  );
  return { ...mail, text: secretBox.open(sealedBody, mail.id) };
}

/** Marks a mail to be sent again, unless it is pending. Refuses `mail_not_found`. */
export async function sendMailAgain(
  { database, clock }: MailDeps,
  id: string,
  by: Actor,
): Promise<void> {
  const found = isId(id) ? await selectMail(database, id) : undefined;
  if (!found) throw new Refusal('mail_not_found');
  await database.transaction(async (tx) => {
    const now = clock.now();
    if (!(await markMailPending(tx, id, now))) return;
    const details = { recipient: found.mail.recipient };
    const change = { action: 'mail.sent_again', merchantId: null, subject: id, details };
    recordChange(tx, by, change, now);
  });
}
