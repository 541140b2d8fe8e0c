import type { Queryable } from '#src/ground/database/database.ts';
import type { MailStatus } from '#src/ground/mail/mail.ts';

// The expression of the index: the merchant in the name of the files.
const LIST = {
  name: 'closing_mails_list',
  text: `select id, recipient, attached_files, status, created_at, sent_at from mails
    where substring(attached_files, '"merchantId":"([^"]*)"') = $1 and attached_files is not null
      and id < $2
    order by id desc limit $3`,
};

/** A mail with closings in the outbox. Instants in milliseconds. */
export interface ClosingMailRow extends Record<string, unknown> {
  readonly id: string;
  readonly recipient: string;
  readonly attached_files: string;
  readonly status: MailStatus;
  readonly created_at: number;
  readonly sent_at: number | null;
}

/** Selects a page of the mails with closings of a merchant, newest first. */
export function selectClosingMails(
  database: Queryable,
  merchantId: string,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<ClosingMailRow[]> {
  return database.query<ClosingMailRow>(LIST, [merchantId, beforeId, limit]);
}
