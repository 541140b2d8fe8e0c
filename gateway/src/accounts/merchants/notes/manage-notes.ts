import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { createId, ID_MAX, isId } from '#src/ground/ids.ts';
import { findMerchant } from '../find-merchant.ts';
import type { MerchantNote } from './merchant-note.ts';
import { deleteNote, insertNote, selectNotes } from './merchant-note-store.ts';

/** Adds a note to a merchant. Refuses `merchant_not_found`. */
export async function addNote(
  { database, clock }: DatabaseAndClock,
  { username, text, by }: { username: string; text: string; by: Actor },
): Promise<MerchantNote> {
  const { merchantId } = await findMerchant(database, username);
  const now = clock.now();
  const note = { id: createId(now), text, authorName: by.name, createdAt: now };
  await database.transaction(async (tx) => {
    insertNote(tx, { ...note, merchantId, authorId: by.id });
    // Without the merchant's id: the merchant reads the audit log of its account.
    recordChange(tx, by, { action: 'merchant.noted', merchantId: null, subject: username }, now);
  });
  return note;
}

/** Removes a note of a merchant. Refuses `merchant_not_found` and `note_not_found`. */
export async function removeNote(
  { database, clock }: DatabaseAndClock,
  { username, id, by }: { username: string; id: string; by: Actor },
): Promise<void> {
  const { merchantId } = await findMerchant(database, username);
  await database.transaction(async (tx) => {
    const deletedCount = isId(id) ? await deleteNote(tx, { merchantId, id }) : 0;
    if (deletedCount === 0) throw new Refusal('note_not_found');
    const change = {
      action: 'merchant.note_removed' as const,
      merchantId: null,
      subject: username,
    };
    recordChange(tx, by, change, clock.now());
  });
}

/** One page of a merchant's notes, newest first. Refuses `merchant_not_found`. */
export async function readNotes(
  database: Queryable,
  { username, cursor, limit }: { username: string; cursor: string | undefined; limit: number },
): Promise<Page<MerchantNote>> {
  if (cursor !== undefined && !isId(cursor)) throw invalidCursor();
  const { merchantId } = await findMerchant(database, username);
  const beforeId = cursor ?? ID_MAX;
  return readPage(
    limit,
    (rowsMax) => selectNotes(database, { merchantId, beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}
