import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText } from '#src/ground/schemas/text-schemas.ts';
import { type LoggedFacts, listLogged, readLogged } from './read-log.ts';

const facts = {
  id: Type.String(),
  at: Type.String(),
  client_id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  operation: NullableText,
  status: Type.Integer(),
  duration_ms: Type.Integer(),
  is_replay: Type.Boolean(),
  code: NullableText,
  omitted: Type.Integer(),
  unknown_fields: NullableText,
};
const LogQuery = Type.Object({
  ...CursorQuery.properties,
  client_id: Type.Optional(Type.String({ maxLength: 100 })),
  operation: Type.Optional(Type.String({ maxLength: 100 })),
  status_class: Type.Optional(Type.Integer({ minimum: 2, maximum: 5 })),
});

const { operation, listOf } = operationsOf<{ readonly database: Queryable }>();

/** Visitors of the sandbox must not see the requests of others. */
const reader = { access: memberRules.readIntegration, isClosedToSandbox: true } as const;

/** The requests of a merchant's keys in the last seven days. */
export const requestLogOperations = [
  listOf({
    at: 'GET /requests',
    member: { id: 'listRequests', ...reader },
    query: LogQuery,
    page: Type.Object({ data: Type.Array(Type.Object(facts)), next_cursor: NullableText }),
    select: ({ deps, owner, query }, { cursor, limit }) => {
      const { client_id: clientId, operation, status_class: statusClass } = query;
      const page = { cursor, filter: { clientId, operation, statusClass }, limit };
      return listLogged(deps.database, owner.scope, page);
    },
    view: viewOf,
  }),
  operation({
    at: 'GET /requests/:id',
    member: { id: 'getRequest', ...reader },
    answer: [200, Type.Object({ ...facts, request_body: NullableText, answer_body: NullableText })],
    refuses: ['request_not_found'],
    run: async ({ deps, owner, params: { id } }) => {
      const logged = await readLogged(deps.database, owner.scope, id);
      const { requestBody: request_body, answerBody: answer_body } = logged;
      return { ...viewOf(logged), request_body, answer_body };
    },
  }),
];

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
