import * as f from '#src/ground/database/fields.ts';
import { countRows, many, paramsOf, send, sql, valuesOf } from '#src/ground/database/sql.ts';
import { MERCHANT_NOTE } from './merchant-note.ts';

const { id, text, authorName, createdAt } = MERCHANT_NOTE;
const NEW_NOTE = {
  merchantId: f.uuid,
  id,
  text,
  authorId: f.orNull(f.text),
  authorName,
  createdAt,
};

const $ = paramsOf({ ...NEW_NOTE, limit: f.count });

/** Sends a note of a merchant. */
export const insertNote = send(
  'merchant_notes_insert',
  sql`insert into merchant_notes (${f.columnsOf(NEW_NOTE)})
    values (${valuesOf(NEW_NOTE)})`,
);

/** Deletes a note of a merchant. Returns 0 if it has no such note, else 1. */
export const deleteNote = countRows(
  'merchant_notes_delete',
  sql`delete from merchant_notes
    where merchant_id = ${$.merchantId} and id = ${$.id} returning id`,
);

/** The notes of a merchant before an id, newest first. */
export const selectNotes = many(
  'merchant_notes_list',
  MERCHANT_NOTE,
  sql`select id, text, author_name, created_at from merchant_notes
    where merchant_id = ${$.merchantId} and id < ${$.id.as('beforeId')}
    order by id desc limit ${$.limit}`,
);
