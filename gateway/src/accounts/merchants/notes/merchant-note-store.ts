import type { Actor } from '#src/ground/access/actor.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { MerchantNote } from './merchant-note.ts';

const INSERT = {
  name: 'merchant_notes_insert',
  text: `insert into merchant_notes (merchant_id, id, text, author_id, author_name, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
};
const DELETE = {
  name: 'merchant_notes_delete',
  text: 'delete from merchant_notes where merchant_id = $1 and id = $2 returning id',
};
const LIST = {
  name: 'merchant_notes_list',
  text: `select id, text, author_name, created_at from merchant_notes
    where merchant_id = $1 and id < $2 order by id desc limit $3`,
};

interface NoteRow extends Record<string, unknown> {
  readonly id: string;
  readonly text: string;
  readonly author_name: string;
  readonly created_at: number;
}

/** Sends a note of a merchant. */
export function insertNote(
  tx: Transaction,
  merchantId: string,
  note: Pick<MerchantNote, 'id' | 'text' | 'createdAt'> & { readonly author: Actor },
): void {
  const { id, text, author, createdAt } = note;
  tx.send(INSERT, [merchantId, id, text, author.id, author.name, new Date(createdAt)]);
}

/** Deletes a note of a merchant; returns false if it has no such note. */
export async function deleteNote(
  tx: Transaction,
  merchantId: string,
  id: string,
): Promise<boolean> {
  return (await tx.query(DELETE, [merchantId, id])).length > 0;
}

/** The notes of a merchant before an id, newest first. */
export async function selectNotes(
  database: Queryable,
  merchantId: string,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<MerchantNote[]> {
  const rows = await database.query<NoteRow>(LIST, [merchantId, beforeId, limit]);
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    authorName: row.author_name,
    createdAt: row.created_at,
  }));
}
