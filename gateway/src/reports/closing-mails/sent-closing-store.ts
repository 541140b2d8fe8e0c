import * as f from '#src/ground/database/fields.ts';
import { many, param, sql } from '#src/ground/database/sql.ts';
import type { MailStatus } from '#src/ground/mail/mail.ts';

const CLOSING_MAIL = {
  id: f.uuid,
  email: f.inColumn('recipient', f.text),
  attachedFiles: f.neverNull(f.text),
  status: f.textOf<MailStatus>(),
  createdAt: f.instant,
  sentAt: f.orNull(f.instant),
};

// The expression of the index: the merchant in the name of the files.
/** A page of the mails with closings of a merchant in the outbox, newest first. */
export const selectClosingMails = many(
  'closing_mails_list',
  CLOSING_MAIL,
  sql`select id, recipient, attached_files, status, created_at, sent_at from mails
    where substring(attached_files, '"merchantId":"([^"]*)"') = ${param('merchant', f.text)}
      and attached_files is not null
      and id < ${param('beforeId', f.uuid)}
    order by id desc limit ${param('limit', f.count)}`,
);
