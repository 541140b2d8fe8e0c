import type { Actor } from '#src/ground/access/actor.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, isId } from '#src/ground/ids.ts';
import type { CustomerKey, CustomerNote } from '../customer.ts';
import { lockCustomers } from '../customer-link-store.ts';
import { readCustomer } from '../read-customers.ts';
import { deleteNote, insertNote, selectNotes } from './customer-note-store.ts';

/** The most notes about one customer. */
export const NOTES_MAX = 100;

/** Reads the notes about a customer, newest first. */
export function readNotes(database: Queryable, key: CustomerKey): Promise<CustomerNote[]> {
  return selectNotes(database, { ...ofCustomer(key), limit: NOTES_MAX });
}

/**
 * Writes a note about a customer. The text stays out of the audit log, which is never erased.
 * Refuses `customer_not_found` and `too_many_customer_notes`.
 */
export function addNote(
  { database, clock }: DatabaseAndClock,
  key: CustomerKey,
  { text, by, author }: { readonly text: string; readonly by: Actor; readonly author: string },
): Promise<CustomerNote> {
  const now = clock.now();
  const note = { id: createId(now), text, authorName: author, createdAt: now };
  return database.transaction(async (tx) => {
    await lockCustomers(tx, key);
    await readCustomer(tx, key);
    if ((await readNotes(tx, key)).length >= NOTES_MAX) {
      throw new Refusal('too_many_customer_notes');
    }
    insertNote(tx, { ...ofCustomer(key), ...note });
    recordNote(tx, 'customer.noted');
    return note;
  });

  function recordNote(tx: Transaction, action: AuditAction): void {
    recordChange(tx, by, changeOf(action, key), now);
  }
}

/** Removes a note about a customer. Refuses `note_not_found`. */
export async function removeNote(
  { database, clock }: DatabaseAndClock,
  key: CustomerKey,
  { noteId, by }: { readonly noteId: string; readonly by: Actor },
): Promise<void> {
  if (!isId(key.id) || !isId(noteId)) throw new Refusal('note_not_found');
  await database.transaction(async (tx) => {
    const deleted = await deleteNote(tx, { ...ofCustomer(key), id: noteId });
    if (deleted === 0) throw new Refusal('note_not_found');
    recordChange(tx, by, changeOf('customer.note_removed', key), clock.now());
  });
}

function ofCustomer({ merchantId, environment, id: customerId }: CustomerKey) {
  return { merchantId, environment, customerId };
}

function changeOf(action: AuditAction, { merchantId, environment, id: subject }: CustomerKey) {
  return { action, merchantId, subject, details: { environment } };
}
