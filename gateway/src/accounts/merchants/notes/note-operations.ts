import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery, DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { addNote, readNotes, removeNote } from './manage-notes.ts';
import { type MerchantNote, NOTE_LENGTH_MAX } from './merchant-note.ts';

const { operation } = operationsOf<DatabaseAndClock>();

const LIMIT_DEFAULT = 20;
const Note = Type.Object({
  id: Type.String(),
  text: Type.String(),
  author: Type.String(),
  created_at: Type.String(),
});
const NoteList = Type.Object({
  data: Type.Array(Note),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
const NoteBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, pattern: '\\S' }),
});

/** The notes that operators write about a merchant for each other. */
export const noteOperations = [
  operation({
    at: 'GET /merchants/:username/notes',
    operator: { id: 'listMerchantNotes', access: operatorRules.read },
    query: CursorQuery,
    answer: [200, NoteList],
    refuses: ['merchant_not_found'],
    run: async ({ deps, params: { username }, query: { cursor, limit = LIMIT_DEFAULT } }) => {
      const { rows, next } = await readNotes(deps.database, { username, cursor, limit });
      return { data: rows.map(noteView), next_cursor: next };
    },
  }),
  operation({
    at: 'POST /merchants/:username/notes',
    operator: { id: 'addMerchantNote', access: operatorRules.read },
    body: NoteBody,
    answer: [201, Note],
    refuses: ['merchant_not_found'],
    run: async ({ deps, by, params: { username }, body }) =>
      noteView(await addNote(deps, { username, text: body.text.trim(), by })),
  }),
  operation({
    at: 'DELETE /merchants/:username/notes/:id',
    operator: { id: 'removeMerchantNote', access: operatorRules.care },
    params: Type.Object({ username: Type.String(), id: Type.String({ maxLength: 64 }) }),
    answer: [200, Done],
    refuses: ['merchant_not_found', 'note_not_found'],
    run: async ({ deps, by, params: { username, id } }) => {
      await removeNote(deps, { username, id, by });
      return DONE;
    },
  }),
];

function noteView({ id, text, authorName, createdAt }: MerchantNote) {
  return { id, text, author: authorName, created_at: isoTime(createdAt) };
}
