import * as f from '#src/ground/database/fields.ts';
import { countRows, many, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { CUSTOMER_NOTE } from '../customer.ts';

const $ = paramsOf({ ...f.SCOPE, ...CUSTOMER_NOTE, customerId: f.uuid, limit: f.count });
const OF_CUSTOMER = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and customer_id = ${$.customerId}`;

/** Sends the insert of a note about a customer. */
export const insertNote = send(
  'customer_notes_insert',
  sql`insert into customer_notes
      (merchant_id, environment, customer_id, id, text, author_name, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.customerId}, ${$.id}, ${$.text},
      ${$.authorName}, ${$.createdAt})`,
);

/** The notes about a customer, newest first. */
export const selectNotes = many(
  'customer_notes_list',
  CUSTOMER_NOTE,
  sql`select id, text, author_name, created_at
    from customer_notes where ${OF_CUSTOMER} order by id desc limit ${$.limit}`,
);

/** Deletes a note; returns 0 if the customer has no such note. */
export const deleteNote = countRows(
  'customer_notes_delete',
  sql`delete from customer_notes where ${OF_CUSTOMER} and id = ${$.id} returning id`,
);

/** Sends the deletion of all notes about a customer. */
export const deleteNotes = send(
  'customer_notes_delete_all',
  sql`delete from customer_notes where ${OF_CUSTOMER}`,
);
