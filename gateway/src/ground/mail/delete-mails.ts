import type { Queryable } from '../database/database.ts';
import { deleteOldestMails } from './mail-store.ts';

/** Deletes up to `limit` mails to a recipient with ids below `beforeId`; returns how many. */
export async function deleteMailsTo(
  database: Queryable,
  bounds: { readonly recipient: string; readonly beforeId: string; readonly limit: number },
): Promise<number> {
  return (await deleteOldestMails(database, bounds)).length;
}
