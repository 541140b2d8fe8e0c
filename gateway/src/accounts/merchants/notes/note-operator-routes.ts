import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { type Clock, isoTime } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { UsernameParams } from '../merchant-operator-schemas.ts';
import { addNote, readNotes, removeNote } from './manage-notes.ts';
import { type MerchantNote, NOTE_LENGTH_MAX } from './merchant-note.ts';

const LIMIT_DEFAULT = 20;
const PATH = '/api/operator/merchants/:username/notes';

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
const NoteParams = Type.Object({
  ...UsernameParams.properties,
  id: Type.String({ maxLength: 64 }),
});

/** The notes that operators write about a merchant for each other. */
export function noteOperatorRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listMerchantNotes',
          params: UsernameParams,
          querystring: CursorQuery,
          response: {
            200: NoteList,
            ...panelReadResponses(['invalid_request', 'merchant_not_found']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const { username } = request.params;
        const { rows, next } = await readNotes(deps.database, { username, cursor, limit });
        return { data: rows.map(noteView), next_cursor: next };
      },
    );
    app.post(
      PATH,
      {
        schema: {
          operationId: 'addMerchantNote',
          params: UsernameParams,
          body: NoteBody,
          response: { 201: Note, ...operatorChangeResponses(['merchant_not_found']) },
        },
      },
      async (request, reply) => {
        const { username } = request.params;
        const text = request.body.text.trim();
        const note = await addNote(deps, { username, text, by: actorOf(request) });
        return reply.code(201).send(noteView(note));
      },
    );
    app.delete(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'removeMerchantNote',
          params: NoteParams,
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...operatorChangeResponses(['merchant_not_found', 'note_not_found']),
          },
        },
      },
      async (request) => {
        const { username, id } = request.params;
        await removeNote(deps, { username, id, by: actorOf(request) });
        return { status: 'ok' } as const;
      },
    );
  };
}

function noteView({ id, text, authorName, createdAt }: MerchantNote) {
  return { id, text, author: authorName, created_at: isoTime(createdAt) };
}
