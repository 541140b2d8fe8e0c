import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { CursorQuery, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { type LoggedFacts, listLogged, readLogged } from './read-log.ts';

const PATH = '/api/panel/:environment/requests';
const LIMIT_DEFAULT = 20;

const Nullable = Type.Union([Type.String(), Type.Null()]);
const facts = {
  id: Type.String(),
  at: Type.String(),
  client_id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  operation: Nullable,
  status: Type.Integer(),
  duration_ms: Type.Integer(),
  is_replay: Type.Boolean(),
  code: Nullable,
  omitted: Type.Integer(),
  unknown_fields: Nullable,
};
const LogQuery = Type.Object({
  ...CursorQuery.properties,
  client_id: Type.Optional(Type.String({ maxLength: 100 })),
  operation: Type.Optional(Type.String({ maxLength: 100 })),
  status_class: Type.Optional(Type.Integer({ minimum: 2, maximum: 5 })),
});

export interface RequestLogDeps {
  readonly database: Queryable;
}

/** The requests of a merchant's keys in the last seven days. */
export function requestLogPanelRoutes({ database }: RequestLogDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        // Visitors of the sandbox must not see the requests of others.
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listRequests',
          params: EnvironmentParams,
          querystring: LogQuery,
          response: {
            200: Type.Object({ data: Type.Array(Type.Object(facts)), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT, client_id: clientId, operation } = request.query;
        const filter = { clientId, operation, statusClass: request.query.status_class };
        const page = { cursor: idOfCursor(cursor), filter, limit };
        const { rows, next } = await listLogged(database, memberScope(request), page);
        return { data: rows.map(viewOf), next_cursor: cursorOf(next ?? null) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getRequest',
          params: Type.Object({ ...EnvironmentParams.properties, id: Type.String() }),
          response: {
            200: Type.Object({ ...facts, request_body: Nullable, answer_body: Nullable }),
            ...panelReadResponses(['request_not_found', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const logged = await readLogged(database, memberScope(request), request.params.id);
        const { requestBody: request_body, answerBody: answer_body } = logged;
        return { ...viewOf(logged), request_body, answer_body };
      },
    );
  };
}

function viewOf({ id, method, path, operation, code, ...logged }: LoggedFacts) {
  return {
    id,
    method,
    path,
    operation,
    code,
    at: isoTime(logged.at),
    client_id: logged.clientId,
    status: logged.status,
    duration_ms: logged.durationMs,
    is_replay: logged.isReplay,
    omitted: logged.omitted,
    unknown_fields: logged.unknownFields,
  };
}
