import type { Queryable, Transaction } from '../database/database.ts';
import { deleteMails, deleteOldestMails, deleteOldPayerMails } from './mail-store.ts';

/** Deletes up to `limit` mails to a recipient with ids below `beforeId`; returns how many. */
export async function deleteMailsTo(
  database: Queryable,
  bounds: { readonly recipient: string; readonly beforeId: string; readonly limit: number },
): Promise<number> {
  return (await deleteOldestMails(database, bounds)).length;
}

/** Sends the delete of mails, with their texts. */
export function deleteMailsById(tx: Transaction, ids: readonly string[]): void {
  deleteMails(tx, ids);
}

/** Deletes up to `limit` mails to payers with ids below `beforeId`; returns how many. */
export async function deletePayerMails(
  database: Queryable,
  bounds: { readonly beforeId: string; readonly limit: number },
): Promise<number> {
  return (await deleteOldPayerMails(database, bounds)).length;
}
