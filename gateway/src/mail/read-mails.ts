import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { ID_MAX, isId } from '#src/platform/ids.ts';
import type { MailStatus } from './mail.ts';
import { type MailRow, markMailPending, selectMail, selectMails } from './mail-store.ts';
import type { MailDeps } from './send-mails.ts';

export type { MailRow } from './mail-store.ts';

/** One page of the outbox, newest first. */
export async function listMails(
  database: Queryable,
  page: { cursor: string | undefined; status: MailStatus | undefined; limit: number },
): Promise<Page<MailRow>> {
  const { cursor: beforeId = ID_MAX, status, limit } = page;
  return readPage(
    limit,
    (rowsMax) => selectMails(database, { beforeId, status, limit: rowsMax }),
    ({ id }) => id,
  );
}

/** A mail with its text. Who read it stands in the audit log: it may carry a link that logs in. */
export async function openMail(
  { database, clock, secretBox }: MailDeps,
  id: string,
  by: Actor,
): Promise<MailRow & { text: string }> {
  const mail = isId(id) ? await selectMail(database, id) : undefined;
  if (!mail) throw new Refusal('mail_not_found');
  const change = { action: 'mail.read', merchantId: null, subject: id };
  const details = { recipient: mail.recipient };
  await database.transaction(async (tx) =>
    recordChange(tx, by, { ...change, details }, clock.now()),
  );
  return { ...mail, text: secretBox.open(mail.sealed_body, mail.id) };
}

/** Sends a mail again. One that waits to be sent is left alone. */
export async function sendMailAgain(
  { database, clock }: MailDeps,
  id: string,
  by: Actor,
): Promise<void> {
  const mail = isId(id) ? await selectMail(database, id) : undefined;
  if (!mail) throw new Refusal('mail_not_found');
  await database.transaction(async (tx) => {
    const now = clock.now();
    if (!(await markMailPending(tx, id, now))) return;
    const details = { recipient: mail.recipient };
    const change = { action: 'mail.sent_again', merchantId: null, subject: id, details };
    recordChange(tx, by, change, now);
  });
}
