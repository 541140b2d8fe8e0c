import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { CustomerKey, CustomerNote } from '../customer.ts';

const OF_CUSTOMER = 'merchant_id = $1 and environment = $2 and customer_id = $3';

const INSERT = {
  name: 'customer_notes_insert',
  text: `insert into customer_notes
      (merchant_id, environment, customer_id, id, text, author_name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};
const LIST = {
  name: 'customer_notes_list',
  text: `select id, text, author_name as "authorName", created_at as "createdAt"
    from customer_notes where ${OF_CUSTOMER} order by id desc limit $4`,
};
const DELETE = {
  name: 'customer_notes_delete',
  text: `delete from customer_notes where ${OF_CUSTOMER} and id = $4 returning id`,
};
const DELETE_ALL = {
  name: 'customer_notes_delete_all',
  text: `delete from customer_notes where ${OF_CUSTOMER}`,
};

/** Sends the insert of a note about a customer. */
export function insertNote(tx: Transaction, key: CustomerKey, note: CustomerNote): void {
  const { id, text, authorName, createdAt } = note;
  tx.send(INSERT, [...valuesOf(key), id, text, authorName, new Date(createdAt)]);
}

/** The notes about a customer, newest first. */
export function selectNotes(
  database: Queryable,
  key: CustomerKey,
  limit: number,
): Promise<CustomerNote[]> {
  return database.query<CustomerNote & Record<string, unknown>>(LIST, [...valuesOf(key), limit]);
}

/** Deletes a note; returns false if the customer has no such note. */
export async function deleteNote(
  tx: Transaction,
  key: CustomerKey,
  noteId: string,
): Promise<boolean> {
  return (await tx.query(DELETE, [...valuesOf(key), noteId])).length > 0;
}

/** Sends the deletion of all notes about a customer. */
export function deleteNotes(tx: Transaction, key: CustomerKey): void {
  tx.send(DELETE_ALL, valuesOf(key));
}

function valuesOf({ merchantId, environment, id }: CustomerKey): unknown[] {
  return [merchantId, environment, id];
}
