import type { Transaction } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { countRows, param, paramsOf, send, sql } from '../database/sql.ts';

const $ = paramsOf({ recipient: f.text, beforeId: f.uuid, limit: f.count });

/** Deletes up to `limit` mails to a recipient with ids below `beforeId`; returns how many. */
export const deleteMailsTo = countRows(
  'mails_delete_to',
  sql`delete from mails where id in (
      select id from mails where recipient = ${$.recipient} and id < ${$.beforeId}
      order by id limit ${$.limit}
    ) returning id`,
);

/** Deletes up to `limit` mails to payers with ids below `beforeId`; returns how many. */
export const deletePayerMails = countRows(
  'mails_delete_old_to_payers',
  sql`delete from mails where id in (
      select id from mails where payer_mail is not null and id < ${$.beforeId}
      order by id limit ${$.limit}
    ) returning id`,
);

const deleteIds = send(
  'mails_delete',
  sql`delete from mails where id = any(${param('ids', f.listOf(f.uuid))}::uuid[])`,
);

/** Sends the delete of mails, with their texts. */
export function deleteMailsById(tx: Transaction, ids: readonly string[]): void {
  if (ids.length > 0) deleteIds(tx, { ids });
}
